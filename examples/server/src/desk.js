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
  async keys(accounts, [id]) {
    const all = await accounts.keys(id)
    return all
      .map((key) => JSON.stringify({ ...key, at: told(key.at), until: told(key.until) }))
      .join('\n')
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

/** Runs a command: `[--verb] environment …`. @throws TypeError for an unknown verb */
export function askDesk(service, words) {
  const [verb, environment, ...given] = words[0]?.startsWith('--')
    ? [words[0].slice(2), ...words.slice(1)]
    : ['key', ...words]
  if (!Object.hasOwn(verbs, verb))
    throw new TypeError(`account.js: there is no --${verb}, but ${Object.keys(verbs).join(', ')}`)
  return verbs[verb](service.accounts(environment), given)
}

/** The public part of a key, of which the whole may be given too. */
function idOf(key = '') {
  return /^cfdi_[a-z]+_([0-9a-f]{16})_/.exec(key)?.[1] ?? key
}

function told(at) {
  return at === undefined ? undefined : new Date(at).toISOString()
}
