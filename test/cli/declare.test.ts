/**
 * Declarations made of XSD and XSLT: of a complement in the form of the SAT's files, and of all
 * complements of the library from the files that are derived from them.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeModule } from '../../src/cli/declare/declarationWriter.js'
import { type ComplementFacts, declareComplement } from '../../src/cli/declare/declareComplement.js'
import { readDeclaration, writeDeclaration } from '../../src/model/host/declaration.js'
import type { Complement } from '../../src/model/grammar.js'
import * as model from '../../src/model/index.js'
import { cadenaOriginal, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { complements } from '../../src/sat/declarations.js'
import { invoice, sale } from '../fixtures.js'
import { describeWith, folder, transformed } from '../programs.js'
import { root } from '../tree.js'
import { cli } from './world.js'

const read = (file: string) => readFileSync(root + file, 'utf8')
const facts: ComplementFacts = {
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Reciclaje/Reciclaje10.xsd',
  at: 'comprobante',
  tipos: ['I', 'E'],
}
const xsd = read('fixtures/declare/Reciclaje10.xsd')
const xslt = read('fixtures/declare/reciclaje10.xslt')

/** Evaluates a module that was written without types. */
function evaluated(module: string): Complement {
  const body = module
    .replace(/import \{([^}]*)\} from 'cfdi-stamp\/model'/, 'const {$1} = model')
    .replace(/export const \w+ = /, 'return ')
  return new Function('model', body)(model) as Complement
}

const rewritten = (complement: Complement): Complement =>
  evaluated(
    writeModule({ complement, meanings: new Map(), notes: [], isTyped: false, isNew: true }),
  )

const Reciclaje = {
  Version: '1.0',
  FolioManifiesto: 'M-2041',
  Notas: 'por la tarde',
  Materiales: [
    { Clave: 'PT01', Kilos: '820.500' },
    { Clave: 'AL03', Kilos: '75.25', Pais: 'USA' },
  ],
  Centro: { Rfc: 'PLO150312QT1' },
}
const document = invoice({ Complemento: { Reciclaje } })

describe('a complement in the form of the SAT', () => {
  const { complement, meanings, notes } = declareComplement({ xsd, xslt }, facts)
  const given = { complements: [complement] }

  it('is declared whole', () => {
    expect(notes).toEqual([])
    expect(meanings.get('Reciclaje.Materiales')).toBe('Lo que se entregó.')
    const errors = (wrong: object) =>
      check(invoice({ Complemento: { Reciclaje: { ...Reciclaje, ...wrong } } }), given)
        .filter(({ severity }) => severity === 'error')
        .map(({ path }) => path)
    expect(errors({})).toEqual([])
    expect(errors({ FolioManifiesto: 'x'.repeat(21) })).toEqual([
      'Complemento.Reciclaje.FolioManifiesto',
    ])
    expect(errors({ Materiales: [{ Clave: 'x', Kilos: '0' }] })).toEqual([
      'Complemento.Reciclaje.Materiales[0].Clave',
      'Complemento.Reciclaje.Materiales[0].Kilos',
    ])
    expect(errors({ Planta: { Autorizacion: '12345' } })).toEqual(['Complemento.Reciclaje'])
  })

  it('is written as a module that declares the same', () => {
    expect(rewritten(complement)).toEqual(complement)
  })

  it('has the codes of the schemas that are given with it', () => {
    const catalog = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
      targetNamespace="http://www.sat.gob.mx/sitio_internet/cfd/catalogos">
      <xs:simpleType name="c_Pais"><xs:restriction base="xs:string">
        <xs:whiteSpace value="collapse"/><xs:enumeration value="MEX"/></xs:restriction>
      </xs:simpleType></xs:schema>`
    const made = declareComplement({ xsd, xslt, imported: [catalog] }, facts).complement
    expect(JSON.stringify(made)).toContain('"enumeration":["MEX"]},"catalog":"c_Pais"')
  })

  describeWith('xsltproc', 'its own XSLT', () => {
    it('prints the cadena of the declaration', async () => {
      const main = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
        xmlns:rec="http://www.sat.gob.mx/Reciclaje">
        <xsl:include href="reciclaje10.xslt"/>
        <xsl:template match="/"><xsl:apply-templates select="//rec:Reciclaje"/></xsl:template>
        <xsl:template name="Requerido"><xsl:param name="valor"/>|<xsl:value-of
          select="normalize-space($valor)"/></xsl:template>
        <xsl:template name="Opcional"><xsl:param name="valor"/><xsl:if test="$valor">|<xsl:value-of
          select="normalize-space($valor)"/></xsl:if></xsl:template>
      </xsl:stylesheet>`
      const scratch = folder({
        'main.xslt': main,
        'reciclaje10.xslt': xslt,
        'document.xml': writeCfdi(document, given),
      })
      const [printed = ''] = await transformed(`${scratch}/main.xslt`, [`${scratch}/document.xml`])
      expect(printed).toMatch(/^\|1\.0\|por la tarde\|M-2041\|PT01\|/)
      expect(cadenaOriginal(document, given).endsWith(`${printed}||`)).toBe(true)
    })
  })
})

/** Facts that the SAT publishes elsewhere than in its XSD and XSLT, or that a derived one lost. */
const outside: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\w+\.(?:status|desde|hasta|single)$/, 'dates and number are of the guías'],
  [/^detallista\.version$/, 'its attribute is contentVersion'],
  [/\.type\.catalog$/, 'the derived XSD lists the codes of closed catalogues in place'],
  [/\.TasaOCuota\.type\.isRate$/, 'ours marks rates of drafts, and Pagos 1.0 has none'],
  [/^VentaVehiculos\.root\.content\.Parte\.element\.content\./, 'Parte is not in the cadena'],
]

describe('every complement of the library, from its derived files', () => {
  const derived = read('xslt/cadenaoriginal_4_0.xslt')
  it.each(complements.map((one) => [`${one.name} ${one.version ?? ''}`, one] as const))(
    '%s',
    (_, own) => {
      const file = own.xsd.slice(own.xsd.lastIndexOf('/') + 1)
      const { xsd: url, at, tipos } = own
      const files = { xsd: read(`xsd/${file}`), xslt: own.cadena ? derived : undefined }
      const { complement, notes } = declareComplement(files, { xsd: url, at, tipos })
      expect(notes).toEqual([])
      const unexplained = differences(own, complement, own.name).filter((path) =>
        outside.every(([known]) => !known.test(path)),
      )
      expect(unexplained).toEqual([])
      expect(rewritten(own)).toEqual(own)
      expect(readDeclaration(writeDeclaration(own))).toEqual(own)
    },
  )
})

/** Paths at which two values differ; keys of contents in another order count. */
function differences(one: unknown, other: unknown, path: string): readonly string[] {
  if (Object.is(one, other)) return []
  if (!isObject(one) || !isObject(other)) return [path]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const isMoved = path.endsWith('.content') && Object.keys(one).join() !== Object.keys(other).join()
  return [
    ...(isMoved ? [`${path} (order)`] : []),
    ...keys.flatMap((key) => differences(one[key], other[key], `${path}.${key}`)),
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

describe('what a declaration cannot express', () => {
  const schema = (content: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a" xmlns:t="urn:t"
      targetNamespace="urn:a"><xs:element name="A"><xs:complexType>${content}</xs:complexType>
      </xs:element></xs:schema>`
  const attribute = (facet: string) =>
    `<xs:attribute name="X"><xs:simpleType><xs:restriction base="xs:string">${facet}</xs:restriction></xs:simpleType></xs:attribute>`
  const template = (content: string) =>
    `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:a="urn:a"><xsl:template match="a:A">${content}</xsl:template></xsl:stylesheet>`
  it.each([
    ['a type of another file', '<xs:attribute name="X" type="t:T"/>', '', 'A.X: su tipo t:T'],
    ['a group', '<xs:attributeGroup ref="a:G"/>', '', 'a:G'],
    ['any content', '<xs:sequence><xs:any/></xs:sequence>', '', 'xs:any'],
    ['a facet', attribute('<xs:minExclusive value="0"/>'), '', 'minExclusive="0"'],
    [
      'names without prefix',
      '<xs:sequence><xs:element name="B"/></xs:sequence>',
      '',
      'sin prefijo',
    ],
    ['a pattern', attribute('<xs:pattern value="[a-z-[aeiou]]"/>'), '', 'el patrón [a-z-[aeiou]]'],
    [
      'groups to choose among',
      '<xs:choice><xs:sequence><xs:element name="B"/><xs:element name="C"/></xs:sequence><xs:element name="D"/></xs:choice>',
      '',
      'elige entre grupos',
    ],
    ['an instruction', '', '<xsl:choose/>', 'xsl:choose'],
    ['a condition', '', '<xsl:if test="count(*) = 2"/>', 'count(*) = 2'],
    ['a value', '', '<xsl:value-of select="@X"/>', 'el valor @X'],
    ['other templates', '', '<xsl:apply-templates/>', 'aplica las plantillas'],
  ])('%s is told', (_, content, printed, words) => {
    const { notes } = declareComplement({ xsd: schema(content), xslt: template(printed) }, facts)
    expect(notes.join('\n')).toContain(words)
  })
})

describe('the command', () => {
  const files = ['fixtures/declare/Reciclaje10.xsd', '--xslt', 'fixtures/declare/reciclaje10.xslt']
  it('writes the module', async () => {
    const { exit, stdout, stderr } = await cli(['declare', ...files, '--tipos', 'I,E'])
    expect(exit).toBe(0)
    expect(stdout).toContain("} from 'cfdi-stamp/model'")
    expect(stdout).toContain("tipos: ['I', 'E']")
    expect(stdout).toContain('interface ComplementosDelComprobanteDraft')
    expect(stderr).toContain('--at comprobante')
  })

  it('takes the schemas in any order', async () => {
    const [xsd = '', ...xslt] = files
    const cwd = folder({
      'catReciclaje.xsd':
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:cat"><xs:simpleType name="c_A"><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>',
    })
    const [first, second] = await Promise.all([
      cli(['declare', `${cwd}/catReciclaje.xsd`, xsd, ...xslt]),
      cli(['declare', xsd, ...xslt]),
    ])
    expect(first).toEqual(second)
  })

  it('refuses a day that does not exist', async () => {
    expect(await cli(['declare', ...files, '--desde', '2026-02-30'])).toMatchObject({ exit: 2 })
  })

  it('names a constant by no word of the language', async () => {
    const cwd = folder({
      'class.xsd': read(files[0]!).replaceAll('name="Reciclaje"', 'name="Class"'),
    })
    const { stdout } = await cli(['declare', `${cwd}/class.xsd`, '--without-xslt'])
    expect(stdout).toContain('export const class_ = complement({')
    expect(stdout).toContain('export interface Class_ extends Static<typeof class_.root>')
  })

  it('requires to say whether there is a transformation', async () => {
    expect(await cli(['declare', files[0]!])).toMatchObject({ exit: 2 })
  })
})

describe('a revision of a complement of the library', () => {
  const file = 'hidrocarburospetroliferos.xsd'
  const revised = read(`xsd/${file}`).replace(
    '<xs:attribute name="SubProductoHYP"',
    '<xs:attribute name="Nuevo" type="xs:string"/>$&',
  )
  const [xsd, revision] = [`xsd/${file}`, ['--xslt', 'xslt/cadenaoriginal_4_0.xslt']]
  const given = ['--desde', '2026-12-01', '--at', 'concepto']
  const draft = (Fecha: string) => ({
    ...invoice({ Fecha }),
    Conceptos: invoice().Conceptos.map((concepto) => ({
      ...concepto,
      ComplementoConcepto: { HidroYPetro: { Version: '1.0', Nuevo: 'x' } },
    })),
  })

  it('requires the first day of its documents', async () => {
    const { exit, stderr } = await cli(['declare', xsd, ...revision])
    expect(exit).toBe(2)
    expect(stderr).toContain('es una revisión de HidroYPetro 1.0: dé --desde')
  })

  it.each([
    ['--js', 'revised.mjs'],
    ['--json', 'revised.json'],
  ])('judges the documents of its days, by declare %s', async (form, name) => {
    const cwd = folder({ [file]: revised })
    const made = await cli(['declare', `${cwd}/${file}`, ...revision, ...given, form])
    expect(made.stdout).not.toContain('ComplementosDelConcepto')
    const module = made.stdout
      .replace("'cfdi-stamp/model'", `'${root}src/model/index.ts'`)
      .replace("'cfdi-stamp/complements'", `'${root}src/sat/declarations.ts'`)
    const own = folder({ [name]: module })
    const newIn = async (Fecha: string) => {
      const stdin = JSON.stringify(draft(Fecha))
      const { stdout } = await cli(['check', '--complements', name, '-'], { cwd: own, stdin })
      return stdout.includes('HidroYPetro.Nuevo')
    }
    expect(await newIn('2026-12-01T00:00:00')).toBe(false)
    expect(await newIn('2026-11-30T23:59:59')).toBe(true)
  })
})

describe('--complements', () => {
  const draft = JSON.stringify({
    ...sale,
    Emisor: { ...sale.Emisor, Rfc: 'PLO150312QT1' },
    Complemento: { Reciclaje },
  })

  it.each([
    ['--js', 'reciclaje.mjs'],
    ['--json', 'reciclaje.json'],
  ])('leads from the two files to a stamped invoice, by declare %s', async (form, file) => {
    const { stdout } = await cli([
      ...['declare', 'fixtures/declare/Reciclaje10.xsd', form],
      ...['--xslt', 'fixtures/declare/reciclaje10.xslt', '--tipos', 'I,E'],
    ])
    const module = stdout.replace("'cfdi-stamp/model'", `'${root}src/model/index.ts'`)
    const cwd = folder({ [file]: module })
    const own = ['--complements', file, '-']
    const stamped = await cli(['stamp', '--sandbox', '--complete', ...own], { cwd, stdin: draft })
    expect(stamped.exit, stamped.stderr).toBe(0)
    expect(stamped.stdout).toContain('<rec:Reciclaje Version="1.0"')
    const xml = { cwd, stdin: stamped.stdout }
    expect((await cli(['check', ...own], xml)).exit).toBe(0)
    const whole = await cli(['cadena', ...own], xml)
    expect([whole.exit, whole.stderr]).toEqual([0, ''])
    expect(whole.stdout).toContain('|1.0|por la tarde|M-2041|')
    expect(JSON.parse((await cli(['read', ...own], xml)).stdout)).toMatchObject({
      Complemento: { Reciclaje: { FolioManifiesto: 'M-2041' } },
    })
    expect((await cli(['check', '-'], xml)).exit).toBe(1)
    const lacking = await cli(['cadena', '-'], xml)
    expect(lacking.exit).toBe(3)
    expect(lacking.stderr).toContain('A la cadena le falta Reciclaje, que no está declarado')
  })

  it.each([
    ['absent.mjs', 'absent.mjs: no se pudo cargar'],
    ['empty.mjs', 'no exporta ninguna declaración'],
    ['wrong.mjs', 'name must be the name of its root element'],
    ['wrong.json', 'wrong.json: no se pudo cargar'],
  ])('%s cannot be used', async (file, words) => {
    const root = '{ kind: "element", shape: "object", content: {} }'
    const cwd = folder({
      'empty.mjs': 'export const a = 1\n',
      'wrong.json': '[1]',
      'wrong.mjs': `export const a = { namespace: "urn:a", root: ${root} }\n`,
    })
    const { exit, stderr } = await cli(['check', '--complements', file, '-'], { cwd, stdin: draft })
    expect(exit).toBe(5)
    expect(stderr).toContain(words)
  })
})
