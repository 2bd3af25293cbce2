/**
 * Commands of operators about accounts: `account.js` in a terminal. A key is printed once.
 * @module
 */

const hour = 3_600_000

/**
 * @type {Record<string, (accounts: import('cfdi-stamp/service').Accounts, given: string[]) =>
 * Promise<string>>}
 */
const verbs = {
  async key(accounts, [id, name, ...issuers]) {
    if (name !== undefined) await accounts.create({ id, name, issuers })
    return (await accounts.issueKey({ account: id })).key
  },
  async list(accounts) {
    const all = []
    for (;;) {
      const page = await accounts.list(all.at(-1))
      if (page.length === 0) return lines(all.map(toldAccount))
      all.push(...page)
    }
  },
  async show(accounts, [id]) {
    const account = await requireAccount(accounts, id)
    return lines([{ ...toldAccount(account), ...(await accounts.balance(id)) }])
  },
  async name(accounts, [id, name]) {
    return lines([toldAccount(await accounts.update(id, { name }))])
  },
  async issuers(accounts, [id, ...issuers]) {
    return lines([toldAccount(await accounts.update(id, { issuers }))])
  },
  async close(accounts, [id]) {
    await accounts.update(id, { status: 'closed' })
    return 'closed'
  },
  async reopen(accounts, [id]) {
    await accounts.update(id, { status: 'active' })
    return 'active'
  },
  async balance(accounts, [id]) {
    await requireAccount(accounts, id)
    return lines([await accounts.balance(id)])
  },
  async issue(accounts, [id, ...scopes]) {
    return (await accounts.issueKey({ account: id, scopes: /** @type {never} */ (scopes) })).key
  },
  async scopes(accounts, [id, ...scopes]) {
    const isKnown = await accounts.scopeKey(idOf(id), /** @type {never} */ (scopes))
    return isKnown ? 'changed' : 'there is no such key'
  },
  async keys(accounts, [id]) {
    const all = await accounts.keys(id)
    return lines(all.map((key) => ({ ...key, at: told(key.at), until: told(key.until) })))
  },
  async 'revoke-all'(accounts, [id]) {
    await accounts.revokeKeys(id)
    return 'revoked'
  },
  async audit(accounts, [id]) {
    return lines((await accounts.audit(id)).map((row) => ({ ...row, at: told(row.at) })))
  },
  async logo(accounts, [id, image, name]) {
    return lines([await accounts.setLogo(id, Buffer.from(image, 'base64'), name)])
  },
  async 'remove-logo'(accounts, [id, name]) {
    return (await accounts.removeLogo(id, name)) ? 'removed' : 'there is no such logo'
  },
  async reseal(accounts) {
    return lines([await accounts.resealSecrets()])
  },
  async rotate(accounts, [id, hours = '24']) {
    return (await accounts.rotateKey(idOf(id), { overlap: Number(hours) * hour })).key
  },
  async limit(accounts, [id, atOnce, perMinute]) {
    const given = { atOnce, perMinute }
    const limits = Object.entries(given).flatMap(([name, count]) =>
      count === undefined ? [] : [[name, Number(count)]],
    )
    const isKnown = await accounts.limitKey(
      idOf(id),
      limits.length === 0 ? undefined : Object.fromEntries(limits),
    )
    return isKnown ? 'limited' : 'there is no such key'
  },
  async revoke(accounts, [id]) {
    return (await accounts.revokeKey(idOf(id))) ? 'revoked' : 'there is no such key'
  },
  async grant(accounts, [id, credits, reference = new Date().toISOString()]) {
    const isNew = await accounts.grant(id, Number(credits), reference)
    return isNew ? 'granted' : 'that reference was used before'
  },
}

/** Commands about an environment. */
const ofEnvironment = {
  async restored(service, environment, [since, until]) {
    const end = until === undefined ? {} : { until: new Date(until) }
    await service.afterRestore(environment, { since: new Date(since), ...end })
    return 'restored: keys of the lost time are not stamped until --end-restore'
  },
  async 'end-restore'(service, environment) {
    return `ended: ${await service.endRestore(environment)} forgotten keys are free`
  },
}

/** Runs a command: `[--verb] environment …`. @throws TypeError for an unknown verb */
export function askDesk(service, words) {
  const [verb, environment, ...given] = words[0]?.startsWith('--')
    ? [words[0].slice(2), ...words.slice(1)]
    : ['key', ...words]
  if (Object.hasOwn(ofEnvironment, verb)) return ofEnvironment[verb](service, environment, given)
  const known = Object.keys({ ...verbs, ...ofEnvironment })
  if (!Object.hasOwn(verbs, verb))
    throw new TypeError(`account.js: there is no --${verb}, but ${known.join(', ')}`)
  return verbs[verb](service.accounts(environment), given)
}

/** The public part of a key, of which the whole may be given too. */
function idOf(key = '') {
  return /^cfdi_[a-z]+_([0-9a-f]{16})_/.exec(key)?.[1] ?? key
}

/** @throws TypeError when there is no such account */
async function requireAccount(accounts, id) {
  const account = await accounts.get(id)
  if (account === undefined) throw new TypeError(`accounts: there is no account ${id}`)
  return account
}

/** @param {import('cfdi-stamp/service').AccountRecord} account */
function toldAccount({ id, name, issuers, status, at, csds = [] }) {
  const own = csds.map(({ rfc, noCertificado }) => `${rfc} ${noCertificado}`)
  return { id, name, issuers, status, created: told(at), ...(own.length > 0 && { csds: own }) }
}

/** One line of JSON for each row. */
function lines(rows) {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

function told(at) {
  return at === undefined ? undefined : new Date(at).toISOString()
}
