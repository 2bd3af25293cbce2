/**
 * The receiver's side and related documents by the engine, against the SAT of the sandbox; and a
 * document that is blocked, told with what hinders it, and cancelled once that is.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Signer } from '../../src/certificate/signer.js'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import { noon } from '../fixtures.js'
import { InstantPac, Machine } from './host.js'
import {
  createWorld,
  day,
  engineIn,
  hour,
  invoice,
  issuer,
  issuing,
  receiver,
  type SandboxWorld,
} from './sandbox.js'

const stranger = await issuing.issueCsd({
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE SA DE CV',
})

let now: number
const clock = () => new Date(now)
let { pac, cancellations, orders } = {} as SandboxWorld

const engineOf = (signers: Signer | Signer[], provider: Provider = pac): Engine =>
  createEngine({ signers, provider, clock, cancellations, orders, storeTimeout: 60_000 })

function world(needsConsent = false): void {
  now = noon.getTime()
  ;({ pac, cancellations, orders } = createWorld(clock, { needsConsent: () => needsConsent }))
}
beforeEach(() => world())

let keys = 0
const issuedUuid = '01724196-AC5A-4735-B621-E3B42BCBB459'
const stamp = async (relatesTo?: string, TipoRelacion = '01'): Promise<string> => {
  const relation = relatesTo && [{ TipoRelacion, CfdiRelacionado: [{ UUID: relatesTo }] }]
  const answer = await engineOf(issuer).stamp(
    { ...invoice, ...(relation && { CfdiRelacionados: relation }) },
    { key: `${keys++}` },
  )
  if (!answer.ok) throw new Error(answer.message)
  return answer.cfdi.UUID
}

/** The key of what was stamped last. */
const last = () => ({ key: `${keys - 1}` })

/** Refreshes and acknowledges; phase, or how, or why held, and what hinders. */
async function live(days: number): Promise<string[]> {
  const told: string[] = []
  const engine = engineOf(issuer)
  for (const end = now + days * day; now < end; now += 3 * hour)
    for await (const notice of engine.refresh()) {
      const { life } = notice
      told.push([life.how ?? life.held ?? life.phase, ...(life.related ?? [])].join(' '))
      await engine.acknowledgeCancellation(notice)
    }
  return told
}

describe('a receiver', () => {
  it('finds what waits for it, answers, and the issuer is told', async () => {
    world(true)
    const uuid = await stamp()
    await engineOf(issuer).cancel({ ...last(), motivo: '02' })
    const inbox = engineOf(receiver)
    expect(await inbox.pending('PLO150312QT1')).toEqual({ ok: true, uuids: [uuid] })
    const answer = await inbox.answer({ uuid: uuid.toLowerCase(), respuesta: 'Aceptacion' })
    expect(answer).toMatchObject({
      ok: true,
      class: 'received',
      code: '1000',
      acuse: expect.stringContaining('RfcPac="PSB200101AA1"'),
    })
    expect(await inbox.answer({ uuid, respuesta: 'Rechazo' })).toMatchObject({
      ok: true,
      class: 'answeredBefore',
    })
    expect(await inbox.pending('PLO150312QT1')).toEqual({ ok: true, uuids: [] })
    expect((await live(2)).at(-1)).toBe('cancelledWithConsent')
  })

  it('of another document, or of none that waits, is told so', async () => {
    world(true)
    const uuid = await stamp()
    const inbox = engineOf([receiver, stranger])
    expect(
      await inbox.answer({ uuid, respuesta: 'Rechazo', rfcReceptor: receiver.rfc }),
    ).toMatchObject({
      class: 'nothingPending',
    })
    await engineOf(issuer).cancel({ ...last(), motivo: '02' })
    expect(
      await inbox.answer({ uuid, respuesta: 'Rechazo', rfcReceptor: stranger.rfc }),
    ).toMatchObject({
      class: 'notReceiver',
    })
  })

  it.each<[string, number, string, (engine: Engine) => Promise<unknown>]>([
    [
      'a folio that is none',
      712,
      'CANCEL_UUID',
      (engine) => engine.answer({ uuid: 'x', respuesta: 'Rechazo' }),
    ],
    [
      'no signer',
      712,
      'CANCEL_CERTIFICATE',
      (engine) => engine.related({ uuid: issuedUuid, rfc: 'AAA010101AAA' }),
    ],
    [
      'an answer that is neither',
      710,
      '710',
      (engine) => engine.answer({ uuid: issuedUuid, respuesta: 'Sí' as never }),
    ],
  ])('%s is a failure, and nothing is sent', async (_, code, reason, work) => {
    expect(await work(engineOf(issuer))).toMatchObject({
      ok: false,
      code,
      errors: [{ code: reason }],
    })
  })

  it('without a PAC that carries it is told so', async () => {
    const engine = engineOf(issuer, new InstantPac().provider)
    for (const answer of [
      await engine.pending(issuer.rfc),
      await engine.answer({ uuid: issuedUuid, respuesta: 'Rechazo' }),
      await engine.related({ uuid: issuedUuid }),
    ])
      expect(answer).toMatchObject({ ok: false, code: 707, pac: 'instant' })
  })

  it('is served by the next PAC where one does not answer, signed anew in its name', async () => {
    world(true)
    const uuid = await stamp()
    await engineOf(issuer).cancel({ ...last(), motivo: '02' })
    const names: string[] = []
    const lost = { kind: 'unknown', pac: 'uno', message: 'x' } as const
    const uno: Provider = {
      ...new InstantPac().provider,
      id: 'uno',
      pending: async () => ({ kind: 'unavailable', pac: 'uno', message: 'x' }),
      answer: async ({ sign }) => {
        names.push(/RfcPacEnviaSolicitud="(\w+)"/.exec(await sign('UNO010101AAA'))![1]!)
        return lost
      },
      related: async () => lost,
    }
    const inbox = engineOf(receiver, failover([uno, pac], { journal: createUnsafeMemoryJournal() }))
    expect(await inbox.pending(receiver.rfc)).toMatchObject({ uuids: [uuid] })
    expect(await inbox.answer({ uuid, respuesta: 'Rechazo' })).toMatchObject({ class: 'received' })
    expect(await inbox.related({ uuid, rol: 'receptor' })).toMatchObject({ ok: true, padres: [] })
    expect(names).toEqual(['UNO010101AAA'])
  })
})

describe('related documents', () => {
  it('are told, and what is to be cancelled first', async () => {
    const first = await stamp()
    const note = await stamp(first)
    const receipt = await stamp(note, '07')
    const { rfc } = issuer
    expect(await engineOf(issuer).related({ uuid: first })).toMatchObject({
      ok: true,
      padres: [{ uuid: note, rfcEmisor: rfc }],
      hijos: [],
      before: [receipt, note],
    })
    expect(await engineOf(issuer).related({ uuid: note })).toMatchObject({
      hijos: [{ uuid: first }],
      before: [receipt],
    })
    expect(await engineOf(receiver).related({ uuid: first, rol: 'receptor' })).toMatchObject({
      padres: [{ uuid: note }],
    })
  })

  it('block a cancellation, which is told with them, in order, and goes on once they are cancelled', async () => {
    const first = await stamp()
    const invoiceKey = last()
    const note = await stamp(first)
    const receipt = await stamp(note, '07')
    const engine = engineOf(issuer)
    const asked = await engine.cancel({ ...invoiceKey, motivo: '02' })
    expect(asked).toMatchObject({ ok: true, life: { phase: 'blocked', related: [receipt, note] } })
    expect(await live(0.5)).toEqual([`blocked ${receipt} ${note}`])
    await engine.cancel({ ...last(), motivo: '02' })
    const told = await live(2)
    expect(told).toContain(`blocked ${note}`)
    await engine.cancel({ key: `${keys - 2}`, motivo: '02' })
    await live(3)
    const entry = await cancellations.load(first)
    expect(entry?.life).toMatchObject({ phase: 'cancelled', asked: 1 })
    expect(entry?.life.related).toBeUndefined()
  })

  it('the substitute of motive 01 is none of what hinders', async () => {
    const first = await stamp()
    const invoiceKey = last()
    const note = await stamp(first)
    const answer = await engineOf(issuer).substitute(invoiceKey, invoice, { key: 'substitute' })
    expect(answer).toMatchObject({
      ok: true,
      cancellation: { ok: true, life: { phase: 'blocked', related: [note] } },
    })
    // A PAC may list the substitute too, as Finkok's does in a recorded test.
    const listing: Provider = {
      ...provided(),
      related: async (request) => {
        const outcome = await pac.related!(request)
        if (outcome.kind !== 'related' || !answer.ok) return outcome
        return {
          ...outcome,
          padres: [...outcome.padres, { uuid: answer.stamp.cfdi.UUID, rfcEmisor: issuer.rfc }],
        }
      },
    }
    now += day
    for await (const notice of engineOf(issuer, listing).refresh())
      expect(notice.life.related).toEqual([note])
  })

  it('of a PAC that does not tell them nothing is invented', async () => {
    const first = await stamp()
    const invoiceKey = last()
    await stamp(first)
    const { related: _, ...mute } = provided()
    const asked = await engineOf(issuer, mute).cancel({ ...invoiceKey, motivo: '02' })
    expect(asked).toMatchObject({ ok: true, life: { phase: 'blocked' } })
    expect(asked.ok && asked.life.related).toBeUndefined()
  })

  it.each(Array.from({ length: 10 }, (_, at) => [at + 1]))(
    'are told although a machine dies (call %i)',
    async (calls) => {
      const first = await stamp()
      const invoiceKey = last()
      const note = await stamp(first)
      const machine = new Machine(calls)
      const dying = engineIn({ pac, orders, cancellations }, clock, machine)
      await Promise.race([dying.cancel({ ...invoiceKey, motivo: '02' }), machine.stopped])
      now += day
      await engineOf(issuer).cancel({ ...invoiceKey, motivo: '02' })
      await live(2)
      expect((await cancellations.load(first))?.life).toMatchObject({
        phase: 'blocked',
        related: [note],
      })
    },
  )
})

/** The PAC as a plain object, to change. */
const provided = (): Provider => ({
  id: pac.id,
  capabilities: pac.capabilities,
  stamp: (sealed) => pac.stamp(sealed),
  find: (sealed) => pac.find(sealed),
  ping: () => pac.ping(),
  status: (query) => pac.status!(query),
  cancel: (request) => pac.cancel!(request),
  related: (request) => pac.related!(request),
})
