import { beforeAll, describe, expect, it } from 'vitest'
import type { Csd } from '../../src/certificate/csd.js'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import type { StampFailure, StampSuccess } from '../../src/engine/result.js'
import type { Provider, StampOutcome } from '../../src/pac/provider.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { verifySello } from '../../src/seal/verify.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { csd, draft, fixture, noon } from '../fixtures.js'
import { isWellFormed } from '../libxml.js'

let pac: SandboxPac
let signers: Csd[]
let engine: Engine

beforeAll(async () => {
  pac = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
  signers = await Promise.all(['company', 'person', 'ampersand', 'enye'].map(csd))
  engine = createEngine({ signers, provider: pac, clock: () => noon })
})

const success = async (json: unknown): Promise<StampSuccess> => {
  const answer = await engine.stamp(json)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer
}

/** An engine whose PAC answers as told, and what became of its folios. */
function engineWith(outcome: Partial<StampOutcome> & { readonly kind: StampOutcome['kind'] }) {
  const provider = {
    ...pac,
    id: 'told',
    stamp: async () => ({ pac: 'told', message: 'x', ...outcome }) as StampOutcome,
  } as unknown as Provider
  const folios = createMemoryFolios()
  return { engine: createEngine({ signers, provider, folios, clock: () => noon }), folios }
}

describe('stamp', () => {
  it.each(['ingreso', 'egreso', 'global', 'extranjero', 'caracteres'])('%s', async (name) => {
    const answer = await success(draft(name))
    const { cfdi, timbre, pac: id, earlier } = answer
    const xml = Buffer.from(cfdi.XML, 'base64')
    expect(await verifySello(xml, { anchors: 'none' })).toMatchObject({ intact: true })
    expect(await verifyCfdi(xml, await pac.trust())).toMatchObject({
      steps: { stamp: { state: 'passed' } },
    })
    expect({ id, earlier, uuid: timbre.UUID }).toEqual({
      id: 'sandbox',
      earlier: false,
      uuid: cfdi.UUID,
    })
    expect(cfdi.UrlVerificacion).toContain(`id=${cfdi.UUID}&re=`)
    // The amounts and the document are those of the XML, and JSON has the document once.
    expect(answer.document).toEqual(readCfdi(xml))
    const { Total, SubTotal, Moneda } = answer.document
    expect(cfdi).toMatchObject({ Total, SubTotal, Moneda })
    expect(Object.keys(answer)).not.toContain('document')
    expect(isWellFormed(xml)).toBe(true)
    expect(readCfdi(xml).Folio).toBe(cfdi.Folio)
  })

  it('takes text too, and answers text that cannot be read', async () => {
    await success(JSON.stringify(draft('ingreso')))
    for (const json of ['{', '', '[]', '7', 'null', undefined, 7, [], null])
      expect(await engine.stamp<unknown>(json)).toMatchObject({ ok: false, code: 701, errors: [] })
  })

  it('answers 702 with everything that is wrong, and burns no folio', async () => {
    const { Folio } = (await success(draft('ingreso'))).cfdi
    const answer = (await engine.stamp(draft('invalido'))) as StampFailure
    expect(answer).toMatchObject({ ok: false, code: 702 })
    expect(answer.message).toMatch(/^El comprobante no es válido\. .* Hay \d errores más\.$/)
    expect(answer.errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['FormaPago', 'Total', 'Receptor.Rfc', 'Conceptos[1].Descripcion']),
    )
    for (const error of answer.errors) {
      expect(error).toMatchObject({
        severity: 'error',
        code: expect.any(String),
        message: expect.any(String),
      })
      expect(Object.keys(error)).not.toContain('value')
    }
    expect((await success(draft('ingreso'))).cfdi.Folio).toBe(String(Number(Folio) + 1))
  })

  it('answers 703 without a signer', async () => {
    expect(
      await engine.stamp<unknown>({ ...draft('ingreso'), Emisor: { Rfc: 'XIA190128J61' } }),
    ).toMatchObject({
      code: 703,
    })
    expect(
      await engine.stamp<unknown>({ ...draft('ingreso'), Emisor: { Rfc: 'AUTO' } }),
    ).toMatchObject({ code: 703 })
    const failing = createEngine({ signers: () => Promise.reject(new Error('KMS')), provider: pac })
    expect(await failing.stamp(draft('ingreso'))).toMatchObject({
      code: 703,
      message: expect.stringContaining('KMS'),
    })
  })

  it('is not made with what is no signer', () => {
    const company = signers[0] as Csd
    const awaited = /^createEngine: a signer is expected, and this is the promise of one: await it/
    expect(() => createEngine({ signers: csd('company') as never, provider: pac })).toThrow(awaited)
    expect(() =>
      createEngine({ signers: [company, csd('person')] as never, provider: pac }),
    ).toThrow(awaited)
    for (const wrong of [
      null,
      7,
      'csd.cer',
      { cer: 'x', key: 'y' },
      [company, undefined],
      { ...company, sign: 'x' },
    ])
      expect(() => createEngine({ signers: wrong as never, provider: pac })).toThrow(
        /^createEngine: a signer is expected: the result of/,
      )
  })

  it('answers 703 when the source of signers gives none, and says so when it gives something else', async () => {
    const answers = (signer: unknown) =>
      createEngine({ signers: () => signer as never, provider: pac }).stamp(draft('ingreso'))
    for (const nothing of [undefined, null])
      expect(await answers(nothing)).toMatchObject({
        code: 703,
        message: expect.stringContaining('No hay un certificado'),
      })
    for (const wrong of [7, {}, { certificate: {} }])
      expect(await answers(wrong)).toMatchObject({
        code: 703,
        message: expect.stringContaining('a signer is expected'),
      })
  })

  it('answers 704 when it cannot seal, and gives the folio back', async () => {
    const [company] = signers as [Csd]
    const broken = {
      certificate: company.certificate,
      sign: () => Promise.reject(new Error('HSM')),
    }
    const folios = createMemoryFolios()
    const failing = createEngine({ signers: broken, provider: pac, folios, clock: () => noon })
    expect(await failing.stamp({ ...draft('global') })).toMatchObject({ code: 704 })
    expect((await folios.next(company.rfc, 'G')).folio).toBe('1')
  })

  it.each([
    ['rejected', 705, '1'],
    ['refused', 706, '1'],
    ['unavailable', 707, '2'],
    ['unknown', 708, '2'],
  ] as const)('%s is %i', async (kind, code, next) => {
    const { engine: told, folios } = engineWith({
      kind,
      ...(kind === 'rejected' ? { scope: 'document', code: '302' } : {}),
    } as never)
    const answer = await told.stamp(draft('global'))
    expect(answer).toMatchObject({
      ok: false,
      code,
      pac: 'told',
      sealed: { XML: expect.any(String), Folio: '1' },
    })
    // What may be stamped, or was handed out to be sent later, keeps its folio.
    expect((await folios.next('PLO150312QT1', 'G')).folio).toBe(next)
  })

  it('does not believe a stamp of another document', async () => {
    const { timbre } = await success(draft('ingreso'))
    const { engine: told } = engineWith({ kind: 'stamped', when: 'fresh', timbre })
    expect(await told.stamp(draft('global'))).toMatchObject({ ok: false, code: 708 })
  })

  it('does not believe a provider that breaks its word', async () => {
    for (const stamp of [
      () => Promise.reject(new Error('socket')),
      () => {
        throw new Error('socket')
      },
      async () => undefined,
      async () => ({ kind: 'stamped' }),
    ]) {
      const folios = createMemoryFolios()
      const told = createEngine({
        signers,
        provider: { ...pac, id: 'told', stamp } as unknown as Provider,
        folios,
        clock: () => noon,
      })
      expect(await told.stamp(draft('global'))).toMatchObject({
        ok: false,
        code: 708,
        sealed: { Folio: '1' },
      })
      expect((await folios.next('PLO150312QT1', 'G')).folio).toBe('2')
    }
  })

  it('seals what it checked, whatever the caller does meanwhile', async () => {
    const document = structuredClone<unknown>(draft('global')) as {
      Conceptos: { Descripcion: string }[]
    }
    const folios = {
      next: async () => {
        document.Conceptos[0]!.Descripcion = 'MUTADO'
        return { folio: '1', commit: async () => {}, release: async () => {} }
      },
    }
    const answer = await createEngine({
      signers,
      provider: pac,
      folios,
      clock: () => noon,
    }).stamp<unknown>(document)
    expect(answer.ok && Buffer.from(answer.cfdi.XML, 'base64').toString()).not.toContain('MUTADO')
  })

  it('answers 704 when the signer gives no bytes, and 709 when a folio cannot be used', async () => {
    const [company] = signers as [Csd]
    const strange = { certificate: company.certificate, sign: async () => 'x' as never }
    expect(
      await createEngine({ signers: strange, provider: pac, clock: () => noon }).stamp(
        draft('global'),
      ),
    ).toMatchObject({ code: 704 })
    for (const folio of ['a|b', 'x'.repeat(41), '', ' 1', 17 as never]) {
      const folios = {
        next: async () => ({ folio, commit: async () => {}, release: async () => {} }),
      }
      expect(
        await createEngine({ signers, provider: pac, folios, clock: () => noon }).stamp(
          draft('global'),
        ),
      ).toMatchObject({ code: 709 })
    }
  })

  it('takes JSON as bytes, with or without BOM', async () => {
    const text = `\ufeff${JSON.stringify(draft('ingreso'))}`
    await success(text)
    await success(new TextEncoder().encode(text))
  })

  it('answers 709 when folios fail, and still gives a stamp when they fail after it', async () => {
    const dead = createEngine({
      signers,
      provider: pac,
      clock: () => noon,
      folios: { next: () => Promise.reject(new Error('db')) },
    })
    expect(await dead.stamp(draft('global'))).toMatchObject({ ok: false, code: 709 })
    const late = createEngine({
      signers,
      provider: pac,
      clock: () => noon,
      folios: {
        next: async () => ({
          folio: '90',
          commit: () => Promise.reject(new Error('db')),
          release: async () => {},
        }),
      },
    })
    expect(await late.stamp(draft('global'))).toMatchObject({
      ok: true,
      cfdi: { Folio: '90' },
      warnings: [{ code: '709' }],
    })
  })

  it('holds for many at once, each with a folio of its own', async () => {
    const many = createEngine({ signers, provider: pac, clock: () => noon })
    const answers = await Promise.all(Array.from({ length: 40 }, () => many.stamp(draft('global'))))
    const folios = answers.map((answer) => (answer.ok ? answer.cfdi.Folio : answer.message))
    expect([...folios].sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 40 }, (_, at) => String(at + 1)),
    )
  })

  it('shows no key and no pass phrase', async () => {
    const answer = await engine.stamp(draft('ingreso'))
    expect(JSON.stringify(answer)).not.toMatch(/12345678a|PRIVATE KEY/)
  })

  it('wants signers and a provider', () => {
    expect(() => createEngine({} as never)).toThrow(TypeError)
  })
})

describe('check', () => {
  it('says the same without sealing', async () => {
    expect(await engine.check(draft('ingreso'))).toEqual([])
    expect((await engine.check(draft('invalido'))).length).toBeGreaterThan(3)
    expect(await engine.check('{')).toMatchObject([{ code: '701' }])
    expect(await engine.check<unknown>({ Emisor: { Rfc: 'XIA190128J61' } })).toMatchObject([
      { code: '703' },
    ])
  })
})
