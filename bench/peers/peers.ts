/**
 * Other libraries on the same documents, beside ours and one bare signature of the same run:
 * `cd bench/peers && npm install && npm run bench`, the library being built.
 *
 * Each does only what it does by itself: none judges a document, and none writes the cadena original without an XSLT
 * processor outside of Node (Saxon), which costs a process a document and is not measured.
 * @module
 */
import { createPrivateKey, sign } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { cadenaOriginal, check, readCfdi, seal, writeCfdi } from '../../dist/index.js'
import { openCsd } from '../../dist/node/openCsd.js'
import { fixture, type Json, noon, type Subject, subjects } from '../documents.js'
import { flat, measure, type Task } from '../measure.js'
import { digits } from '../table.js'

const file = (name: string): string => fileURLToPath(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const password = '12345678a'

/** A document as the peers are given it: its parts by name. */
interface Parts {
  readonly attributes: Record<string, string>
  readonly emisor: Record<string, string>
  readonly receptor: Record<string, string>
  readonly conceptos: readonly {
    readonly attributes: Record<string, string>
    readonly traslados: Record<string, string>[]
  }[]
  readonly totales: Record<string, string>
  readonly traslados: Record<string, string>[]
}

const texts = (node: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(node as Json).filter(([, value]) => typeof value === 'string')) as never

function partsOf(document: Json): Parts {
  const conceptos = document['Conceptos'] as readonly Json[]
  const trasladosOf = (impuestos: unknown): Record<string, string>[] =>
    ((impuestos as Json)['Traslados'] as Json[]).map(texts)
  return {
    attributes: texts(document),
    emisor: texts(document['Emisor']),
    receptor: texts(document['Receptor']),
    conceptos: conceptos.map((concepto) => ({
      attributes: texts(concepto),
      traslados: trasladosOf(concepto['Impuestos']),
    })),
    totales: texts(document['Impuestos']),
    traslados: trasladosOf(document['Impuestos']),
  }
}

/** What a peer does: a task by verb, for a document and its XML. */
type Peer = (document: Json, xml: string, cadena: string) => Promise<Task[]>

/** The names of the peers are strings to the compiler: they are not installed where it runs. Old modules have a default. */
async function load<Module>(name: string): Promise<Module> {
  const module = (await import(name)) as { readonly default?: object }
  return { ...module.default, ...module } as Module
}

// biome-ignore lint/suspicious/noExplicitAny: classes of packages that may not be installed
type Class = any

const peers: Readonly<Record<string, Peer>> = {
  '@cfdi/xml': async (document) => {
    const { CFDI, Emisor, Receptor, Concepto, Impuestos } = await load<Record<string, Class>>('@cfdi/xml')
    const { attributes, emisor, receptor, conceptos, totales, traslados } = partsOf(document)
    const write = async (): Promise<number> => {
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
      return flat(await cfdi.getXmlCdfi())
    }
    return [{ name: 'write', run: write, async: true }]
  },

  '@cfdi/csd': async (_document, _xml, cadena) => {
    const { key } = await load<{ key: Class }>('@cfdi/csd')
    key.setFile(file('company.key'), password)
    return [{ name: 'sign', run: () => key.signatureHexForge(cadena) }]
  },

  '@nodecfdi/cfdi-elements': async (document) => {
    const { Comprobante } = await load<{ Comprobante: Class }>('@nodecfdi/cfdi-elements/cfdi40')
    const { nodeToXmlString } = await load<{ nodeToXmlString: (node: Class, declaration: boolean) => string }>(
      '@nodecfdi/cfdi-core',
    )
    const { attributes, emisor, receptor, conceptos, totales, traslados } = partsOf(document)
    const write = (): number => {
      const comprobante = new Comprobante(attributes)
      comprobante.addEmisor(emisor)
      comprobante.addReceptor(receptor)
      for (const concepto of conceptos)
        comprobante.addConcepto(concepto.attributes).multiTraslado(...concepto.traslados)
      comprobante.addImpuestos(totales)
      comprobante.multiTraslado(...traslados)
      return flat(nodeToXmlString(comprobante, true))
    }
    return [{ name: 'write', run: write }]
  },

  '@nodecfdi/cfdi-to-json': async (_document, xml) => {
    const { install } = await load<{ install: (...dom: unknown[]) => void }>('@nodecfdi/cfdiutils-common')
    const dom = await load<Record<'DOMParser' | 'XMLSerializer' | 'DOMImplementation', Class>>('@xmldom/xmldom')
    install(new dom.DOMParser(), new dom.XMLSerializer(), new dom.DOMImplementation())
    const { JsonConverter } = await load<{ JsonConverter: Class }>('@nodecfdi/cfdi-to-json')
    return [{ name: 'read', run: () => JsonConverter.convertToRecord(xml) }]
  },

  '@nodecfdi/credentials': async (_document, _xml, cadena) => {
    const { Credential } = await load<{ Credential: Class }>('@nodecfdi/credentials/node')
    const credential = Credential.openFiles(file('company.cer'), file('company.key'), password)
    return [{ name: 'sign', run: () => credential.sign(cadena) }]
  },
}

const csd = await openCsd({ cer: file('company.cer'), key: file('company.key'), password })
const key = createPrivateKey({ key: fixture('csd/company.key'), format: 'der', type: 'pkcs8', passphrase: password })
const absent = new Map<string, string>()

async function tasksOf({ ready }: Subject): Promise<Task[]> {
  const { document, xml, cadena } = await seal(ready, csd)
  const bytes = new TextEncoder().encode(cadena)
  const ours: Task[] = [
    { name: 'cfdi-stamp write', run: () => flat(writeCfdi(document)) },
    { name: 'cfdi-stamp read', run: () => readCfdi(xml) },
    { name: 'cfdi-stamp sign', run: () => sign('RSA-SHA256', bytes, key) },
    { name: 'cfdi-stamp cadena', run: () => flat(cadenaOriginal(document)) },
    { name: 'cfdi-stamp check', run: () => check(document, { at: noon }) },
  ]
  const theirs: Task[] = []
  for (const [name, peer] of Object.entries(peers)) {
    try {
      for (const task of await peer(document as never as Json, xml, cadena)) {
        const made = await task.run()
        if (made === undefined || made === '') throw new Error(`${task.name} gave nothing`)
        theirs.push({ ...task, name: `${name} ${task.name}` })
      }
    } catch (error) {
      absent.set(name, String(error).split('\n')[0]!)
    }
  }
  return [...ours, ...theirs]
}

const groups = new Map<string, Task[]>()
for (const subject of subjects(csd, [1, 5, 50, 500]).slice(0, 4)) groups.set(subject.name, await tasksOf(subject))
const bytes = new TextEncoder().encode(cadenaOriginal((await seal(subjects(csd, [5])[0]!.ready, csd)).document))
const unit: Task = { name: 'signature', run: () => sign('RSA-SHA256', bytes, key) }
const timings = await measure(unit, groups, { rounds: 7, turn: 8, warmUp: 400 })
const names = [...groups.keys()]
const rows = groups
  .get(names[0]!)!
  .map(({ name }) => [
    name,
    ...names.map((group) => digits(timings.get(group)!.find((timing) => timing.name === name)?.ratio)),
  ])
const table = [['in signatures of this run', ...names], ['---', ...names.map(() => '---:')], ...rows]
process.stdout.write(`${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
for (const [name, why] of absent) process.stdout.write(`\n${name} was not measured: ${why}`)
if (absent.size > 0) process.stdout.write('\n')
