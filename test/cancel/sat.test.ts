/**
 * The sandbox's SAT with the cancellation state machine, end to end: stamped, cancelled, polled,
 * refused, on a virtual clock.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { classOfOutcome, readAcuse } from '../../src/cancel/acuse.js'
import {
  createCancellationState,
  type CancellationState,
  next,
  standingOf,
  taskOf,
  type Wish,
} from '../../src/cancel/cancellationState.js'
import { signCancellation, signReceiverAnswer, signRelatedQuery } from '../../src/cancel/sign.js'
import { createStatusSource, type SatState, satStateOf } from '../../src/cancel/status.js'
import type { Csd } from '../../src/certificate/csd.js'
import { type Authority, createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import {
  createSandboxSat,
  type SandboxSat,
  type SandboxSatOptions,
} from '../../src/pac/sandbox/sat.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { statusQuery } from '../../src/sat/cfdi40/statusQuery.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { seal } from '../../src/seal/sello.js'
import { invoice, now as noon } from '../pac/sealing.js'

const hour = 3_600_000
const day = 24 * hour
const rfcPac = 'SPR190613I52'

const time = { now: noon.getTime() }
const clock = () => new Date(time.now)
const own = createAuthority({ clock: () => new Date('2026-01-01T00:00:00Z') })
/** One certificate for every PAC: a key takes half a second. */
const issuedPac = own.issuePac({ rfc: 'PSB200101AA1', name: 'PAC DE PRUEBAS' })
const authority: Authority = { ...own, issuePac: () => issuedPac }
let issuer: Csd
let receiver: Csd
let stranger: Csd

beforeAll(async () => {
  const pac = createSandboxPac({ authority, clock })
  issuer = await pac.issueCsd({ rfc: invoice.Emisor.Rfc, name: 'PIÑATAS ÑANDU SA DE CV' })
  receiver = await pac.issueCsd({ rfc: invoice.Receptor.Rfc, name: 'MARIANA TORRES ACOSTA' })
  stranger = await pac.issueCsd({ rfc: 'H&E951128469', name: 'HERRERIA & ELECTRICOS S DE CV' })
})

/** A SAT, a PAC in front of it, and a host that uses both. */
function worldOf(options: SandboxSatOptions = {}) {
  time.now = noon.getTime()
  const sat = createSandboxSat({ clock, authority, needsConsent: () => false, ...options })
  return { sat, pac: createSandboxPac({ authority, clock, sat }) }
}

let folio = 0
async function stamp(pac: SandboxPac, changes: Partial<Comprobante> = {}): Promise<Comprobante> {
  const Fecha = new Date(time.now - 6 * hour).toISOString().slice(0, 19)
  const sealed = await seal({ ...invoice, Folio: String(++folio), Fecha, ...changes }, issuer)
  const outcome = await pac.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
  return insertTimbre(sealed, outcome.timbre).document
}

const uuidOf = (one: Comprobante): string => statusQuery(one).uuid

async function cancelAs(csd: Csd, sat: SandboxSat, uuid: string, wish: Wish = { motivo: '02' }) {
  const { xml } = await signCancellation({ uuid, ...wish, at: clock() }, csd)
  return readAcuse(await sat.cancel(xml), { uuid })
}

const answerOf = async (
  csd: Csd,
  sat: SandboxSat,
  uuid: string,
  respuesta: 'Aceptacion' | 'Rechazo',
) =>
  /<EstatusUUID>(\d+)/.exec(
    await sat.answer((await signReceiverAnswer({ uuid, respuesta, rfcPac, at: clock() }, csd)).xml),
  )![1]

/** One turn of a host: it does the due task, with requests or replies that may be lost. */
async function turn(
  life: CancellationState,
  document: Comprobante,
  pac: SandboxPac,
  fault?: 'before' | 'after',
): Promise<CancellationState> {
  if (taskOf(life, time.now) === 'send') {
    const { xml } = await signCancellation({ uuid: life.uuid, ...life.wish!, at: clock() }, issuer)
    const request = {
      uuid: life.uuid,
      rfcEmisor: issuer.rfc,
      motivo: life.wish!.motivo,
      signed: xml,
    }
    const outcome =
      fault === 'before'
        ? ({ kind: 'unavailable', pac: 'x', message: '' } as const)
        : await pac.cancel!(request)
    const lost = { kind: 'unknown', pac: 'x', message: '' } as const
    const told = fault === 'after' ? lost : outcome
    const code = 'code' in told && told.code !== undefined ? { code: told.code } : {}
    return next(life, { kind: 'answer', class: classOfOutcome(told, life), ...code }, time.now)
  }
  const state = fault ? 'unavailable' : satStateOf(await pac.status!(statusQuery(document)))
  return next(life, { kind: 'status', state }, time.now)
}

/** Cancellations until nothing is pending, or until a moment. */
async function live(
  life: CancellationState,
  document: Comprobante,
  pac: SandboxPac,
  until = Number.POSITIVE_INFINITY,
): Promise<CancellationState> {
  let state = life
  while (standingOf(state) === 'pending' && state.due! <= until) {
    time.now = Math.max(time.now, state.due!)
    state = await turn(state, document, pac)
  }
  return state
}

const wanted = (one: Comprobante, wish: Wish = { motivo: '02' }): CancellationState =>
  next(
    createCancellationState({ uuid: uuidOf(one), stampedAt: time.now }, time.now),
    { kind: 'ask', ...wish },
    time.now,
  )

describe('a cancellation, from end to end', () => {
  it('directly', async () => {
    const { pac } = worldOf({ shownAfter: 16 * 60_000 })
    const one = await stamp(pac)
    expect(await live(wanted(one), one, pac)).toMatchObject({
      phase: 'cancelled',
      how: 'cancelledDirectly',
    })
    expect(time.now - noon.getTime()).toBeLessThan(hour)
  })

  it('not visible yet, and in the end cancelled', async () => {
    const { pac } = worldOf({ visibleAfter: 5 * hour })
    const one = await stamp(pac)
    const early = await turn(wanted(one), one, pac)
    expect(early).toMatchObject({ phase: 'asked', answer: { class: 'notYetVisible', code: '205' } })
    expect(satStateOf(await pac.status!(statusQuery(one)))).toBe('notKnown')
    expect(await live(early, one, pac)).toMatchObject({ phase: 'cancelled' })
  })

  it('with consent: the receiver finds it in its inbox and accepts', async () => {
    const { sat, pac } = worldOf({ needsConsent: () => true })
    const one = await stamp(pac)
    const asked = await live(wanted(one), one, pac, time.now + hour)
    expect(asked.phase).toBe('inProcess')
    expect(sat.pending(receiver.rfc)).toEqual([uuidOf(one)])
    expect(await answerOf(stranger, sat, uuidOf(one), 'Aceptacion')).toBe('1003')
    expect(await answerOf(receiver, sat, uuidOf(one), 'Aceptacion')).toBe('1000')
    expect(await answerOf(receiver, sat, uuidOf(one), 'Rechazo')).toBe('1002')
    expect(sat.pending(receiver.rfc)).toEqual([])
    expect(await live(asked, one, pac)).toMatchObject({ how: 'cancelledWithConsent' })
  })

  it('by silence, when the third business day has ended', async () => {
    const { sat, pac } = worldOf({ needsConsent: () => true })
    const one = await stamp(pac)
    const state = await live(wanted(one), one, pac)
    expect(state).toMatchObject({ how: 'cancelledBySilence' })
    // Stamped on Saturday 21 November: Monday, Tuesday, Wednesday.
    expect(state.since).toBeGreaterThanOrEqual(Date.parse('2026-11-26T06:00:00Z'))
    expect(state.since).toBeLessThanOrEqual(Date.parse('2026-11-26T18:00:00Z'))
    expect(await answerOf(receiver, sat, uuidOf(one), 'Rechazo')).toBe('1001')
  })

  it('rejected; requested again, without consent by silence; held', async () => {
    const { sat, pac } = worldOf({ needsConsent: () => true, shownAfter: hour })
    const one = await stamp(pac)
    const asked = await live(wanted(one), one, pac, time.now + 8 * hour)
    await answerOf(receiver, sat, uuidOf(one), 'Rechazo')
    const rejected = await live(asked, one, pac)
    expect(rejected).toMatchObject({ phase: 'rejected', asked: 1 })
    const again = next(rejected, { kind: 'ask', motivo: '02' }, time.now)
    expect(await live(again, one, pac)).toMatchObject({
      phase: 'inProcess',
      held: 'noSilence',
      asked: 2,
    })
  })

  it('blocked by a payment until that is cancelled', async () => {
    const { sat, pac } = worldOf()
    const one = await stamp(pac)
    const relation = { TipoRelacion: '07', CfdiRelacionado: [{ UUID: uuidOf(one) }] }
    const child = await stamp(pac, { CfdiRelacionados: [relation] })
    const blocked = await live(wanted(one), one, pac, time.now + 2 * hour)
    expect(blocked).toMatchObject({
      phase: 'blocked',
      answer: { code: '204' },
      seen: { state: 'notCancellable' },
    })
    const { xml } = await signRelatedQuery({ uuid: uuidOf(one), rol: 'emisor', rfcPac }, issuer)
    const parties = { rfcEmisor: issuer.rfc, rfcReceptor: child.Receptor.Rfc }
    expect(await sat.related(xml)).toEqual({
      code: '2000',
      padres: [{ uuid: uuidOf(child), ...parties }],
      hijos: [],
    })
    expect(await live(wanted(child), child, pac)).toMatchObject({ phase: 'cancelled' })
    expect(await live(blocked, one, pac)).toMatchObject({ phase: 'cancelled', asked: 1 })
  })

  it('substitution: 01 once the substitute relates to it, and not before', async () => {
    const { sat, pac } = worldOf()
    const one = await stamp(pac)
    const stray = await stamp(pac)
    const wish: Wish = { motivo: '01', folioSustitucion: uuidOf(stray) }
    expect(await cancelAs(issuer, sat, uuidOf(one), wish)).toMatchObject({
      code: '208',
      class: 'rejectedRequest',
    })
    const relation = { TipoRelacion: '04', CfdiRelacionado: [{ UUID: uuidOf(one) }] }
    const substitute = await stamp(pac, { CfdiRelacionados: [relation] })
    const life = wanted(one, { motivo: '01', folioSustitucion: uuidOf(substitute) })
    expect(await live(life, one, pac)).toMatchObject({ phase: 'cancelled' })
    expect(satStateOf(await pac.status!(statusQuery(substitute)))).toBe('cancellableDirectly')
  })
})

describe('retenciones', () => {
  const service = 'retenciones'
  const uuid = '01724196-AC5A-4735-B621-E3B42BCBB459'
  const ask = async (sat: SandboxSat, signer = issuer) => {
    const { xml } = await signCancellation({ uuid, motivo: '02', at: clock(), service }, signer)
    return sat.cancel(xml)
  }

  it('are cancelled by the request alone, with their own codes and without a status', async () => {
    const { sat, pac } = worldOf()
    sat.registerRetenciones(uuid, issuer.rfc)
    const codeOf = (acuse: string) => readAcuse(acuse, { uuid, service })
    expect(codeOf(await ask(sat, stranger))).toMatchObject({
      class: 'rejectedRequest',
      code: '1203',
    })
    expect(codeOf(await ask(sat))).toMatchObject({ class: 'accepted', code: '1201' })
    expect(codeOf(await ask(sat))).toMatchObject({ class: 'accepted', code: '1202' })
    expect(readAcuse(await ask(sat), { uuid }).class).toBe('unknown')
    const signed = (await signCancellation({ uuid, motivo: '02', at: clock(), service }, issuer))
      .xml
    const outcome = await pac.cancel!({ uuid, rfcEmisor: issuer.rfc, motivo: '02', signed })
    const asked = next(
      createCancellationState({ uuid, service }, time.now),
      { kind: 'ask', motivo: '02' },
      time.now,
    )
    const life = next(asked, { kind: 'answer', class: classOfOutcome(outcome, asked) }, time.now)
    expect(life).toMatchObject({ phase: 'accepted', held: 'noStatusService' })
  })

  it('reports a refusal of the whole request', async () => {
    const { sat } = worldOf()
    const { xml } = await signCancellation({ uuid, motivo: '02', at: clock(), service }, issuer)
    const changed = await sat.cancel(xml.replace('Motivo="02"', 'Motivo="03"'))
    expect(readAcuse(changed, { uuid, service })).toMatchObject({
      class: 'rejectedRequest',
      code: '1309',
    })
  })
})

describe('the service', () => {
  it('takes the same request twice, and any PAC may carry it', async () => {
    const { sat, pac } = worldOf()
    const uuid = uuidOf(await stamp(pac))
    const codes = [await cancelAs(issuer, sat, uuid), await cancelAs(issuer, sat, uuid)].map(
      ({ code }) => code,
    )
    expect(codes).toEqual(['201', '202'])
  })

  it('refuses changed requests, documents of others, and other signers', async () => {
    const { sat, pac } = worldOf()
    const uuid = uuidOf(await stamp(pac))
    const { xml } = await signCancellation({ uuid, motivo: '02', at: clock() }, issuer)
    const codeOf = async (text: string) => readAcuse(await sat.cancel(text), { uuid }).code
    expect(await codeOf(xml.replace('Motivo="02"', 'Motivo="03"'))).toBe('302')
    expect(
      await codeOf(
        xml.replace(
          /<SignatureValue>./,
          (start) => `<SignatureValue>${start.endsWith('A') ? 'B' : 'A'}`,
        ),
      ),
    ).toBe('302')
    expect(await codeOf(xml.replace('<Folios>', '<Folios >'))).toBe('302')
    expect(await codeOf('<x/>')).toBe('301')
    expect(await codeOf('x')).toBe('301')
    expect((await cancelAs(stranger, sat, uuid)).code).toBe('203')
    const other = createSandboxPac({ clock: () => new Date('2026-01-01T00:00:00Z') })
    const foreign = await other.issueCsd({ rfc: issuer.rfc, name: 'PIÑATAS ÑANDU SA DE CV' })
    expect((await cancelAs(foreign, sat, uuid)).code).toBe('305')
    const early = await signCancellation(
      { uuid, motivo: '02', at: new Date(time.now + hour) },
      issuer,
    )
    expect(await codeOf(early.xml)).toBe('301')
    expect((await cancelAs(issuer, sat, uuid)).code).toBe('201')
  })

  it('speaks over HTTP as the real one', async () => {
    const { sat, pac } = worldOf({ needsConsent: () => true })
    const one = await stamp(pac)
    const source = createStatusSource({ send: sat.send })
    const stateOf = async (query = statusQuery(one)): Promise<SatState> =>
      (await source.status(query)).state
    expect(await stateOf()).toBe('cancellableWithConsent')
    await cancelAs(issuer, sat, uuidOf(one))
    expect(await stateOf()).toBe('inProcess')
    expect(await stateOf({ ...statusQuery(one), total: '1.00' })).toBe('notKnown')
    expect(await stateOf({ ...statusQuery(one), rfcEmisor: stranger.rfc })).toBe('notKnown')
    expect(await source.status({ ...statusQuery(one), fe: 'short' })).toMatchObject({
      codigoEstatus: expect.stringMatching(/^N - 601/),
    })
  })

  it('requires consent by default for income over a thousand, and for payments', async () => {
    const sat = createSandboxSat({ clock })
    const base = await stamp(worldOf().pac)
    const stateFor = (changes: object, index: number) => {
      const document = { ...base, ...changes } as Comprobante
      sat.register(
        document,
        base.Complemento!.TimbreFiscalDigital!.UUID.replace(/^./, String(index)),
      )
      const uuid = base.Complemento!.TimbreFiscalDigital!.UUID.replace(/^./, String(index))
      return satStateOf(sat.status({ ...statusQuery(document), uuid }))
    }
    const cases: ReadonlyArray<readonly [object, SatState]> = [
      [{ Total: '1000.00' }, 'cancellableDirectly'],
      [{ Total: '1000.01' }, 'cancellableWithConsent'],
      [{ Total: '5000', TipoDeComprobante: 'E' }, 'cancellableDirectly'],
      [{ Total: '0', TipoDeComprobante: 'P' }, 'cancellableWithConsent'],
      [
        { Total: '5000', Receptor: { ...base.Receptor, Rfc: 'XAXX010101000' } },
        'cancellableDirectly',
      ],
    ]
    expect(cases.map(([changes], index) => stateFor(changes, index))).toEqual(
      cases.map(([, state]) => state),
    )
  })

  it('a PAC without signed requests cancels nothing, and one with them accepts only these', async () => {
    expect(createSandboxPac({ authority }).cancel).toBeUndefined()
    const { pac } = worldOf()
    const request = { uuid: uuidOf(await stamp(pac)), rfcEmisor: issuer.rfc, motivo: '02' } as const
    expect(await pac.cancel!(request)).toMatchObject({ kind: 'rejected' })
  })
})

describe('with faults', () => {
  const faults = fc.array(
    fc.constantFrom(undefined, 'before' as const, 'after' as const, 'crash' as const),
    {
      maxLength: 30,
    },
  )
  const worlds = fc.record({
    consent: fc.boolean(),
    visibleAfter: fc.constantFrom(0, hour, day),
    shownAfter: fc.constantFrom(0, 20 * 60_000, day),
    answer: fc.constantFrom('Aceptacion' as const, 'Rechazo' as const, 'silence' as const),
  })

  it('the final state equals that of the SAT', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, faults, async ({ consent, answer, ...delays }, script) => {
        const { sat, pac } = worldOf({ needsConsent: () => consent, ...delays })
        const one = await stamp(pac)
        let life = wanted(one)
        let step = 0
        while (standingOf(life) === 'pending') {
          time.now = Math.max(time.now, life.due!)
          const fault = script[step++]
          const after = await turn(life, one, pac, fault === 'crash' ? undefined : fault)
          if (fault !== 'crash') life = JSON.parse(JSON.stringify(after)) as CancellationState
          if (answer !== 'silence' && sat.pending(receiver.rfc).length > 0)
            await answerOf(receiver, sat, uuidOf(one), answer)
          expect(step).toBeLessThan(500)
        }
        const state = satStateOf(await pac.status!(statusQuery(one)))
        const expected = {
          Aceptacion: 'cancelledWithConsent',
          Rechazo: 'rejectedByReceiver',
          silence: 'cancelledBySilence',
        }
        expect(state).toBe(consent ? expected[answer] : 'cancelledDirectly')
        expect(life.phase === 'rejected' ? 'rejectedByReceiver' : life.how).toBe(state)
      }),
      { numRuns: 25 },
    )
  })
})

it('an option of another type, or of another name, is refused by name', () => {
  expect(() => createSandboxSat({ silenceCancels: true } as never)).toThrow(
    /silenceCancels must be a function/,
  )
  expect(() => createSandboxSat({ receiverDays: -1 })).toThrow(/receiverDays must be a number/)
  expect(() => createSandboxSat({ silence: () => true } as never)).toThrow(/unknown option silence/)
  expect(() => createSandboxSat({ clock: undefined } as never)).not.toThrow()
})
