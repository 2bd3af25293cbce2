/**
 * Mutates valid documents at random, as XML, bytes and JSON, and checks invariants: see
 * `fuzz/oracles.ts`. `npm run fuzz -- [--seconds 60] [--seed N] [--only I]`: without a seed it
 * draws and prints one; each finding has a number, to run it alone. Every run begins with the
 * earlier findings (`fuzz/corpus`), and writes its own there: commit the file with the fix, and
 * `test/attacks/corpus.test.ts` repeats it from then on.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeCfdi } from '../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../src/sat/cfdi40/declaration.js'
import { csd } from '../test/fixtures.js'
import { readFindings, replay, writeFinding } from './fuzz/corpus.js'
import { mutateJson } from './fuzz/mutateJson.js'
import { bytesOf, mutateXml } from './fuzz/mutateXml.js'
import {
  Broken,
  engineJudge,
  type Input,
  type Judges,
  judgeInput,
  type OtherReader,
} from './fuzz/oracles.js'
import { Chance } from './fuzz/random.js'

const fixtures = join(import.meta.dirname, '../fixtures')

/** Returns the documents to start from, drafts included. */
function readCorpus(): unknown[] {
  return ['documents', 'complements', 'rules'].flatMap((folder) =>
    readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file): unknown => JSON.parse(readFileSync(join(fixtures, folder, file), 'utf8')))
      .filter(
        (document) => typeof document === 'object' && document !== null && 'Conceptos' in document,
      ),
  )
}

/** Returns the XML of the writable ones, on one line and indented. */
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

/** Loads libxml2, if `libxml2-wasm` is installed. */
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

/** Problems of namespaces and encodings, which are not about being well formed. */
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
  let broken = values.only === undefined ? await replayFindings(judges) : 0
  const end = Date.now() + Number(values.seconds) * 1000
  let number = Number(values.only ?? 0)
  for (
    ;
    values.only === undefined ? Date.now() < end && broken < 20 : number === Number(values.only);
    number++
  ) {
    if (!(await survives(seed, number, corpora, judges))) broken++
  }
  console.log(`${number} inputs, ${broken} broken`)
  process.exitCode = broken === 0 ? 0 : 1
}

interface Corpora {
  readonly documents: readonly unknown[]
  readonly texts: readonly string[]
}

/** Returns the number of earlier findings that fail again. */
async function replayFindings(judges: Judges): Promise<number> {
  const findings = readFindings()
  let broken = 0
  for (const finding of findings) {
    const problem = await replay(finding, judges)
    if (problem === undefined) continue
    broken++
    console.error(`corpus/${finding.name}.jsonl (${finding.about}): ${problem}`)
  }
  console.log(`${findings.length} findings of before, ${broken} broken`)
  return broken
}

async function survives(
  seed: number,
  number: number,
  corpora: Corpora,
  judges: Judges,
): Promise<boolean> {
  for (const input of inputsOf(new Chance(seed * 1_000_003 + number), corpora)) {
    try {
      await judgeInput(input, judges)
    } catch (error) {
      report(seed, number, input, error)
      return false
    }
  }
  return true
}

/** Yields JSON documents, XML, and sometimes its bytes. */
function* inputsOf(chance: Chance, { documents, texts }: Corpora): Generator<Input> {
  if (chance.once(2)) return yield { kind: 'json', input: mutateJson(documents, chance) }
  const xml = mutateXml(texts, chance)
  yield { kind: 'xml', input: xml }
  if (chance.once(3)) yield { kind: 'bytes', input: bytesOf(xml, chance) }
}

function report(seed: number, number: number, input: Input, error: unknown): void {
  const problem = error instanceof Broken ? error.message.slice(0, 2_000) : String(error)
  const about = problem.slice(0, 200)
  const path = writeFinding(
    `${seed}-${number}`,
    `by the fuzzer, --seed ${seed} --only ${number}`,
    about,
    input,
  )
  console.error(`--seed ${seed} --only ${number}, kept in ${path}`)
  console.error(error instanceof Broken ? problem : error)
}

await main()
