/**
 * Drives a sandbox: the test clock of an account, and the answer of a receiver.
 * @module
 */
import type { CancellationEntry } from '../../engine/cancellationStore.js'
import { processAll } from '../../lib/processAll.js'
import { advanceNotices } from '../account/csds.js'
import { answerFailure, createAnswer, refuseField } from '../answer.js'
import { recordNotices } from '../cancelling.js'
import type { Environment } from '../environment.js'
import type { Field } from '../fields.js'
import { keyed } from '../operation.js'
import type { AccountRecord, InvoiceRecord } from '../records.js'
import { aheadOf, isInProgress, moveTimes } from '../sandbox/accountClock.js'
import { ownInvoice, uuidParams } from './invoices.js'
import { cancellationSchema, publicCancellation } from './publicInvoice.js'
import { describedSchema, moment, object, text, whole } from './schemas.js'

const clockSchema = object({
  now: describedSchema(moment, 'La hora de la cuenta.'),
  ahead: describedSchema(whole, 'Segundos que la cuenta va adelantada.'),
})

function answerClock({ now }: Environment, account: Pick<AccountRecord, 'clock'>, more = {}) {
  const ahead = aheadOf(account)
  return createAnswer(200, {
    now: new Date(now() + ahead).toISOString(),
    ahead: ahead / 1_000,
    ...more,
  })
}

export const getClock = keyed({
  method: 'GET',
  path: '/api/v5/sandbox/clock',
  summary: {
    es: 'El reloj de pruebas de la cuenta.',
    en: 'The test clock of the account.',
  },
  scope: 'invoices:read',
  isSandboxOnly: true,
  output: { status: 200, schema: clockSchema },
  codes: ['sandbox'],
  run: async ({ environment, account }) => answerClock(environment, account),
})

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Maximum by which an account is ahead: a CSD lasts four years. */
const mostAhead = 3_660 * 86_400_000

/** Cancellations in progress that an advance visits: those among this many invoices. */
const mostVisited = 2_000

const advanceField = {
  kind: 'text',
  required: true,
  pattern: /^[1-9]\d{0,6}[smhd]$/,
  description: 'Cuánto se adelanta: 90s, 30m, 72h o 4d. El reloj no regresa.',
} as const satisfies Field

export const advanceClock = keyed({
  method: 'POST',
  path: '/api/v5/sandbox/clock',
  summary: {
    es: 'Adelanta el reloj de pruebas de la cuenta.',
    en: 'Advances the test clock of the account.',
  },
  scope: 'invoices:cancel',
  isSandboxOnly: true,
  form: { avanzar: advanceField },
  output: {
    status: 200,
    schema: object({
      now: describedSchema(moment, 'La hora de la cuenta.'),
      ahead: describedSchema(whole, 'Segundos que la cuenta va adelantada.'),
      changed: describedSchema(whole, 'Cancelaciones que cambiaron de estado.'),
    }),
  },
  codes: ['sandbox'],
  async run({ environment, account: { id }, input }) {
    const by = Number.parseInt(input.avanzar, 10) * units[input.avanzar.slice(-1)]!
    const account = await environment.store.transaction(async (tables) => {
      const { accounts } = tables
      const current = (await accounts.lock(id))!
      const ahead = aheadOf(current) + by
      if (ahead > mostAhead)
        throw refuseField('avanzar', 'Una cuenta va adelantada a lo más diez años.')
      const moved = { ...current, clock: { ahead } }
      await accounts.put(moved)
      await advanceNotices(tables, id, by)
      return moved
    })
    await environment.csds.notifyExpiring()
    const changed = await visitCancellations(environment, account, by)
    return answerClock(environment, account, { changed })
  },
})

/** Makes the cancellations of an account due by its clock, and continues them. */
async function visitCancellations(environment: Environment, account: AccountRecord, by: number) {
  const { cancellations } = environment
  await processAll(invoicesOf(environment, account.id), async (invoice) => {
    const entry = await cancellations.load(invoice.id)
    if (entry?.due === undefined) return
    // Another process that writes it meanwhile visits it by the same clock.
    await cancellations.append(moveDue({ ...entry, version: entry.version + 1 }, -by))
  })
  return continueCancellations(environment, account)
}

/** A claim stays: its process works on it now. */
function moveDue<Kept extends Parameters<typeof moveTimes>[0]>(entry: Kept, by: number): Kept {
  const { claim } = entry
  return { ...moveTimes(entry, by), ...(claim !== undefined && { claim }) }
}

async function continueCancellations(environment: Environment, account: AccountRecord) {
  const { cancellations, engineOf } = environment
  const visited = []
  for await (const { id } of invoicesOf(environment, account.id)) {
    const entry = await cancellations.load(id)
    if (entry !== undefined) visited.push(entry)
  }
  return recordNotices(environment, engineOf(account, { visited }))
}

async function* invoicesOf(
  { store: { invoices } }: Environment,
  owner: string,
): AsyncGenerator<InvoiceRecord, void, undefined> {
  let page = await invoices.page({ owner, limit: 100 })
  for (let seen = page.length; page.length > 0 && seen <= mostVisited; seen += page.length) {
    yield* page.filter(isInProgress)
    page = await invoices.page({ owner, limit: 100, after: page.at(-1) })
  }
}

/** Reads the answer of the receiver at once: the next poll may be an hour away. */
async function pollNow(environment: Environment, account: AccountRecord, id: string) {
  const { cancellations, engineOf } = environment
  const entry = await cancellations.load(id)
  if (entry?.life.due === undefined) return
  const due: CancellationEntry = {
    ...entry,
    version: entry.version + 1,
    life: { ...entry.life, due: 0 },
  }
  if (await cancellations.append(due))
    await recordNotices(environment, engineOf(account, { visited: [due] }))
}

const answers: Readonly<Record<string, 'Aceptacion' | 'Rechazo'>> = {
  acepta: 'Aceptacion',
  rechaza: 'Rechazo',
}

export const answerCancellation = keyed({
  method: 'POST',
  path: '/api/v5/sandbox/invoice/{uuid}/answer',
  summary: {
    es: 'Responde una solicitud de cancelación, como el receptor.',
    en: 'Answers a request of cancellation, as the receiver.',
  },
  scope: 'invoices:cancel',
  isSandboxOnly: true,
  params: uuidParams,
  form: {
    respuesta: {
      kind: 'choice',
      required: true,
      choices: Object.keys(answers),
      description: 'Si el receptor acepta la cancelación.',
    },
  },
  output: {
    status: 200,
    schema: object(
      {
        UUID: text,
        satCode: describedSchema(text, 'Código del SAT: 1000 si recibió la respuesta.'),
        cancellation: cancellationSchema,
      },
      ['cancellation'],
    ),
  },
  codes: ['absent', 'sandbox', 'cancel'],
  async run(call) {
    const { environment, account, input } = call
    const { id, receptor } = await ownInvoice(call, input.uuid)
    const engine = environment.engineOf(account)
    const respuesta = answers[input.respuesta]!
    const answer = await engine.answer({ uuid: id, respuesta, rfcReceptor: receptor })
    if (!answer.ok) return answerFailure(answer)
    await pollNow(environment, account, id)
    const cancellation = publicCancellation((await ownInvoice(call, id)).cancellation)
    return createAnswer(200, { UUID: id, satCode: answer.code, cancellation })
  },
})
