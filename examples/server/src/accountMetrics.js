/**
 * Metrics by account, with a bounded number of accounts: the busiest have series of their own, and
 * all others share `other`.
 * @module
 */

/** Milliseconds between two rankings of the accounts. */
const ranking = 3_600_000

/** Milliseconds between two readings of the credits. */
const reading = 30_000

/** Accounts whose calls are counted for the next ranking, for each one with series of its own. */
const candidates = 20

/**
 * Creates the labels of accounts. At most `most` have their own: the first ones, and from each
 * ranking on the busiest of the last hour. `onForgotten` is called for one that loses its label.
 * @param {{ most: number, now?: () => number, onForgotten?: (name: string) => void }} options
 */
export function createAccountLabels({ most, now = Date.now, onForgotten = () => {} }) {
  let own = new Set()
  let counts = new Map()
  let since = now()
  const rank = () => {
    const byCalls = (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0)
    // Of equally busy accounts those with a label keep it: `sort` is stable.
    const all = [...new Set([...own, ...counts.keys()])].sort(byCalls)
    const next = new Set(all.slice(0, most))
    for (const name of own) if (!next.has(name)) onForgotten(name)
    own = next
    counts = new Map()
    since = now()
  }
  return {
    /** Returns the label of an account, and counts a call of it. */
    count(name) {
      if (now() - since >= ranking) rank()
      if (own.size < most) own.add(name)
      if (counts.has(name) || counts.size < most * candidates)
        counts.set(name, (counts.get(name) ?? 0) + 1)
      return own.has(name) ? name : undefined
    },
    /** Returns whether an account has its own label. */
    has: (name) => own.has(name),
    names: () => [...own],
  }
}

/**
 * Creates the observers of calls and attempts by account.
 * @param {object} meter
 * @param {number} most accounts with series of their own, in both environments together; 0: none
 */
export function observeAccounts(meter, most) {
  if (most === 0) return { call() {}, attempt() {}, watchCredits: () => () => {} }
  const labels = createAccountLabels({
    most,
    onForgotten: (name) => meter.forget?.(attributesOf(name)),
  })
  const calls = meter.createHistogram('cfdi.account.calls.duration', {
    description: 'Seconds of a call, by account.',
    unit: 's',
  })
  const counter = (name, description) =>
    meter.createCounter(`cfdi.account.${name}`, { description })
  const stamps = counter('stamps', 'Answers with a stamped document.')
  const refusals = counter('refusals', 'Answers with a failure, by code.')
  const doubts = counter('doubts', 'Answers 708: the document may be stamped.')
  const deliveries = counter('deliveries', 'Attempts to deliver an event.')
  const mails = counter('mails', 'Attempts to mail.')
  const credits = meter.createGauge('cfdi.account.credits', {
    description: 'Credits, available and reserved.',
  })
  const others = (environment) => ({ environment, account: 'other' })
  return {
    call({ operation, status, code, ms, environment, account }) {
      if (account === undefined) return
      const name = labels.count(`${environment}/${account}`)
      const attributes = name === undefined ? others(environment) : attributesOf(name)
      calls.record(ms / 1000, attributes)
      if (code !== undefined) refusals.add(1, { ...attributes, code })
      if (code === 708) doubts.add(1, attributes)
      if (operation === 'createInvoice' && status === 200) stamps.add(1, attributes)
    },
    attempt({ table, outcome, account }, environment) {
      const name = `${environment}/${account}`
      const attributes = labels.has(name) ? attributesOf(name) : others(environment)
      const tries = table === 'mails' ? mails : deliveries
      tries.add(1, { ...attributes, outcome })
    },
    /** Records the credits of the accounts with labels, now and then. Returns what stops it. */
    watchCredits(service, log) {
      const read = async () => {
        for (const name of labels.names()) {
          const [environment, account] = name.split('/')
          const { available, reserved } = await service.accounts(environment).balance(account)
          if (!labels.has(name)) continue
          const attributes = attributesOf(name)
          credits.record(available, { ...attributes, state: 'available' })
          credits.record(reserved, { ...attributes, state: 'reserved' })
        }
      }
      let running = Promise.resolve()
      const run = () => {
        running = read().catch((cause) => log('warn', 'credits', { cause }))
      }
      const timer = setInterval(run, reading).unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}

/** An account may be named `other`: its label has another form than that of the others. */
function attributesOf(name) {
  const [environment, account] = name.split('/')
  return { environment, account: account === 'other' ? 'other (account)' : account }
}
