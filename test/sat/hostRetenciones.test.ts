/**
 * A complement of retenciones that the host declares, from an XSD and an XSLT that the library has
 * never seen to a stamp. The cadena is compared with libxslt's over that XSLT.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declareComplement } from '../../src/cli/declare/declareComplement.js'
import { describeComplement } from '../../src/engine/contract/complementContract.js'
import { createEngine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { preview } from '../../src/engine/preview.js'
import { decodeBase64 } from '../../src/lib/base64.js'
import { extendModel } from '../../src/model/host/extend.js'
import { type Complement, optional } from '../../src/model/grammar.js'
import { jsonSchemaOf } from '../../src/model/jsonSchema.js'
import { text } from '../../src/model/types.js'
import { writeXsd } from '../../src/model/xsd.js'
import { writeXslt } from '../../src/model/xslt.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  readCfdi,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import { complement as complementOfCfdi } from '../../src/sat/cfdi40/complement.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { dividendos } from '../../src/sat/dividendos/declaration.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import type { RetencionesDraft } from '../../src/sat/retenciones20/draft.js'
import { retencion } from '../../src/sat/retenciones20/model.js'
import { seal } from '../../src/seal/sello.js'
import { verifySello } from '../../src/seal/verify.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { composeMail } from '../../src/service/mail/composeMail.js'
import { createTools } from '../../src/tools/createTools.js'
import { cli } from '../cli/world.js'
import { invoice } from '../fixtures.js'
import { schemaOf } from '../libxml.js'
import { describeWith, folder, isInstalled, transformed } from '../programs.js'
import { root } from '../tree.js'

const read = (file: string) => readFileSync(`${root}fixtures/${file}`, 'utf8')
const xslt = read('declare/regalias10.xslt')
const namespace = 'http://www.sat.gob.mx/esquemas/retencionpago/1/Regalias10'
const { complement, notes } = declareComplement(
  { xsd: read('declare/Regalias10.xsd'), xslt },
  { xsd: `${namespace}/Regalias10.xsd`, at: 'retencion', tipos: [] },
)
const given = { documents: [retenciones20], complements: [complement] }

const Regalias = {
  Version: '1.0',
  Contrato: { Numero: 'C-77' },
  Obra: [
    { Titulo: 'Las nubes', Monto: '750.00' },
    { Titulo: 'El faro', Monto: '250.00', Registro: '03-2019-1' },
  ],
}
const fields = '|1.0|750.00|Las nubes|03-2019-1|250.00|El faro|C-77||'

const bare = { ...JSON.parse(read('retenciones/dividendos.json')), CveRetenc: '25' }
const draft = { ...bare, DescRetenc: 'Regalías', Complemento: { Regalias } } as RetencionesDraft

const clock = () => new Date('2026-11-24T18:00:00Z')
const pac = createSandboxPac({ clock, ...given })
const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE' })
const orders = createUnsafeMemoryOrders()
const stamping = { signers: csd, provider: pac, clock, orders, complete: true }
const engine = createEngine({ ...stamping, ...given })
const answer = await engine.stamp(draft, { key: 'regalias-1' })
if (!answer.ok) throw new Error(JSON.stringify(answer))
const xml = decodeBase64(answer.cfdi.XML) as Uint8Array
const errorsOf = (one: unknown, options: object = given) =>
  check(one, options).filter(({ severity }) => severity === 'error')

/** Prints by our transformation of the document, and the given one of the complement. */
async function transform(document: string): Promise<string> {
  const main = writeXslt(retencion).replace(
    '</xsl:stylesheet>',
    `<xsl:include href="regalias10.xslt"/>
    <xsl:template name="Requerido"><xsl:param name="valor"/>|<xsl:value-of
      select="normalize-space($valor)"/></xsl:template>
    <xsl:template name="Opcional"><xsl:param name="valor"/><xsl:if test="$valor">|<xsl:value-of
      select="normalize-space($valor)"/></xsl:if></xsl:template>
    </xsl:stylesheet>`,
  )
  const scratch = folder({ 'main.xslt': main, 'regalias10.xslt': xslt, 'document.xml': document })
  return (await transformed(`${scratch}/main.xslt`, [`${scratch}/document.xml`]))[0] ?? ''
}

describe('a complement of retenciones that the host declares', () => {
  it('is made whole of its XSD and XSLT', () => {
    expect(notes).toEqual([])
  })

  it('is stamped by an engine, verified, printed and mailed', async () => {
    expect(answer.document).toMatchObject({ Complemento: { Regalias } })
    const trust = await pac.trust()
    expect(await verifyCfdi(xml, { ...trust, ...given })).toMatchObject({ verdict: 'valid' })
    expect((await verifyCfdi(xml, { ...trust, documents: [retenciones20] })).verdict).not.toBe(
      'valid',
    )
    expect(JSON.stringify(viewOf(xml, given))).toContain('Las nubes')
    const mail = await composeMail({
      xml,
      from: { name: 'Facturación', address: 'facturas@example.com' },
      to: ['compras@example.com'],
      ...given,
    })
    expect(JSON.stringify(mail)).toContain(answer.cfdi.UUID)
    const again = await engine.stamp(draft, { key: 'regalias-1' })
    expect(again).toMatchObject({ ok: true, cfdi: { UUID: answer.cfdi.UUID } })
  })

  it('is checked, read, written, explained and part of the cadena', () => {
    const document = readCfdi(xml, given)
    expect(document.Complemento).toMatchObject({ Regalias })
    expect(errorsOf(document)).toEqual([])
    expect(checkXml(xml, given).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(explain(document, given).filter(({ outcome }) => outcome === 'broken')).toEqual([])
    expect(preview(draft, { ...given, clock, complete: true }).findings).toEqual([])
    expect(readCfdi(writeCfdi(document, given), given)).toEqual(document)
    expect(cadenaOriginal(document, given).endsWith(fields)).toBe(true)
    expect(cadenaOriginalXml(xml, given)).toBe(cadenaOriginal(document, given))
    const wrong = { ...Regalias, Obra: [{ Titulo: '', Monto: '1.234' }], Otro: '1' }
    expect(
      errorsOf({ ...document, Complemento: { Regalias: wrong } }).map(({ path }) => path),
    ).toEqual([
      'Complemento.Regalias.Obra[0].Titulo',
      'Complemento.Regalias.Obra[0].Monto',
      'Complemento.Regalias.Otro',
    ])
  })

  it('is sealed', async () => {
    const { Sello: _, ...unsealed } = readCfdi(xml, given) as Comprobante
    const { TimbreFiscalDigital: __, ...rest } = unsealed.Complemento as Record<string, unknown>
    const sealed = await seal({ ...unsealed, Complemento: rest } as never, csd, given)
    expect(sealed.cadena.endsWith(fields)).toBe(true)
    expect(await verifySello(sealed.xml, { anchors: 'none', ...given })).toMatchObject({
      intact: true,
    })
  })

  it('has an XSD, and a JSON Schema in the tools', () => {
    const model = extendModel(retencion, [complement])
    const isValid = schemaOf(writeXsd(model))
    const written = writeCfdi(
      { ...readCfdi(xml, given), Complemento: { Regalias } } as Comprobante,
      given,
    )
    expect(isValid(written)).toBe(true)
    expect(isValid(written.replace('Monto="750.00"', 'Monto="-1"'))).toBe(false)
    expect(JSON.stringify(jsonSchemaOf(model))).toContain('Regalias')
    const described = (complements: readonly Complement[]) =>
      JSON.stringify(createTools({ engine, documents: [retenciones20], complements }))
    expect(described([complement])).toContain('Regalias')
    expect(described([dividendos])).not.toContain('Regalias')
  })

  it('leaves a CFDI, and the document without it, as they are', () => {
    expect(errorsOf(invoice({ Complemento: { Regalias } })).map(({ path }) => path)).toEqual([
      'Complemento.Regalias',
    ])
    expect(retenciones20.model).toBe(retencion)
    expect(errorsOf(draft, { documents: [retenciones20] }).map(({ path }) => path)).toContain(
      'Complemento.Regalias',
    )
  })

  it('stands beside one of a CFDI', () => {
    const own = complementOfCfdi({ ...complement, at: 'comprobante', tipos: ['I'] })
    const both = { documents: [retenciones20], complements: [own, complement] }
    expect(errorsOf(readCfdi(xml, both), both)).toEqual([])
    expect(errorsOf(invoice({ Complemento: { Regalias } }), both)).toEqual([])
  })
})

describe('a complement of retenciones that nobody declares', () => {
  it('is refused by name before the seal, and the document is incomplete', async () => {
    const found = checkXml(xml, { documents: [retenciones20] })
    const refused = found.filter(({ code }) => code === 'Reten-S02')
    expect(refused.map(({ path }) => path)).toEqual(['Complemento.Regalias'])
    expect(refused[0]?.message).toContain('host-complements')
    const fragment = readCfdi(xml, { documents: [retenciones20] })
    expect(JSON.stringify(fragment.Complemento)).toContain('<regalias:Regalias')
    const trust = await pac.trust()
    expect(await verifyCfdi(xml, { ...trust, documents: [retenciones20] })).toMatchObject({
      verdict: 'incomplete',
    })
    const without = createEngine({ ...stamping, documents: [retenciones20] })
    const refusal = await without.stamp({ ...draft } as never, { key: 'regalias-2' })
    expect(JSON.stringify(refusal)).toContain('Regalias')
    expect(refusal.ok).toBe(false)
    const raw = { ...draft, Complemento: fragment.Complemento } as Record<string, unknown>
    const { TimbreFiscalDigital: _, ...Complemento } = raw['Complemento'] as Record<string, unknown>
    const other = await without.stamp({ ...raw, Complemento } as never, { key: 'regalias-3' })
    expect(JSON.stringify(other)).toContain('Reten-S02')
  })
})

describe('declarations that are refused by name', () => {
  it.each<[string, object, string]>([
    ['without the document', { complements: [complement] }, 'option documents'],
    [
      'a namespace of the document',
      { ...given, complements: [{ ...complement, namespace: dividendos.namespace }] },
      'complements[0] (Regalias 1.0): Dividendos 1.0 has the namespace',
    ],
    [
      'the place in the list',
      { ...given, complements: [complement, { ...complement, prefix: 'otro' }] },
      'complements[1] (Regalias 1.0): Regalias 1.0 has the namespace',
    ],
    ['no place', { ...given, complements: [{ ...complement, at: 'emisor' }] }, 'at must be one of'],
  ])('%s', (_, options, words) => {
    expect(() => check(draft, options)).toThrow(words)
  })
})

describe('a revision of a complement of retenciones', () => {
  const { content } = dividendos.root
  const revised: Complement = {
    ...dividendos,
    previous: dividendos,
    desde: '2027-01-01',
    root: { ...dividendos.root, content: { Nuevo: optional(text(1, 9)), ...content } },
  }
  const wrongOn = (FechaExp: string) =>
    errorsOf(
      { ...bare, FechaExp, Complemento: { Dividendos: { Version: '1.0', Nuevo: 'x' } } },
      { ...given, complements: [revised], rules: false },
    ).filter(({ field }) => field === 'Nuevo')

  it('judges the documents of its days, and the earlier one the documents before', () => {
    expect(wrongOn('2027-01-01T00:00:00')).toEqual([])
    expect(wrongOn('2026-12-31T23:59:59')).not.toEqual([])
  })
})

describeComplement(
  'the contract of a complement of retenciones',
  {
    complement,
    examples: [Regalias],
    documents: [retenciones20],
    draft: { ...draft, Complemento: undefined },
    ...(isInstalled('xsltproc') && { transform }),
  },
  { describe, it },
)

describeWith('xsltproc', 'the given XSLT', () => {
  it('prints the same cadena', async () => {
    const printed = await transform(new TextDecoder().decode(xml))
    expect(printed).toBe(cadenaOriginalXml(xml, given))
  })
})

describe('on the command line', () => {
  const files = ['fixtures/declare/Regalias10.xsd', '--xslt', 'fixtures/declare/regalias10.xslt']

  it('the namespace tells the place', async () => {
    const { stdout, stderr, exit } = await cli(['declare', ...files])
    expect(exit).toBe(0)
    expect(stderr).toContain('--at retencion')
    expect(stderr).toContain(`--url ${complement.xsd}`)
    expect(stdout).toContain("import { complement } from 'cfdi-stamp/retenciones'")
    expect(stdout).toContain("declare module 'cfdi-stamp/retenciones'")
    expect(stdout).toContain('interface ComplementosDeLaRetencionDraft')
    expect(stdout).not.toContain('tipos')
    expect(await cli(['declare', ...files, '--tipos', 'I', '--at', 'retencion'])).toMatchObject({
      exit: 2,
    })
  })

  it.each([
    ['--js', 'regalias.mjs'],
    ['--json', 'regalias.json'],
  ])('leads from the two files to a stamp, by declare %s', async (form, file) => {
    const { stdout } = await cli(['declare', ...files, form])
    const module = stdout
      .replace("'cfdi-stamp/model'", `'${root}src/model/index.ts'`)
      .replace("'cfdi-stamp/retenciones'", `'${root}src/sat/retenciones20/index.ts'`)
    const cwd = folder({ [file]: module })
    const own = ['--complements', file, '-']
    const stdin = JSON.stringify(draft)
    const stamped = await cli(['stamp', '--sandbox', '--complete', ...own], { cwd, stdin })
    expect(stamped.exit, stamped.stderr).toBe(0)
    const made = { cwd, stdin: stamped.stdout }
    expect((await cli(['check', ...own], made)).exit).toBe(0)
    expect((await cli(['cadena', ...own], made)).stdout.trim().endsWith(fields)).toBe(true)
    expect(JSON.parse((await cli(['read', ...own], made)).stdout)).toMatchObject({
      Complemento: { Regalias },
    })
    expect((await cli(['check', '-'], made)).exit).toBe(1)
  })
})
