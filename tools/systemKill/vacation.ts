/**
 * Cancels invoices over a vacation, in virtual time: requested on the Friday before it, the
 * cancellations end three business days after it. Kills and restarts every process on each observed
 * day.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Verdict } from './judge.js'
import type { Clients } from './orders.js'
import type { System } from './system.js'

/**
 * Observed days, at 10 in the morning in central Mexico. The SAT is closed from 21 December to 5
 * January, by our table.
 */
const days = ['12-21', '12-31', '01-07', '01-11', '01-12']
/** Further days for the events of cancellations. */
const further = ['01-13', '01-14', '01-15', '01-18', '01-19']
const timeOf = (day: string) => Date.parse(`${day < '06' ? 2027 : 2026}-${day}T16:00:00Z`)

/**
 * Requests the cancellation of every so many invoices of the server, and follows them to their end.
 */
export async function cancelBeforeVacation(
  system: System,
  { answers }: Clients,
  every: number,
  say: (words: string) => void,
) {
  const origin = system.hosts.find(({ name }) => name === 'server')?.origin
  const invoices = [...answers.of]
    .filter(([key]) => key.startsWith('server-'))
    .flatMap(([, uuids]) => [...uuids])
  const wanted = invoices.filter((_, at) => at % every === 0).map((uuid) => uuid.toUpperCase())
  for (const uuid of wanted) await insist(`${origin}/api/v5/invoice/${uuid}/cancel`, system.apiKey)
  say(`${wanted.length} invoices are to be cancelled`)
  const told = () => system.receivers().get('server')?.cancelled ?? new Set<string>()
  const isCancelled = async () =>
    (await system.statusOf(wanted)).map(({ estado }) => estado === 'Cancelado')
  const early = new Set<string>()
  let ended = ''
  for (const day of days) {
    await system.moveTo(timeOf(day))
    // The server refreshes every 5 s once its queue runs.
    await sleep(10_000)
    const before = new Set(told())
    const states = await isCancelled()
    say(
      `${day}: ${states.filter(Boolean).length} are cancelled at the SAT, ${before.size} have an event`,
    )
    for (const [at, uuid] of wanted.entries()) if (before.has(uuid) && !states[at]) early.add(uuid)
    if (ended === '' && states.some(Boolean)) ended = day
  }
  // PACs fail at random, and the engine repeats a failed query of a status after hours.
  for (const day of further) {
    for (let turn = 0; turn < 40 && told().size < wanted.length; turn++) await sleep(1_000)
    if (told().size === wanted.length) break
    say(`${day}: ${told().size} have an event`)
    await system.moveTo(timeOf(day))
  }
  const states = await isCancelled()
  const duplicates = new Set(
    [...system.receivers().values()].flatMap((each) => [...each.duplicates.keys()]),
  )
  const faults = listed({
    'not cancelled': wanted.filter((_, at) => !states[at]),
    'cancelled and not told': wanted.filter((uuid) => !told().has(uuid)),
    'told before it was cancelled': [...early],
    'cancelled unasked': [...system.cancelRequests].filter(
      (uuid) => !wanted.includes(uuid) && !duplicates.has(uuid),
    ),
    'cancelled during the vacation': ended < '01-07' || ended > '06' ? [ended] : [],
  })
  return { counts: { asked: wanted.length, told: told().size, firstSeenCancelled: ended }, faults }
}

function listed(lists: Readonly<Record<string, readonly string[]>>): Verdict {
  const found = Object.entries(lists).filter(([, all]) => all.length > 0)
  return Object.fromEntries(
    found.map(([name, all]) => [name, { count: all.length, examples: all.slice(0, 5) }]),
  )
}

async function insist(url: string, apiKey: string): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'idempotency-key': `cancel ${url.split('/').at(-2)}` }
  for (let turn = 0; turn < 60; turn++) {
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ motivo: '02' }),
    }).catch(() => undefined)
    if (reply?.ok) return
    if (reply !== undefined && reply.status < 500)
      throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
    await sleep(500)
  }
}
