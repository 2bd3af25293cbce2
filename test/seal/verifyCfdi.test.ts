/**
 * verifyCfdi: one verdict for a received document, and the step that decides it. Forgeries of
 * strangers are in verifyCfdi.forged.test.ts, its work and wrong policies in verifyCfdi.cost.test.ts.
 * @module
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readCertificate } from '../../src/certificate/certificate.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import {
  createSandboxPac,
  type SandboxPac,
  type SandboxTrust,
} from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { seal } from '../../src/seal/sello.js'
import type { CfdiVerification } from '../../src/seal/verification.js'
import { type CfdiPolicy, verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { satAnchors, satAuthorities } from '../../src/trust/authorities.js'
import { knownPacs } from '../../src/trust/pacs.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'

const root = readCertificate(fixture('csd/root.cer'))
let pac: SandboxPac
let trust: SandboxTrust
let stamped: string

async function stamp(by: SandboxPac, changes: Record<string, unknown> = {}): Promise<string> {
  const sealed = await seal(invoice(changes), await csd('person'))
  const outcome = await by.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
  return insertTimbre(sealed, outcome.timbre).xml
}

beforeAll(async () => {
  pac = createSandboxPac({ clock: () => noon, anchors: [root] })
  trust = await pac.trust()
  stamped = await stamp(pac)
})

/**
 * Steps that are not as in a document without fault, with their reason or the input that they lack.
 */
function odd({ steps }: CfdiVerification): Record<string, string> {
  return Object.fromEntries(
    Object.entries(steps).flatMap(([name, step]) => {
      if (step.state === 'passed') return []
      expect(step.message).toMatch(/^[A-ZÁÉÍÓÚÑ].*\.$/s)
      return [[name, step.state === 'failed' ? step.reason : `needs ${step.missing}`]]
    }),
  )
}

const notAsked = { revocation: 'needs revocation-list', status: 'needs status' }

async function judged(text: string | Uint8Array, policy: CfdiPolicy = trust) {
  const received = await verifyCfdi(text, policy)
  expect(received.ok).toBe(received.verdict === 'valid')
  const { revocation, status, ...steps } = odd(received)
  expect({ revocation, status }).toEqual(
    'readable' in steps ? { revocation: 'needs document', status: 'needs document' } : notAsked,
  )
  return { verdict: received.verdict, ...steps }
}

const valid = { verdict: 'valid' }

describe('the verdict', () => {
  it('valid: the document, its stamp and both certificates come with it', async () => {
    const received = await verifyCfdi(stamped, trust)
    expect(received).toMatchObject({
      ok: true,
      verdict: 'valid',
      document: readCfdi(stamped),
      findings: [],
      environment: 'test',
      certificate: { rfc: 'TOAM850417U21' },
      pacCertificate: { kind: 'pac' },
    })
    expect(received.message).toMatch(
      /^CFDI válido: .* Los certificados son de pruebas: no tiene validez fiscal\.$/,
    )
    expect(await judged(new TextEncoder().encode(stamped))).toEqual(valid)
  })

  it('incomplete: the certificate of the PAC, by number and address', async () => {
    const received = await verifyCfdi(stamped, { anchors: trust.anchors })
    expect(received).toMatchObject({
      ok: false,
      verdict: 'incomplete',
      document: readCfdi(stamped),
    })
    expect(received.message).toBe(
      'Falta el certificado 30001000000000000001 del PAC, que el SAT publica en https://rdc.sat.gob.mx/rccf/300010/000000/00/00/00/30001000000000000001.cer.',
    )
    expect(await judged(stamped, { ...trust, pacCertificates: [] })).toEqual({
      verdict: 'incomplete',
      stamp: 'needs pac-certificate',
    })
  })

  it('incomplete: a PAC that is not in the list', async () => {
    const { pacs: _, ...noList } = trust
    expect(await judged(stamped, noList)).toEqual({
      verdict: 'incomplete',
      stamp: 'needs pac-list',
    })
    expect(knownPacs.pacs.map(({ rfc }) => rfc)).not.toContain('PSB200101AA1')
  })

  it('incomplete: without anchors, whatever else is right', async () => {
    const received = await verifyCfdi(stamped, { ...trust, anchors: 'none' })
    expect(received).toMatchObject({ ok: false, verdict: 'incomplete' })
    expect(odd(received)).toEqual({
      certificate: 'needs anchors',
      stamp: 'needs anchors',
      ...notAsked,
    })
  })

  it('invalid: a document without a stamp is not a fiscal document', async () => {
    const bare = stamped.replace(/<tfd:[^>]*>/, '')
    expect((await verifyCfdi(bare, trust)).message).toBe(
      'El documento está sin timbre: no es un comprobante fiscal.',
    )
    expect(await judged(bare)).toEqual({ verdict: 'invalid', stamp: 'absent' })
  })

  it('invalid: by the anchors of the SAT, as everything of a sandbox', async () => {
    const policy = { ...trust, anchors: satAnchors }
    expect(await judged(stamped, policy)).toEqual({
      verdict: 'invalid',
      certificate: 'chain',
      stamp: 'chain',
    })
  })

  it.each([
    ['nothing', ''],
    ['text', 'hola'],
    ['JSON', '{"Version":"4.0"}'],
    ['another document', '<x/>'],
    ['a PDF', '%PDF-1.7'],
  ])('invalid: %s cannot be read', async (_, text) => {
    const unread = 'needs document'
    const steps = {
      structure: unread,
      rules: unread,
      seal: unread,
      certificate: unread,
      stamp: unread,
    }
    expect(await judged(text)).toEqual({ verdict: 'invalid', readable: 'xml', ...steps })
  })

  it.each<[string, Record<string, string>, string | RegExp, string]>([
    ['a total', { rules: 'rules', seal: 'changed' }, 'Total="16683.34"', 'Total="66733360.00"'],
    [
      'a code',
      { structure: 'structure', rules: 'rules', seal: 'changed' },
      'Moneda="MXN"',
      'Moneda="MXX"',
    ],
    [
      'a node that a CFDI has not',
      { structure: 'structure' },
      '<cfdi:Conceptos>',
      '<x:y xmlns:x="urn:x"/><cfdi:Conceptos>',
    ],
    ['the UUID', { stamp: 'changed' }, / UUID="[^-]*/, ' UUID="00000000'],
    [
      'the number of the certificate',
      { seal: 'certificate-number' },
      /NoCertificado="../,
      'NoCertificado="99',
    ],
    [
      'no seal',
      { seal: 'absent', certificate: 'needs document', stamp: 'other-document' },
      / Sello="[^"]*"/,
      ' Sello=""',
    ],
    ['SelloSAT of three bytes', { stamp: 'length' }, /SelloSAT="[^"]*"/, 'SelloSAT="AAAA"'],
    ['SelloSAT that is not Base64', { stamp: 'base64' }, /SelloSAT="..../, 'SelloSAT="ñññ='],
    ['two stamps', { stamp: 'repeated' }, /<tfd:[^>]*>/, '$&$&'],
    [
      'a stamp before the document',
      { stamp: 'stamp-date' },
      /FechaTimbrado="2026/,
      'FechaTimbrado="2025',
    ],
    [
      'a stamp three days late',
      { stamp: 'stamp-date' },
      /FechaTimbrado="2026-11-\d\d/,
      'FechaTimbrado="2026-11-30',
    ],
    [
      'a day that does not exist',
      { stamp: 'form' },
      /FechaTimbrado="2026-11-\d\d/,
      'FechaTimbrado="2026-11-31',
    ],
  ])('invalid: %s', async (_, steps, from, to) => {
    const edited = stamped.replace(from, to)
    expect(edited).not.toBe(stamped)
    const { verdict, ...found } = await judged(edited)
    expect(verdict).toBe('invalid')
    expect(found).toMatchObject(steps)
  })

  it('names the changed value before the rules that it breaks', async () => {
    const edited = stamped.replace('Total="16683.34"', 'Total="16683.33"')
    const { steps, message } = await verifyCfdi(edited, trust)
    expect(steps.rules).toMatchObject({ state: 'failed' })
    expect(message).toBe((steps.seal as { readonly message: string }).message)
  })

  it('invalid: a bar in a value, though both signatures verify', async () => {
    const edited = stamped.replace('Serie="A" Folio="7"', 'Serie="A|7"')
    expect(edited).not.toBe(stamped)
    expect(await judged(edited)).toMatchObject({ verdict: 'invalid', seal: 'ambiguous' })
  })
})

describe('complements that the seal does not cover', () => {
  const within = (node: string) =>
    stamped.replace('<cfdi:Complemento>', `<cfdi:Complemento>${node}`)

  it('that the library does not declare leave the verdict incomplete, whenever they were put in', async () => {
    const unknown = within('<x:Futuro xmlns:x="http://www.sat.gob.mx/futuro" Total="999999.00"/>')
    expect(await judged(unknown)).toEqual({ verdict: 'incomplete', structure: 'needs declaration' })
    const inConcept = stamped.replace(
      /<\/cfdi:Concepto>/,
      '<cfdi:ComplementoConcepto><x:Futuro xmlns:x="http://www.sat.gob.mx/futuro"/></cfdi:ComplementoConcepto></cfdi:Concepto>',
    )
    expect(await judged(inConcept)).toMatchObject({ verdict: 'incomplete' })
    // The SAT's transformation prints most complements, so the seal of a genuine document differs too.
    const sealedWithIt = unknown.replace('Folio="7"', 'Folio="8"')
    expect(await judged(sealedWithIt)).toEqual({
      ...{ verdict: 'incomplete', structure: 'needs declaration', seal: 'needs declaration' },
    })
  })

  it('of a later version than the declared one leave the verdict incomplete', async () => {
    const later = within(
      '<divisas:Divisas xmlns:divisas="http://www.sat.gob.mx/divisas" version="3.5" Otro="x"><divisas:Nuevo/></divisas:Divisas>',
    )
    expect(await judged(later)).toMatchObject({
      ...{ verdict: 'incomplete', structure: 'needs declaration', seal: 'needs declaration' },
    })
    expect((await verifyCfdi(later, trust)).findings.map(({ message }) => message)).toContain(
      'Divisas.version: debe ser "1.0"; si el SAT publicó otra versión, actualice cfdi-stamp o declárela con la opción `complements` (se encontró "3.5").',
    )
    // An error outside of the complement, and an earlier version, are errors.
    const wrong = later.replace('Moneda="MXN"', 'Moneda="MXX"')
    expect(await judged(wrong)).toMatchObject({ verdict: 'invalid', structure: 'structure' })
    const earlier = later.replace('version="3.5"', 'version="0.9"')
    expect(await judged(earlier)).toMatchObject({ verdict: 'invalid', structure: 'structure' })
  })

  it('that the SAT leaves out of the cadena original are named', async () => {
    const { unsealed } = await verifyCfdi(stamped, trust)
    expect(unsealed).toEqual([])
    const spei = within(
      '<spei:Complemento_SPEI xmlns:spei="http://www.sat.gob.mx/spei"><spei:SPEI_Tercero/></spei:Complemento_SPEI>',
    )
    expect((await verifyCfdi(spei, trust)).unsealed).toEqual(['Complemento_SPEI'])
  })
})

describe('certificates of PACs', () => {
  const finding = (find: (number: string) => Promise<Uint8Array | undefined>) => ({
    ...trust,
    pacCertificates: { find },
  })

  it('come from a source, queried by number, once', async () => {
    const find = vi.fn(async () => (await pac.certificate()).der)
    expect(await judged(stamped, finding(find))).toEqual(valid)
    expect(find.mock.calls).toEqual([['30001000000000000001']])
  })

  it('that the source has not, or cannot give, are an input that is missing', async () => {
    const missing = { verdict: 'incomplete', stamp: 'needs pac-certificate' }
    expect(
      await judged(
        stamped,
        finding(async () => undefined),
      ),
    ).toEqual(missing)
    expect(
      await judged(
        stamped,
        finding(() => Promise.reject(new Error('sin red'))),
      ),
    ).toEqual(missing)
    expect(
      await judged(
        stamped,
        finding(async () => new Uint8Array(3)),
      ),
    ).toEqual(missing)
  })

  it('do not count for the stamp of another holder, of an e.firma, or of another authority', async () => {
    const other = createSandboxPac({ clock: () => noon, anchors: [root], rfc: 'SPR190613I52' })
    const byOther = await stamp(other, { Folio: '8' })
    const mixed = {
      anchors: trust.anchors,
      pacs: trust.pacs,
      pacCertificates: [await other.certificate()],
    }
    expect(await judged(byOther, mixed)).toEqual({ verdict: 'invalid', stamp: 'chain' })
  })

  it('a taxpayer with a CSD makes no stamp, neither in the name of a PAC nor in his own', async () => {
    const authority = createAuthority({ clock: () => noon })
    for (const rfc of ['FIN1203015JA', 'PLO150312QT1']) {
      const taxpayer = {
        rfc: 'PLO150312QT1',
        name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
        branch: 'PACFIN1203015JA',
      }
      const forger = { ...authority, issuePac: () => authority.issueCsd(taxpayer) }
      const invented = createSandboxPac({
        clock: () => noon,
        anchors: [root],
        authority: forger,
        rfc,
      })
      const { anchors, pacCertificates } = await invented.trust()
      const forged = await stamp(invented, { Folio: rfc })
      const expected =
        rfc === 'FIN1203015JA'
          ? { verdict: 'invalid', stamp: 'holder' }
          : { verdict: 'incomplete', stamp: 'needs pac-list' }
      expect(await judged(forged, { anchors, pacCertificates })).toEqual(expected)
    }
  })
})

describe('inputs of the policy', () => {
  it('revocations: a revoked certificate is invalid; an unlisted one is not checked', async () => {
    const {
      noCertificado,
      rfc,
      validFrom: desde,
      validTo: hasta,
    } = readCertificate(fixture('csd/person.cer'))
    const listed = (estatus: 'activo' | 'revocado') => ({
      noCertificado,
      rfc,
      desde,
      hasta,
      estatus,
      obligaciones: true,
    })
    const under = async (found: ReturnType<typeof listed> | undefined) => {
      const { verdict, steps } = await verifyCfdi(stamped, {
        ...trust,
        revocations: { find: () => found },
      })
      return [verdict, steps.revocation.state]
    }
    expect(await under(listed('revocado'))).toEqual(['invalid', 'failed'])
    expect(await under(listed('activo'))).toEqual(['valid', 'passed'])
    expect(await under(undefined)).toEqual(['valid', 'not-checked'])
  })

  it.each([
    ['cancelledDirectly', 'invalid', 'failed'],
    ['cancelledBySilence', 'invalid', 'failed'],
    ['cancellableDirectly', 'valid', 'passed'],
    ['notCancellable', 'valid', 'passed'],
    ['inProcess', 'valid', 'passed'],
    ['notKnown', 'incomplete', 'not-checked'],
    ['unrecognised', 'incomplete', 'not-checked'],
    ['unavailable', 'incomplete', 'not-checked'],
  ])('status: %s is %s', async (state, verdict, step) => {
    const source = { status: vi.fn(async () => ({ state, message: '' }) as never) }
    const received = await verifyCfdi(stamped, { ...trust, status: source })
    expect([received.verdict, received.steps.status.state]).toEqual([verdict, step])
    const { Sello, Receptor } = readCfdi(stamped)
    expect(source.status).toHaveBeenCalledExactlyOnceWith({
      uuid: received.timbre?.UUID,
      rfcEmisor: 'TOAM850417U21',
      rfcReceptor: Receptor.Rfc,
      total: '16683.34',
      fe: Sello.slice(-8),
    })
  })

  it('revocations: a request is awaited; a row of another certificate, of an unknown state or none is not checked', async () => {
    const { noCertificado } = readCertificate(fixture('csd/person.cer'))
    const under = async (find: () => unknown) => {
      const received = await verifyCfdi(stamped, { ...trust, revocations: { find: find as never } })
      return [received.verdict, received.steps.revocation.state]
    }
    expect(await under(async () => ({ noCertificado, estatus: 'revocado' }))).toEqual([
      'invalid',
      'failed',
    ])
    const open = ['valid', 'not-checked']
    for (const answer of [
      { noCertificado: '1', estatus: 'activo' },
      { noCertificado, estatus: 'REVOCADO' },
      {},
      true,
      null,
    ])
      expect(await under(async () => answer)).toEqual(open)
    expect(await under(() => Promise.reject(new Error('sin red')))).toEqual(open)
  })

  it.each(['Cancelado', 'vigente', undefined, 3])(
    'status: %s is no state of the SAT',
    async (state) => {
      const status = { status: async () => ({ state }) as never }
      expect(await verifyCfdi(stamped, { ...trust, status })).toMatchObject({
        verdict: 'incomplete',
      })
      const silent = { status: async () => null as never }
      expect(await verifyCfdi(stamped, { ...trust, status: silent })).toMatchObject({
        verdict: 'incomplete',
      })
    },
  )

  it('the answer of the SAT comes with the verdict', async () => {
    const reading = { state: 'notCancellable', efos: 'listed' } as never
    expect(
      await verifyCfdi(stamped, { ...trust, status: { status: async () => reading } }),
    ).toMatchObject({
      sat: reading,
    })
  })

  it('a certificate is read from its DER, not from the members of a copy', async () => {
    const taxpayer = await createAuthority({ clock: () => noon }).issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA',
    })
    const genuine = await pac.certificate()
    const dressed = {
      ...taxpayer.certificate,
      rfc: genuine.rfc,
      noCertificado: genuine.noCertificado,
      publicKey: genuine.publicKey,
    }
    const copies = { ...trust, pacCertificates: { find: async () => dressed } }
    expect(await verifyCfdi(stamped, copies)).toMatchObject({ ok: false })
    await expect(
      verifyCfdi(stamped, { ...trust, anchors: satAuthorities as never }),
    ).rejects.toThrow(TypeError)
  })

  it('nothing found is an input that is missing, also as null; an empty list of anchors is one too', async () => {
    const nothing = { ...trust, pacCertificates: { find: async () => null } }
    expect(await verifyCfdi(stamped, nothing)).toMatchObject({ verdict: 'incomplete' })
    expect(odd(await verifyCfdi(stamped, { ...trust, anchors: [] }))).toMatchObject({
      certificate: 'needs anchors',
    })
  })

  it('check.at: a stamp of the future is invalid', async () => {
    const at = (hours: number) => ({
      ...trust,
      check: { at: new Date(noon.getTime() + hours * 3_600_000) },
    })
    expect(await judged(stamped, at(-1))).toMatchObject({ verdict: 'invalid', stamp: 'stamp-date' })
    expect(await judged(stamped, at(1))).toEqual(valid)
  })

  it('a status source that throws is one without an answer', async () => {
    const status = { status: () => Promise.reject(new Error('sin red')) }
    expect(await verifyCfdi(stamped, { ...trust, status })).toMatchObject({ verdict: 'incomplete' })
  })

  it('limits, rfc, minKeySize', async () => {
    expect(await judged(stamped, { ...trust, limits: { nodes: 3 } })).toMatchObject({
      readable: 'xml',
    })
    expect(await judged(stamped, { ...trust, rfc: 'PLO150312QT1' })).toMatchObject({
      certificate: 'holder',
    })
    expect(await judged(stamped, { ...trust, minKeySize: 3072 })).toMatchObject({
      certificate: 'weak',
      stamp: 'weak',
    })
  })
})
