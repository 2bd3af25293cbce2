/**
 * Schemas and transformations in other forms than the SAT's usual one: each declaration prints the
 * cadena of libxslt, or names what it could not express.
 * @module
 */
import { expect, it } from 'vitest'
import { type ComplementFacts, declareComplement } from '../../src/cli/declare/declareComplement.js'
import { cadenaOriginal, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { invoice } from '../fixtures.js'
import { schemaOf } from '../libxml.js'
import { describeWith, folder, transformed } from '../programs.js'

const facts: ComplementFacts = { xsd: 'urn:odd.xsd', at: 'comprobante', tipos: ['I', 'E'] }
const namespace = 'http://www.sat.gob.mx/Raro'

const schema = (content: string, globals = '', before = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:r="${namespace}" xmlns:otro="urn:otro"
    targetNamespace="${namespace}" elementFormDefault="qualified">
    ${before}<xs:element name="Raro"><xs:complexType>${content}</xs:complexType></xs:element>${globals}</xs:schema>`

const stylesheet = (templates: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:q="${namespace}">${templates}</xsl:stylesheet>`

const main = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:q="${namespace}">
  <xsl:include href="raro.xslt"/>
  <xsl:output method="text"/>
  <xsl:template match="/"><xsl:apply-templates select="//q:Raro"/></xsl:template>
  <xsl:template name="Requerido"><xsl:param name="valor"/>|<xsl:value-of select="normalize-space($valor)"/></xsl:template>
  <xsl:template name="Opcional"><xsl:param name="valor"/><xsl:if test="$valor">|<xsl:value-of select="normalize-space($valor)"/></xsl:if></xsl:template>
</xsl:stylesheet>`

const required = (select: string) =>
  `<xsl:call-template name="Requerido"><xsl:with-param name="valor" select="${select}"/></xsl:call-template>`
const optional = (select: string) =>
  `<xsl:call-template name="Opcional"><xsl:with-param name="valor" select="${select}"/></xsl:call-template>`
const raro = (content: string) => `<xsl:template match="q:Raro">${content}</xsl:template>`
const attribute = (name: string, use = 'optional') =>
  `<xs:attribute name="${name}" use="${use}" type="xs:string"/>`
const node = (name: string, attributes: string, times = 'minOccurs="0"') =>
  `<xs:element name="${name}" ${times}><xs:complexType>${attributes}</xs:complexType></xs:element>`

interface Odd {
  readonly content: string
  readonly globals?: string
  /** Definitions that stand before the root. */
  readonly before?: string
  readonly templates: string
  /** Values of the complement to print. */
  readonly values: readonly object[]
  /** What the notes say; none by default. */
  readonly notes?: string
}

const domicilio = attribute('CP', 'required')
const twoPlaces = `<xs:sequence>${node('Origen', `<xs:sequence>${node('Domicilio', domicilio)}</xs:sequence>`)}${node('Destino', `<xs:sequence>${node('Domicilio', domicilio + attribute('Pais'))}</xs:sequence>`)}</xs:sequence>`
const places = [
  { Origen: { Domicilio: { CP: '1' } }, Destino: { Domicilio: { CP: '2', Pais: 'MEX' } } },
  { Destino: { Domicilio: { CP: '2' } } },
]

const odd: Readonly<Record<string, Odd>> = {
  'templates of one name in two parents': {
    content: twoPlaces,
    templates:
      raro(
        '<xsl:apply-templates select="./q:Origen/q:Domicilio"/><xsl:apply-templates select="./q:Destino/q:Domicilio"/>',
      ) +
      `<xsl:template match="q:Origen/q:Domicilio">${required('./@CP')}</xsl:template>` +
      `<xsl:template match="q:Destino/q:Domicilio">${optional('./@Pais')}${required('./@CP')}</xsl:template>`,
    values: places,
  },
  'a template with a mode': {
    content: `<xs:sequence>${node('B', attribute('X') + attribute('Y'))}</xs:sequence>`,
    templates:
      raro('<xsl:apply-templates select="./q:B"/>') +
      `<xsl:template match="q:B">${optional('./@X')}</xsl:template>` +
      `<xsl:template match="q:B" mode="otro">${optional('./@Y')}</xsl:template>`,
    values: [{ B: { X: '1', Y: '2' } }],
  },
  'templates that are applied with a mode': {
    content: `<xs:sequence>${node('B', attribute('X') + attribute('Y'))}</xs:sequence>`,
    templates:
      raro('<xsl:apply-templates select="./q:B" mode="otro"/>') +
      `<xsl:template match="q:B">${optional('./@X')}</xsl:template>` +
      `<xsl:template match="q:B" mode="otro">${optional('./@Y')}</xsl:template>`,
    values: [{ B: { X: '1', Y: '2' } }],
    notes: 'mode="otro"',
  },
  'a template with a condition': {
    content: `<xs:sequence>${node('B', attribute('X') + attribute('Y'))}</xs:sequence>`,
    templates:
      raro('<xsl:apply-templates select="./q:B"/>') +
      `<xsl:template match="q:B">${optional('./@X')}</xsl:template>` +
      `<xsl:template match="q:B[@X='1']">${optional('./@Y')}</xsl:template>`,
    values: [{ B: { X: '1', Y: '2' } }],
    notes: "q:B[@X='1']",
  },
  'a field that is printed twice': {
    content: attribute('X', 'required') + attribute('Y'),
    templates: raro(required('./@X') + optional('./@Y') + required('./@X')),
    values: [{ X: '1', Y: '2' }],
    notes: 'dos veces',
  },
  'a field under the condition of another attribute': {
    content: attribute('X') + attribute('Y'),
    templates: raro(`<xsl:if test="./@X">${required('./@Y')}</xsl:if>`),
    values: [{ X: '1', Y: '2' }, { Y: '2' }],
    notes: 'condición',
  },
  'a field under the condition of a node': {
    content: `<xs:sequence>${node('B', attribute('Z'))}</xs:sequence>${attribute('Y')}`,
    templates: raro(`<xsl:if test="./q:B">${required('./@Y')}</xsl:if>`),
    values: [{ Y: '2' }, { Y: '2', B: { Z: '1' } }],
    notes: 'condición',
  },
  'a node under the condition of a value': {
    content: `<xs:sequence>${node('B', attribute('Z'))}</xs:sequence>${attribute('Y')}`,
    templates: raro(
      `${optional('./@Y')}<xsl:if test="./@Y='1'"><xsl:for-each select="./q:B">${optional('./@Z')}</xsl:for-each></xsl:if>`,
    ),
    values: [
      { Y: '1', B: { Z: '3' } },
      { Y: '2', B: { Z: '3' } },
    ],
    notes: 'condición',
  },
  'a field under the condition of a value': {
    content: attribute('X') + attribute('Y'),
    templates: raro(`${optional('./@X')}<xsl:if test="./@X='1'">${required('./@Y')}</xsl:if>`),
    values: [
      { X: '1', Y: '5' },
      { X: '2', Y: '5' },
      { X: '1', Y: '' },
    ],
  },
  'a condition that is its own field': {
    content: attribute('X') + attribute('Y'),
    templates: raro(
      `<xsl:if test="./@Y">${required('./@Y')}</xsl:if><xsl:if test="@X">${required('@X')}</xsl:if>`,
    ),
    values: [{ X: '1', Y: '2' }, { X: '1' }, {}],
  },
  'a condition around its node': {
    content: `<xs:sequence>${node('B', attribute('Z'), 'minOccurs="0" maxOccurs="unbounded"')}</xs:sequence>${attribute('Y')}`,
    templates: raro(
      `<xsl:if test="./q:B"><xsl:for-each select="./q:B">${required('./@Z')}</xsl:for-each></xsl:if>${optional('./@Y')}`,
    ),
    values: [{ B: [{ Z: '1' }, { Z: '2' }], Y: '3' }, { Y: '3' }, { B: [{}] }],
  },
  'a node by a predicate': {
    content: `<xs:sequence>${node('B', attribute('Z'), 'minOccurs="0" maxOccurs="9"')}</xs:sequence>`,
    templates: raro(`<xsl:for-each select="./q:B[@Z='1']">${required('./@Z')}</xsl:for-each>`),
    values: [{ B: [{ Z: '1' }, { Z: '2' }] }],
    notes: 'la ruta',
  },
  'nodes in another order': {
    content: `<xs:sequence>${node('B', attribute('Z'), 'minOccurs="0" maxOccurs="9"')}</xs:sequence>`,
    templates: raro(
      `<xsl:for-each select="./q:B"><xsl:sort select="@Z"/>${required('./@Z')}</xsl:for-each>`,
    ),
    values: [{ B: [{ Z: '2' }, { Z: '1' }] }],
    notes: 'xsl:sort',
  },
  'two lists, one after the other': {
    content: `<xs:sequence>${node('B', attribute('Z'), 'maxOccurs="9"')}${node('C', attribute('Z'), 'maxOccurs="9"')}</xs:sequence>`,
    templates:
      raro('<xsl:apply-templates select="./q:C | ./q:B"/>') +
      `<xsl:template match="q:B | q:C">${required('./@Z')}</xsl:template>`,
    values: [{ B: [{ Z: '1' }], C: [{ Z: '2' }] }],
    notes: 'la ruta',
  },
  'the node itself in a for-each of its template': {
    content: attribute('X', 'required'),
    templates: raro(`<xsl:for-each select=".">${required('./@X')}</xsl:for-each>`),
    values: [{ X: '1' }],
    notes: 'la ruta',
  },
  'a named template of its own': {
    content: `<xs:sequence>${node('B', attribute('Z'))}</xs:sequence>`,
    templates:
      raro('<xsl:call-template name="Nodos"/>') +
      `<xsl:template name="Nodos"><xsl:for-each select="./q:B">${required('./@Z')}</xsl:for-each></xsl:template>`,
    values: [{ B: { Z: '1' } }],
    notes: 'la plantilla Nodos',
  },
  'an absolute path': {
    content: attribute('X', 'required'),
    templates: raro(required('/q:Raro/@X')),
    values: [{ X: '1' }],
    notes: 'la ruta',
  },
  'text between the fields': {
    content: attribute('X', 'required'),
    templates: raro(`${required('./@X')}<xsl:text>|fijo</xsl:text>`),
    values: [{ X: '1' }],
    notes: 'fijo',
  },
  'a group of attributes': {
    content: '<xs:attributeGroup ref="r:G"/>',
    globals: `<xs:attributeGroup name="G">${attribute('X', 'required')}${attribute('Y')}</xs:attributeGroup>`,
    templates: raro(required('./@X') + optional('./@Y')),
    values: [{ X: '1', Y: '2' }, { X: '1' }],
  },
  'a group of nodes': {
    content: '<xs:sequence><xs:group ref="r:G"/></xs:sequence>',
    globals: `<xs:group name="G"><xs:sequence>${node('B', attribute('Z'), '')}</xs:sequence></xs:group>`,
    templates: raro(`<xsl:for-each select="./q:B">${required('./@Z')}</xsl:for-each>`),
    values: [{ B: { Z: '1' } }],
  },
  'a type that extends another': {
    content:
      '<xs:complexContent><xs:extension base="r:Base"><xs:sequence><xs:element name="C" minOccurs="0"><xs:complexType><xs:attribute name="W"/></xs:complexType></xs:element></xs:sequence><xs:attribute name="Y"/></xs:extension></xs:complexContent>',
    globals: `<xs:complexType name="Base"><xs:sequence>${node('B', attribute('Z'), '')}</xs:sequence>${attribute('X', 'required')}</xs:complexType>`,
    templates: raro(
      `${required('./@X')}${optional('./@Y')}<xsl:for-each select="./q:B">${required('./@Z')}</xsl:for-each><xsl:for-each select="./q:C">${optional('./@W')}</xsl:for-each>`,
    ),
    values: [{ X: '1', Y: '2', B: { Z: '3' }, C: { W: '4' } }],
  },
  'elements that are referred to, before the root': {
    content: '<xs:sequence><xs:element ref="r:B" maxOccurs="3"/></xs:sequence>',
    globals: node('B', attribute('Z', 'required'), ''),
    templates: raro(`<xsl:for-each select="./q:B">${required('./@Z')}</xsl:for-each>`),
    values: [{ B: [{ Z: '1' }, { Z: '2' }] }],
  },
  'an element of another namespace': {
    content:
      '<xs:sequence><xs:element ref="otro:B" minOccurs="0"/></xs:sequence><xs:attribute name="X"/>',
    templates: raro(optional('./@X')),
    values: [{ X: '1' }],
    notes: 'otro:B',
  },
  'sequences within sequences': {
    content: `<xs:sequence><xs:sequence>${node('B', attribute('Z'), '')}<xs:sequence minOccurs="0">${node('C', attribute('Z'), '')}</xs:sequence></xs:sequence>${node('D', attribute('Z'))}</xs:sequence>`,
    templates: raro(
      ['B', 'C', 'D']
        .map((name) => `<xsl:for-each select="./q:${name}">${required('./@Z')}</xsl:for-each>`)
        .join(''),
    ),
    values: [{ B: { Z: '1' }, C: { Z: '2' }, D: { Z: '3' } }, { B: { Z: '1' } }],
  },
  'choices within a sequence': {
    content: `<xs:sequence>${node('A', attribute('Z'), '')}<xs:choice minOccurs="0">${node('B', attribute('Z'), '')}${node('C', attribute('Z'), '')}</xs:choice><xs:choice minOccurs="0">${node('D', attribute('Z'), '')}${node('E', attribute('Z'), '')}</xs:choice></xs:sequence>`,
    templates: raro(
      ['A', 'B', 'C', 'D', 'E']
        .map((name) => `<xsl:for-each select="./q:${name}">${required('./@Z')}</xsl:for-each>`)
        .join(''),
    ),
    values: [
      { A: { Z: '1' }, C: { Z: '2' }, E: { Z: '3' } },
      { A: { Z: '1' }, B: { Z: '2' } },
    ],
  },
  'a choice that is required beside other nodes': {
    content: `<xs:sequence>${node('A', attribute('Z'))}<xs:choice>${node('B', attribute('Z'), '')}${node('C', attribute('Z'), '')}</xs:choice></xs:sequence>`,
    templates: raro(''),
    values: [{ B: {} }],
    notes: 'Raro: exige uno de B, C: se admite ninguno',
  },
  'nodes that alternate beside others': {
    content: `<xs:sequence>${node('A', attribute('Z'))}<xs:choice minOccurs="0" maxOccurs="unbounded">${node('B', attribute('Z'), '')}${node('C', attribute('Z'), '')}</xs:choice></xs:sequence>`,
    templates: raro(''),
    values: [{ B: [{}], C: [{}] }],
    notes: 'Raro: B, C van en cualquier orden: se admiten solo en el declarado',
  },
  'limits that the values do not reach': {
    content: [
      ['Entero', 'int', '<xs:minExclusive value="0"/><xs:maxExclusive value="10"/>'],
      ['Peso', 'decimal', '<xs:minExclusive value="-0.5"/><xs:fractionDigits value="3"/>'],
    ]
      .map(
        ([name, base, facets]) =>
          `<xs:attribute name="${name}"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:attribute>`,
      )
      .join(''),
    templates: raro(optional('./@Entero') + optional('./@Peso')),
    values: [
      ...[{ Entero: '1' }, { Entero: '0' }, { Entero: '9' }, { Entero: '10' }],
      ...[{ Peso: '-0.5' }, { Peso: '-0.500' }, { Peso: '-0.499' }, { Peso: '0' }],
    ],
  },
  'a limit between two values': {
    content:
      '<xs:attribute name="X"><xs:simpleType><xs:restriction base="xs:decimal"><xs:fractionDigits value="1"/><xs:minExclusive value="0.05"/></xs:restriction></xs:simpleType></xs:attribute>',
    templates: raro(optional('./@X')),
    values: [{ X: '0.1' }],
    notes: 'minExclusive="0.05" no se declaró',
  },
  'types of XML Schema': {
    content: ['boolean', 'double', 'float', 'gYear', 'gYearMonth', 'negativeInteger', 'byte']
      .map((type) => `<xs:attribute name="${type}" type="xs:${type}"/>`)
      .join(''),
    templates: raro(optional('./@boolean') + optional('./@double')),
    values: [
      ...[{ boolean: ' true ' }, { boolean: '0' }, { boolean: 'si' }, { double: '-1.5E+3' }],
      ...[{ double: '.5' }, { double: 'INF' }, { double: '1,5' }, { float: '1.' }, { float: '.' }],
      ...[{ gYear: '2026' }, { gYear: '26' }, { gYearMonth: '2026-12' }, { gYearMonth: '2026-13' }],
      ...[{ negativeInteger: '-1' }, { negativeInteger: '0' }, { byte: '127' }, { byte: '128' }],
    ],
  },
  'a type that has no equal': {
    content: '<xs:attribute name="X" type="xs:duration"/>',
    templates: raro(optional('./@X')),
    values: [{ X: 'P1D' }],
    notes: 'Raro.X: su tipo xs:duration no se pudo expresar',
  },
  'one template for nodes of two forms': {
    content: twoPlaces,
    templates: `${raro(
      '<xsl:apply-templates select="./q:Origen/q:Domicilio"/><xsl:apply-templates select="./q:Destino/q:Domicilio"/>',
    )}<xsl:template match="q:Domicilio">${required('./@CP')}${optional('./@Pais')}</xsl:template>`,
    values: places,
  },
  'a field that the XSD lacks, and the XSLT requires': {
    content: attribute('X'),
    templates: raro(required('./@Y')),
    values: [{ X: '1' }],
    notes: 'Raro.Y: está en el XSLT como campo vacío',
  },
  'a node that others refer to, before the root': {
    content: `<xs:sequence><xs:element ref="r:Aparte"/></xs:sequence>`,
    before: node('Aparte', attribute('Z', 'required'), ''),
    templates: raro(`<xsl:for-each select="./q:Aparte">${required('./@Z')}</xsl:for-each>`),
    values: [{ Aparte: { Z: '1' } }],
  },
  'a value of the first of several nodes': {
    content: `<xs:sequence>${node('B', attribute('Z'), 'maxOccurs="3"')}</xs:sequence>`,
    templates: raro(optional('./q:B/@Z')),
    values: [{ B: [{ Z: '1' }, { Z: '2' }] }],
    notes: 'Raro.B: el XSLT toma el primero de varios nodos',
  },
  'a required value of an optional node': {
    content: `<xs:sequence>${node('B', attribute('Z', 'required'))}</xs:sequence>`,
    templates: raro(required('./q:B/@Z')),
    values: [{}],
    notes: 'Raro.B: el XSLT deja un campo vacío sin ese nodo',
  },
  'a required value of an optional node that is tested': {
    content: `<xs:sequence>${node('B', attribute('Z', 'required') + attribute('Y'))}</xs:sequence>`,
    templates: raro(`<xsl:if test="./q:B">${required('./q:B/@Z')}${optional('./q:B/@Y')}</xsl:if>`),
    values: [{}, { B: { Z: '1' } }, { B: { Z: '1', Y: '2' } }],
  },
  'a required value of a node that the XSD lacks': {
    content: attribute('X'),
    templates: raro(required('./q:B/@Z')),
    values: [{ X: '1' }],
    notes: 'Raro.B: está en el XSLT como campo vacío',
  },
  'two loops over the same nodes': {
    content: `<xs:sequence>${node('B', attribute('Y') + attribute('Z'), 'maxOccurs="3"')}</xs:sequence>`,
    templates: raro(
      ['Y', 'Z']
        .map((name) => `<xsl:for-each select="./q:B">${optional(`./@${name}`)}</xsl:for-each>`)
        .join(''),
    ),
    values: [{ B: [{ Y: '1' }, { Z: '2' }] }],
    notes: 'Raro.B: el XSLT los recorre dos veces',
  },
  'a path at any depth to nodes of two forms': {
    content: twoPlaces,
    templates:
      raro(
        '<xsl:for-each select=".//q:Domicilio"><xsl:apply-templates select="."/></xsl:for-each>',
      ) + `<xsl:template match="q:Domicilio">${required('./@CP')}</xsl:template>`,
    values: places,
    notes: 'la ruta llega a nodos de varios niveles o formas',
  },
  'a path at any depth to nodes within nodes of their name': {
    content: `<xs:sequence>${node('B', `<xs:sequence>${node('B', attribute('Z'))}</xs:sequence>${attribute('Z')}`)}</xs:sequence>`,
    templates:
      raro('<xsl:for-each select=".//q:B"><xsl:apply-templates select="."/></xsl:for-each>') +
      `<xsl:template match="q:B">${optional('./@Z')}</xsl:template>`,
    values: [{ B: { Z: '1', B: { Z: '2' } } }],
    notes: 'la ruta llega a nodos de varios niveles o formas',
  },
  'the text of a node that has none': {
    content: attribute('X'),
    templates: raro(required('.')),
    values: [{ X: '1' }],
    notes: 'Raro: el XSLT imprime su texto',
  },
  'text with attributes': {
    content:
      '<xs:sequence><xs:element name="B" minOccurs="0" maxOccurs="3"><xs:complexType><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="Z"/></xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:sequence>',
    templates: raro(
      `<xsl:for-each select="./q:B">${optional('./@Z')}${required('.')}</xsl:for-each>`,
    ),
    values: [{ B: [{ Z: '1', '#text': 'uno' }, { '#text': ' dos  más ' }] }],
  },
  'a list of one child in two levels': {
    content: `<xs:sequence><xs:element name="Lista"><xs:complexType><xs:sequence><xs:element name="B" maxOccurs="unbounded"><xs:complexType><xs:sequence>${node('C', attribute('Z', 'required'), 'minOccurs="0" maxOccurs="unbounded"')}</xs:sequence>${attribute('X', 'required')}</xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:sequence>`,
    templates:
      raro(
        '<xsl:for-each select="./q:Lista/q:B"><xsl:apply-templates select="."/></xsl:for-each>',
      ) +
      `<xsl:template match="q:B">${required('./@X')}<xsl:for-each select="./q:C">${required('./@Z')}</xsl:for-each></xsl:template>`,
    values: [{ Lista: [{ X: '1', C: [{ Z: '2' }, { Z: '3' }] }, { X: '4' }] }],
  },
}

describeWith('xsltproc', 'an odd schema or transformation', () => {
  it.each(Object.entries(odd))('%s', async (_, given) => {
    const { content, globals, before, templates, values, notes } = given
    const files = { xsd: schema(content, globals, before), xslt: stylesheet(templates) }
    const { complement, notes: told } = declareComplement(files, facts)
    if (notes === undefined) expect(told).toEqual([])
    else expect(told.join('\n')).toContain(notes)
    const isValid = notes === undefined ? schemaOf({ 'index.xsd': files.xsd }) : undefined
    for (const Raro of values) {
      const host = { complements: [complement] }
      const document = invoice({ Complemento: { Raro } })
      const xml = writeCfdi(document, host)
      const scratch = folder({ 'main.xslt': main, 'raro.xslt': files.xslt, 'document.xml': xml })
      const [printed = ''] = await transformed(`${scratch}/main.xslt`, [`${scratch}/document.xml`])
      const bare = cadenaOriginal(invoice({}), {}).slice(0, -2)
      const own = cadenaOriginal(document, host).slice(bare.length, -2)
      if (notes !== undefined) continue
      expect(own).toBe(printed)
      const found = check(document, host).filter(({ path }) => path.includes('Raro'))
      const fragment = /<r:Raro[\s\S]*(?:<\/r:Raro>|\/>)/.exec(xml)?.[0] ?? ''
      const alone = fragment.replace('<r:Raro', `<r:Raro xmlns:r="${namespace}"`)
      expect(isValid?.(alone), alone).toBe(found.length === 0)
    }
  })
})
