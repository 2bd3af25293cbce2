/**
 * Drafts without an engine: what they would be sealed as, and what the rules say of them.
 * @module
 */
import { expect, it } from 'vitest'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { createEngine } from '../../src/engine/engine.js'
import { preview, resolveDraft } from '../../src/engine/preview.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { ofCertificate } from '../../src/sat/cfdi40/derive/comprobante.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { cfdiDerivations } from '../../src/sat/derivations.js'
import { nomina } from '../../src/sat/nomina12/build.js'
import { csd, draft, fixture, noon } from '../fixtures.js'

const clock = () => noon
const asked = {
  ...draft('ingreso'),
  Folio: 'AUTO',
  Fecha: 'AUTO',
  SubTotal: 'AUTO',
  Total: 'AUTO',
  Impuestos: 'AUTO',
} as const

it('is what the engine would prepare', async () => {
  const signer = await csd()
  const given = { ...asked, Emisor: { ...asked.Emisor, Rfc: 'AUTO', Nombre: 'AUTO' } }
  const engine = createEngine({ signers: signer, provider: createSandboxPac(), clock })
  for (const json of [given, JSON.stringify(given), { ...given, Moneda: 'MNX' }, '{', null, []]) {
    expect(preview<unknown>(json, { certificate: signer.certificate, clock })).toEqual(
      await engine.prepare<unknown>(json),
    )
  }
})

it('without a certificate leaves what only that tells, and says nothing of it', () => {
  const given = { ...asked, Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' } }
  const { ok, findings, document, totals } = preview(given, { clock })
  expect([ok, findings]).toEqual([true, []])
  expect(document).toMatchObject({
    Emisor: { Rfc: 'AUTO' },
    Fecha: '2026-11-21T12:00:00',
    Folio: 'AUTO',
  })
  expect(totals?.Total).toBe(document?.['Total'])
  const wrong = preview({ ...given, Emisor: { ...given.Emisor, Rfc: 'X' } }, { clock })
  expect(wrong.findings.map(({ path }) => path)).toEqual(['Emisor.Rfc'])
})

it('tells what is wrong before what comes of it', () => {
  const payslip = JSON.parse(fixture('complements/nomina12.ordinaria.json').toString('utf8'))
    .Complemento.Nomina
  const [sueldo, ...others] = payslip.Percepciones.Percepcion
  payslip.Percepciones = { Percepcion: [{ ...sueldo, ImporteGravado: '-15000.00' }, ...others] }
  delete payslip.TotalPercepciones
  const Receptor = {
    Rfc: 'MEGL900412S78',
    Nombre: 'LUIS MENDOZA GARZA',
    DomicilioFiscalReceptor: '64010',
  }
  const given = nomina(payslip, {
    LugarExpedicion: '64000',
    Emisor: { RegimenFiscal: '601' },
    Receptor,
  })
  const paths = preview(given, { clock, complete: true }).findings.map(({ path }) => path)
  expect(paths).toEqual([
    'Complemento.Nomina.Percepciones.Percepcion[0].ImporteGravado',
    'Complemento.Nomina.Percepciones.TotalSueldos',
    'Complemento.Nomina.Percepciones.TotalGravado',
    'Complemento.Nomina.TotalPercepciones',
    'Conceptos[0].Importe',
    'SubTotal',
    'Total',
    'Conceptos[0].ValorUnitario',
  ])
})

it('leaves what is given as it is', () => {
  const given = structuredClone(asked)
  expect(resolveDraft(given, { clock })['SubTotal']).not.toBe('AUTO')
  expect(given).toEqual(asked)
  expect(() => resolveDraft('{')).toThrow(TypeError)
})

it('knows what only the certificate tells', () => {
  const rows = cfdiDerivations.rows.filter(
    ({ derivation }) => derivation.says === 'el certificado que sella',
  )
  expect(new Set(rows.map(({ path }) => path))).toEqual(ofCertificate)
})

it('an explanation calls no "AUTO" wrong that something derives', () => {
  const outcomes = explain(asked)
  expect(outcomes.filter(({ outcome }) => outcome === 'broken')).toEqual([])
  const left = outcomes.filter(({ why }) => why?.includes('"AUTO"'))
  expect(left.map(({ code }) => code)).toContain('CFDI40119')
  const wrong = explain({ ...asked, Fecha: 'mañana' })
  expect(wrong.filter(({ outcome }) => outcome === 'broken').map(({ code }) => code)).toEqual([
    'CFDI40101',
  ])
  expect(
    wrong.some(
      ({ why }) => why === 'lo que lee está mal o se obtiene al preparar el borrador ("AUTO")',
    ),
  ).toBe(true)
})

it('and of what was derived every rule is asked', () => {
  const resolved = resolveDraft({ ...asked, Folio: '1' }, { clock, catalogs: createCatalogs() })
  expect(explain(resolved, { at: noon }).filter(({ why }) => why?.includes('"AUTO"'))).toEqual([])
})
