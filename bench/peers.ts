/**
 * Other libraries on the same documents: they write, sign and read, without validation.
 *
 * They are a package of their own (`npm ci --prefix bench/peers`). Each result is compared with
 * ours before it is timed. None writes the cadena original in its own process: `@cfdi/xml` and
 * `@nodecfdi/cfdiutils-core` start an XSLT processor for every document. Here the processor that
 * `@cfdi/xml` depends on, saxon-js, writes it, loaded and compiled beforehand.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Csd, cadenaOriginal, readCfdi, seal, writeCfdi } from 'cfdi-stamp'
import { file, type Json, password, type Subject } from './documents.js'
import { flat, type Task } from './measure.js'
import { type Attributes, load } from './peers/packages.js'

/** A library's results for a document. */
interface Made {
  readonly verb: 'write' | 'cadena' | 'sign' | 'read'
  readonly make: () => unknown
  readonly async?: boolean
  readonly isRight: (made: unknown) => boolean
}

/** A document in all its forms. */
interface Given {
  readonly document: Json
  /** Without `Sello`, as peers that only build write it. */
  readonly unsealed: string
  readonly xml: string
  readonly cadena: string
  readonly sello: string
}

const at = (path: string): string =>
  fileURLToPath(new URL(`peers/node_modules/${path}`, import.meta.url))

export const installed = existsSync(at('.'))

const peers: Readonly<Record<string, (given: Given) => Promise<Made>>> = {
  async '@cfdi/xml'({ document, unsealed }) {
    const { CFDI, Emisor, Receptor, Concepto, Impuestos } = await load('@cfdi/xml')
    // The peer escapes quotes only, so ampersands are passed as references.
    const { attributes, emisor, receptor, conceptos, totales, traslados } = partsOf(
      withReferences(document),
    )
    const make = (): Promise<string> => {
      const cfdi = new CFDI({ ...attributes }, { debug: false, xslt: {} })
      cfdi.emisor(new Emisor(emisor))
      cfdi.receptor(new Receptor(receptor))
      for (const concepto of conceptos) {
        const one = new Concepto(concepto.attributes)
        for (const traslado of concepto.traslados) one.traslado(traslado)
        cfdi.concepto(one)
      }
      const impuestos = new Impuestos(totales)
      for (const traslado of traslados) impuestos.traslados(traslado)
      cfdi.impuesto(impuestos)
      return cfdi.getXmlCdfi()
    }
    return { verb: 'write', make, async: true, isRight: (made) => saysTheSame(made, unsealed) }
  },

  async '@nodecfdi/cfdi-elements'({ document, unsealed }) {
    const { Comprobante } = await load('@nodecfdi/cfdi-elements/cfdi40')
    const { nodeToXmlString } = await load('@nodecfdi/cfdi-core')
    const { attributes, emisor, receptor, conceptos, totales, traslados } = partsOf(document)
    const make = (): string => {
      const comprobante = new Comprobante(attributes)
      comprobante.addEmisor(emisor)
      comprobante.addReceptor(receptor)
      for (const concepto of conceptos)
        comprobante.addConcepto(concepto.attributes).multiTraslado(...concepto.traslados)
      comprobante.addImpuestos(totales)
      comprobante.multiTraslado(...traslados)
      return nodeToXmlString(comprobante, true)
    }
    return { verb: 'write', make, isRight: (made) => saysTheSame(made, unsealed) }
  },

  async 'saxon-js'({ xml, cadena }) {
    const saxon = await load('saxon-js')
    const options = { stylesheetInternal: stylesheet(), sourceText: xml, destination: 'serialized' }
    return {
      verb: 'cadena',
      make: () => saxon.transform(options, 'sync').principalResult,
      isRight: (made) => made === cadena,
    }
  },

  async '@cfdi/csd'({ cadena, sello }) {
    const { key } = await load('@cfdi/csd')
    key.setFile(file('csd/company.key'), password)
    return {
      verb: 'sign',
      make: () => key.signatureHexForge(cadena),
      isRight: (made) => made === sello,
    }
  },

  async '@nodecfdi/credentials'({ cadena, sello }) {
    const { Credential } = await load('@nodecfdi/credentials/node')
    const credential = Credential.openFiles(
      file('csd/company.cer'),
      file('csd/company.key'),
      password,
    )
    return {
      verb: 'sign',
      // The peer signs a text in Latin-1, so its UTF-8 bytes are passed as characters.
      make: () =>
        Buffer.from(credential.sign(Buffer.from(cadena).toString('latin1')), 'latin1').toString(
          'base64',
        ),
      isRight: (made) => made === sello,
    }
  },

  async '@nodecfdi/cfdi-to-json'({ xml, document }) {
    const { install } = await load('@nodecfdi/cfdiutils-common')
    const { DOMParser, XMLSerializer, DOMImplementation } = await load('@xmldom/xmldom')
    install(new DOMParser(), new XMLSerializer(), new DOMImplementation())
    const { JsonConverter } = await load('@nodecfdi/cfdi-to-json')
    const convert = () => JsonConverter.convertToRecord(xml)
    return {
      verb: 'read',
      make: convert,
      isRight: (made) =>
        isDeepStrictEqual(
          (made as ReturnType<typeof convert>).Conceptos.Concepto.map(
            ({ Descripcion }) => Descripcion,
          ),
          partsOf(document).conceptos.map(({ attributes }) => attributes['Descripcion']),
        ),
    }
  },
}

function withReferences(document: Json): Json {
  return JSON.parse(JSON.stringify(document).replaceAll('&', '&amp;'))
}

function saysTheSame(xml: unknown, ours: string): boolean {
  return isDeepStrictEqual(readCfdi(xml as string), readCfdi(ours))
}

/** Our own stylesheet of the cadena, compiled once by xslt3: it prints the same as the SAT's. */
function stylesheet(): unknown {
  const [folder, source] = [
    at('.cache'),
    fileURLToPath(new URL('../xslt/cadenaoriginal_4_0.xslt', import.meta.url)),
  ]
  const compiled = `${folder}/cadena.sef.json`
  mkdirSync(folder, { recursive: true })
  if (!existsSync(compiled))
    execFileSync(process.execPath, [
      at('xslt3/xslt3.js'),
      `-xsl:${source}`,
      `-export:${compiled}`,
      '-nogo',
    ])
  return JSON.parse(readFileSync(compiled, 'utf8'))
}

/** A document in the peers' form: its parts by name. */
interface Parts {
  readonly attributes: Attributes
  readonly emisor: Attributes
  readonly receptor: Attributes
  readonly conceptos: readonly {
    readonly attributes: Attributes
    readonly traslados: readonly Attributes[]
  }[]
  readonly totales: Attributes
  readonly traslados: readonly Attributes[]
}

function partsOf(document: Json): Parts {
  const child = (node: Json, name: string): Json => node[name] as Json
  const trasladosOf = (node: Json): Attributes[] =>
    (child(child(node, 'Impuestos'), 'Traslados') as never as Json[]).map(attributesOf)
  return {
    attributes: attributesOf(document),
    emisor: attributesOf(child(document, 'Emisor')),
    receptor: attributesOf(child(document, 'Receptor')),
    conceptos: (child(document, 'Conceptos') as never as Json[]).map((concepto) => ({
      attributes: attributesOf(concepto),
      traslados: trasladosOf(concepto),
    })),
    totales: attributesOf(child(document, 'Impuestos')),
    traslados: trasladosOf(document),
  }
}

function attributesOf(node: Json): Attributes {
  return Object.fromEntries(
    Object.entries(node).filter(([, value]) => typeof value === 'string'),
  ) as Attributes
}

/** Tasks of the peers and ours on a document. @throws when a result is wrong. */
export async function peerTasks({ ready }: Subject, csd: Csd): Promise<Task[]> {
  const { document, xml, cadena, sello } = await seal(ready, csd)
  const unsealed = writeCfdi({ ...document, Sello: '' })
  const given: Given = { document: { ...document, Sello: '' }, unsealed, xml, cadena, sello }
  const tasks: Task[] = [
    { name: 'write, cfdi-stamp', run: () => flat(writeCfdi(document)) },
    { name: 'cadena, cfdi-stamp', run: () => flat(cadenaOriginal(document)) },
    { name: 'read, cfdi-stamp', run: () => readCfdi(xml) },
    { name: 'sign, cfdi-stamp', run: () => csd.sign(Buffer.from(cadena)), async: true },
  ]
  for (const [name, peer] of Object.entries(peers)) {
    const { verb, make, async = false, isRight } = await peer(given)
    if (!isRight(await make())) throw new Error(`${name} does not ${verb} what we do`)
    const look = (made: unknown): unknown => (typeof made === 'string' ? flat(made) : made)
    const run = async ? async () => look(await make()) : () => look(make())
    tasks.push({ name: `${verb}, ${name}`, run, async })
  }
  return tasks.sort((a, b) => verbs.indexOf(verbOf(a)) - verbs.indexOf(verbOf(b)))
}

const verbs = ['write', 'cadena', 'sign', 'read']
const verbOf = ({ name }: Task): string => name.replace(/,.*/, '')
