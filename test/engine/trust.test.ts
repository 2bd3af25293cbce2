/**
 * The engine believes nobody by looks: not a document that resembles an answer, nor a provider that
 * breaks its word; and whatever breaks, it answers, and what was sealed is in the answer.
 * @module
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Catalogs } from '../../src/catalogs/catalogs.js'
import type { Csd } from '../../src/certificate/csd.js'
import { createEngine, type EngineOptions } from '../../src/engine/engine.js'
import { judgeFind, judgeStamp } from '../../src/pac/outcome.js'
import type { Provider, Stamped } from '../../src/pac/provider.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import type { Sealed } from '../../src/seal/sello.js'
import { csd, draft, fixture, noon } from '../fixtures.js'

let pac: SandboxPac
let company: Csd

beforeAll(async () => {
  pac = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
  company = await csd('company')
})

const engineOf = (options: Partial<EngineOptions>) =>
  createEngine({ signers: company, provider: pac, clock: () => noon, ...options })

/** A provider that stamps and then tampers with what it answers. */
function tampering(tamper: (outcome: Stamped) => unknown): Provider {
  return {
    ...pac,
    id: 'told',
    capabilities: pac.capabilities,
    stamp: async (sealed) => tamper(await stampedBy(sealed)) as Stamped,
    find: (sealed) => pac.find(sealed),
    ping: () => pac.ping(),
  }
}

/** A UUID that differs in its last digit. */
function otherThan(uuid: string): string {
  return uuid.slice(0, -1) + (uuid.endsWith('0') ? '1' : '0')
}

async function stampedBy(sealed: Sealed): Promise<Stamped> {
  const outcome = await pac.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
  return outcome
}

describe('a document that looks like an answer', () => {
  const forged = {
    ok: false,
    errors: [],
    code: 708,
    message: 'x',
    sealed: { XML: '' },
    retryAfter: 9e15,
  }

  it.each([
    ['a failure', forged],
    ['a success', { ok: true, cfdi: { UUID: 'x' }, warnings: [] }],
    ['a step', { failure: forged, value: forged }],
  ])('%s is a document that is not valid', async (_, document) => {
    const engine = engineOf({})
    for (const json of [document, JSON.stringify(document)]) {
      expect(await engine.stamp<unknown>(json)).toMatchObject({ ok: false, code: 702 })
      expect(await engine.check<unknown>(json)).not.toEqual([])
    }
  })

  it('in Emisor too', async () => {
    const answer = await engineOf({}).stamp<unknown>({
      ...draft('global'),
      Emisor: { ...forged, Rfc: 'PLO150312QT1' },
    })
    expect(answer).toMatchObject({ ok: false, code: 702 })
  })
})

const broken = () => {
  throw new Error('x')
}
const brokenCatalogs: Catalogs = {
  catalog: broken,
  admits: broken,
  closest: broken,
  codes: broken,
  search: broken,
  zoneOf: broken,
}

describe('a stamp that a provider gives', () => {
  const broken: readonly [string, (timbre: Record<string, unknown>) => unknown][] = [
    ['no UUID', ({ UUID: _, ...rest }) => rest],
    ['UUID null', (timbre) => ({ ...timbre, UUID: null })],
    ['another Version', (timbre) => ({ ...timbre, Version: '9' })],
    ['an attribute that a TFD does not have', (timbre) => ({ ...timbre, Extra: 'x' })],
    ['an empty SelloSAT', (timbre) => ({ ...timbre, SelloSAT: '' })],
    ['a SelloSAT that is not Base64', (timbre) => ({ ...timbre, SelloSAT: '*' })],
    ['a list', () => []],
    ['text', () => 'x'],
    [
      'something that throws when it is read',
      (timbre) => ({
        ...timbre,
        get UUID() {
          throw new Error('x')
        },
      }),
    ],
  ]

  it.each(broken)('with %s may be a stamp, and is none', async (_, tamper) => {
    const provider = tampering((outcome) => ({
      ...outcome,
      timbre: tamper(outcome.timbre as never),
    }))
    const answer = await engineOf({ provider }).stamp(draft('global'))
    expect(answer).toMatchObject({
      ok: false,
      code: 708,
      sealed: { XML: expect.any(String), Sello: expect.any(String) },
    })
  })

  it('is what was judged, whatever the provider does with it afterwards', async () => {
    let given: Stamped | undefined
    const folios = {
      next: async () => ({
        folio: '1',
        release: async () => {},
        commit: async () => void Object.assign(given!.timbre, { UUID: 'x' }),
      }),
    }
    const provider = tampering((outcome) => (given = { ...outcome, timbre: { ...outcome.timbre } }))
    const answer = await engineOf({ provider, folios }).stamp(draft('global'))
    expect(answer).toMatchObject({
      ok: true,
      cfdi: { UUID: expect.stringMatching(/^[0-9A-F-]{36}$/i) },
    })
  })

  it('is one, whatever stands beside it', async () => {
    const provider = tampering((outcome) => ({ ...outcome, code: 7, detail: null }))
    expect(await engineOf({ provider }).stamp(draft('global'))).toMatchObject({ ok: true })
  })
})

describe('the PACs that an engine trusts', () => {
  it('made SelloSAT, or the answer is 708', async () => {
    const other = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
    const [own, foreign] = [await pac.certificate(), await other.certificate()]
    expect(
      await engineOf({ pacCertificates: [foreign, own.base64] }).stamp(draft('global')),
    ).toMatchObject({
      ok: true,
    })
    expect(await engineOf({ pacCertificates: [foreign] }).stamp(draft('global'))).toMatchObject({
      ok: false,
      code: 708,
      message: expect.stringContaining('certificado'),
      sealed: { Sello: expect.any(String) },
    })
    const provider = tampering((outcome) => ({
      ...outcome,
      timbre: { ...outcome.timbre, UUID: otherThan(outcome.timbre.UUID) },
    }))
    expect(
      await engineOf({ provider, pacCertificates: [own] }).stamp(draft('global')),
    ).toMatchObject({
      ok: false,
      code: 708,
    })
    expect(() => engineOf({ pacCertificates: ['x'] })).toThrow()
  })
})

describe('any outcome', () => {
  const values = fc.oneof(
    fc.anything(),
    fc.constant(Object.create(null)),
    fc.constant(
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('x')
          },
        },
      ),
    ),
  )
  const outcomes = fc.oneof(
    values,
    fc.record(
      {
        kind: fc.constantFrom('stamped', 'rejected', 'refused', 'unavailable', 'unknown', 'absent'),
        pac: values,
        message: values,
        code: values,
        timbre: values,
        when: values,
        retryAfter: values,
      },
      { requiredKeys: ['kind'] },
    ),
  )
  const sealed = { sello: 'x' } as Sealed

  it('is judged to be one of those that there are, with a text for its message', () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        for (const judged of [
          judgeStamp(outcome, sealed, 'uno'),
          judgeFind(outcome, sealed, 'uno'),
        ]) {
          expect(typeof judged.pac).toBe('string')
          expect(judged.kind).not.toBe('stamped')
          if ('message' in judged) expect(typeof judged.message).toBe('string')
        }
        expect(judgeStamp(outcome, sealed, 'uno').kind).not.toBe('absent')
      }),
    )
  })

  it('thrown or given, never makes stamp reject nor lose what was sealed', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, fc.boolean(), async (outcome, throws) => {
        const stamp = async () => {
          if (throws) throw outcome
          return outcome as never
        }
        const answer = await engineOf({
          provider: { ...pac, id: 'told', stamp } as unknown as Provider,
        }).stamp(draft('global'))
        expect(answer).toMatchObject({ ok: false, sealed: { XML: expect.any(String) } })
        JSON.stringify(answer)
      }),
      { numRuns: 30 },
    )
  })
})

describe('what the host gave', () => {
  const silent = () => new Promise<never>(() => {})

  it('does not keep a stamp from being answered', async () => {
    const folios = { next: async () => ({ folio: '1', commit: silent, release: silent }) }
    const engine = engineOf({ folios, folioTimeout: 5 })
    expect(await engine.stamp({ ...draft('global'), Serie: 'LENTA' })).toMatchObject({
      ok: true,
      warnings: [{ code: '709' }],
    })
    const refusing = {
      ...pac,
      id: 'no',
      stamp: async () => ({ kind: 'unavailable', pac: 'no', message: 'x' }),
    }
    const refused = engineOf({ folios, folioTimeout: 5, provider: refusing as unknown as Provider })
    expect(await refused.stamp(draft('global'))).toMatchObject({ ok: false, code: 707 })
  })

  it.each([
    ['clock', { clock: () => new Date(Number.NaN) }],
    [
      'clock that throws',
      {
        clock: () => {
          throw Object.create(null)
        },
      },
    ],
    ['catalogs', { catalogs: brokenCatalogs }],
    [
      'random',
      {
        random: () => {
          throw new Error('x')
        },
      },
    ],
  ])('a broken %s is 710: nothing was sent', async (name, options) => {
    const json =
      name === 'random'
        ? { ...draft('global'), Complemento: { CartaPorte: { Version: '3.1', IdCCP: 'AUTO' } } }
        : draft('global')
    const engine = engineOf({
      ...options,
      provider: { ...pac, stamp: silent } as unknown as Provider,
    })
    expect(await engine.stamp<unknown>(json)).toMatchObject({ ok: false, code: 710, errors: [] })
    expect(await engine.check<unknown>(json)).toMatchObject([{ code: '710' }])
  })

  it('a signer that throws anything is 704', async () => {
    for (const thrown of [Object.create(null), 'x', undefined, new Error('x')]) {
      const sign = () => Promise.reject(thrown)
      const answer = await engineOf({ signers: { certificate: company.certificate, sign } }).stamp(
        draft('global'),
      )
      expect(answer).toMatchObject({ ok: false, code: 704 })
    }
  })
})
