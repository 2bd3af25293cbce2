/**
 * Our XSLT under xsltproc prints what `cadenaOriginal` and `cadenaOriginalXml` do: on generated
 * documents of every complement, and on XML that nobody has declared.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Complement } from '../../src/model/grammar.js'
import { writeComplement } from '../../src/model/write.js'
import { writeXslt } from '../../src/model/xslt.js'
import { complementArbitrary, comprobanteArbitrary } from '../../src/sat/arbitrary.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { complements } from '../../src/sat/declarations.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { chunks, describeWith, folder, transformed } from '../programs.js'

/** Generated documents per complement. */
const runs = Number(process.env['CFDI_RUNS'] ?? 100)

const stylesheets = {
  'cfdi.xslt': writeXslt(cfdi),
  'tfd.xslt': writeXslt({ document: timbreFiscalDigital, complements: [] }),
}

async function cadenasOf(
  stylesheet: keyof typeof stylesheets,
  documents: readonly string[],
): Promise<string[]> {
  const scratch = folder(stylesheets)
  const paths = documents.map((_, index) => join(scratch, `${index}.xml`))
  for (const [index, document] of documents.entries()) writeFileSync(paths[index]!, document)
  const results = await Promise.all(
    chunks(paths, 500).map((files) => transformed(join(scratch, stylesheet), files)),
  )
  return results.flat()
}

describeWith('xsltproc', 'xsltproc prints the same cadena', () => {
  const title = ({ name, version }: Complement): string => `${name} ${version ?? ''}`

  it.each(complements.map((one) => [title(one), one] as const))(
    'with %s',
    async (_, complement) => {
      const documents = fc.sample(comprobanteArbitrary(cfdi, { complements: [complement] }), runs)
      const xml = documents.map(writeCfdi)
      const printed = await cadenasOf('cfdi.xslt', xml)
      expect(printed).toEqual(documents.map(cadenaOriginal))
      expect(printed).toEqual(xml.map((xml) => cadenaOriginalXml(xml)))
    },
  )

  it('of a stamp', async () => {
    const stamps = fc.sample(complementArbitrary(timbreFiscalDigital), runs)
    const alone = stamps.map((stamp) => writeComplement(timbreFiscalDigital, stamp))
    const hanging = alone.map((stamp) => `<a><b>${stamp}</b></a>`)
    const expected = stamps.map(cadenaTimbre)
    expect(await cadenasOf('tfd.xslt', alone)).toEqual(expected)
    expect(await cadenasOf('tfd.xslt', hanging)).toEqual(expected)
  })

  it('agrees about undeclared nodes in any place', async () => {
    const documents = fc.sample(wild, 5 * runs)
    const printed = await cadenasOf('cfdi.xslt', documents)
    expect(printed).toEqual(documents.map((xml) => cadenaOriginalXml(xml)))
  })
})

// Documents that are well formed and nothing more: known and unknown names at any depth, text and
// white space anywhere.

const text = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n  ',
    '\t',
    'a  b',
    ' x ',
    '<!-- c -->',
    '<?p i?>',
    '<![CDATA[ <c>  ]]>',
    '&amp;',
    '&#160;',
  ),
  fc.stringMatching(/^[a-zñ |]{0,9}$/),
)

const name = fc.constantFrom(
  ...[
    'Comprobante',
    'Emisor',
    'Conceptos',
    'Concepto',
    'Impuestos',
    'Traslados',
    'Traslado',
    'Retenciones',
  ],
  ...['Complemento', 'ComplementoConcepto', 'Addenda', 'InformacionAduanera'].map((local) => local),
)

const prefixed = fc.oneof(
  name.map((local) => `cfdi:${local}`),
  fc.constantFrom(
    ...[
      'ventavehiculos:VentaVehiculos',
      'ventavehiculos:Parte',
      'ventavehiculos:InformacionAduanera',
      'implocal:otro',
    ],
    ...[
      'implocal:ImpuestosLocales',
      'implocal:TrasladosLocales',
      'implocal:RetencionesLocales',
      'pago10:Pagos',
    ],
    ...[
      'detallista:detallista',
      'detallista:buyer',
      'detallista:gln',
      'detallista:orderIdentification',
      'x:nuevo',
      'y',
    ],
  ),
)

const attributes = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom(
      'Version',
      'version',
      'Rfc',
      'Base',
      'Importe',
      'numero',
      'TotalImpuestosTrasladados',
      'Niv',
      'x:a',
    ),
    fc.constantFrom('', ' ', '1', ' a  b ', '&#10;', '&amp;|'),
  ),
  { selector: ([key]) => key, maxLength: 4 },
)

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .tuple(
      prefixed,
      attributes,
      fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('node'))),
    )
    .map(([tag, pairs, children]) => element(tag, pairs, children)),
}))

const namespaces = [cfdi.document, ...complements].map(
  ({ prefix, namespace }) => `xmlns:${prefix}="${namespace}"`,
)
const head = `${namespaces.join(' ')} xmlns:x="urn:x" xmlns="urn:y"`

const wild = fc
  .tuple(attributes, fc.array(fc.oneof(text, node), { minLength: 1 }))
  .map(([pairs, children]) =>
    element('cfdi:Comprobante', pairs, children).replace('>', ` ${head}>`),
  )

function element(
  tag: string,
  pairs: readonly (readonly [string, string])[],
  children: readonly string[],
): string {
  const attributes = pairs.map(([key, value]) => ` ${key}="${value}"`).join('')
  return `<${tag}${attributes}>${children.join('')}</${tag}>`
}
