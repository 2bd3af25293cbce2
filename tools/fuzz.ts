/**
 * Changes good documents at random, as XML, as bytes and as JSON, and looks for what must never be: see `fuzz/oracles.ts`.
 * `npm run fuzz -- [--seconds 60] [--seed N] [--only I]`: a seed is drawn and printed when none is given, and what breaks is shown
 * with its number, to be run alone.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeCfdi } from '../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../src/sat/cfdi40/declaration.js'
import { csd } from '../test/fixtures.js'
import { mutateJson } from './fuzz/mutateJson.js'
import { mutateXml, bytesOf } from './fuzz/mutateXml.js'
import { Broken, engineJudge, judgeJson, judgeBytes, judgeXml, type OtherReader } from './fuzz/oracles.js'
import { Chance } from './fuzz/random.js'

const fixtures = join(import.meta.dirname, '../fixtures')

/** Documents that a fuzzer begins with, drafts too. */
function readCorpus(): unknown[] {
  return ['documents', 'complements', 'rules'].flatMap((folder) =>
    readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file): unknown => JSON.parse(readFileSync(join(fixtures, folder, file), 'utf8')))
      .filter((document) => typeof document === 'object' && document !== null && 'Conceptos' in document),
  )
}

/** The XML of those that can be written, on one line and indented. */
function xmlOf(corpus: readonly unknown[]): string[] {
  return corpus.flatMap((document) => {
    try {
      const xml = writeCfdi(document as Comprobante)
      return [xml, xml.replaceAll('><', '>\n  <')]
    } catch {
      return []
    }
  })
}

/** libxml2, when `libxml2-wasm` is installed. */
async function libxml2(): Promise<OtherReader> {
  const name = 'libxml2-wasm'
  const library = await import(name).catch(() => undefined)
  if (library === undefined) return () => undefined
  return (xml) => {
    try {
      library.XmlDocument.fromString(xml).dispose()
      return true
    } catch (error) {
      return unsaid.test(String(error)) ? undefined : false
    }
  }
}

/** What is said of namespaces and encodings is not about being well formed. */
const unsaid = /not a valid URI|encoding/i

async function main(): Promise<void> {
  const options = {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string' },
  } as const
  const { values } = parseArgs({ options })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const documents = readCorpus()
  const corpora = { documents, texts: xmlOf(documents) }
  const judges = { other: await libxml2(), engine: engineJudge(await csd()) }
  console.log(`seed ${seed}, ${documents.length} documents, ${corpora.texts.length} as XML`)
  const end = Date.now() + Number(values.seconds) * 1000
  let broken = 0
  let number = Number(values.only ?? 0)
  for (; values.only === undefined ? Date.now() < end && broken < 20 : number === Number(values.only); number++) {
    if (!(await survives(seed, number, corpora, judges))) broken++
  }
  console.log(`${number} inputs, ${broken} broken`)
  process.exitCode = broken === 0 ? 0 : 1
}

interface Corpora {
  readonly documents: readonly unknown[]
  readonly texts: readonly string[]
}

interface Judges {
  readonly other: OtherReader
  readonly engine: (document: unknown) => Promise<void>
}

async function survives(seed: number, number: number, { documents, texts }: Corpora, judges: Judges): Promise<boolean> {
  const chance = new Chance(seed * 1_000_003 + number)
  let input: unknown
  try {
    if (chance.once(2)) {
      const document = mutateJson(documents, chance)
      input = document
      judgeJson(document)
      await judges.engine(document)
      return true
    }
    const xml = mutateXml(texts, chance)
    input = xml
    judgeXml(xml, judges.other)
    if (chance.once(3)) {
      const bytes = bytesOf(xml, chance)
      input = bytes
      await judgeBytes(bytes)
    }
    return true
  } catch (error) {
    report(seed, number, input, error)
    return false
  }
}

function report(seed: number, number: number, input: unknown, error: unknown): void {
  const shown = typeof input === 'string' ? `${input.length} characters of XML` : typeof input
  console.error(`--seed ${seed} --only ${number}: ${shown}`)
  console.error(error instanceof Broken ? error.message.slice(0, 2_000) : error)
}

await main()
