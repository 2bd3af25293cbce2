/**
 * Inputs of earlier findings, one file each in `corpus/`. Every run begins with them, and adds new
 * ones.
 * @module
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeValue, encodeValue, type Graph } from './graph.js'
import { Broken, type Input, type Judges, judgeInput } from './oracles.js'

/** A stored finding. */
interface Stored {
  /** Date, and seed or author. */
  readonly found: string
  /** The failure, in one sentence. */
  readonly about: string
  readonly kind: Input['kind']
  /** XML as text, bytes in Base64, JSON as a {@link Graph}. */
  readonly input: string | Graph
}

/** A finding with the name of its file. */
export interface Finding {
  readonly name: string
  readonly about: string
  readonly input: Input
}

const corpus = join(import.meta.dirname, 'corpus')

/** Returns every finding, sorted by name. */
export function readFindings(folder = corpus): Finding[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => {
      const stored: Stored = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return { name: file.replace(/\.jsonl$/, ''), about: stored.about, input: decode(stored) }
    })
}

/**
 * Writes a finding unless one with that name exists.
 * @returns the path of its file
 */
export function writeFinding(
  name: string,
  found: string,
  about: string,
  input: Input,
  folder = corpus,
): string {
  const path = join(folder, `${name}.jsonl`)
  const stored: Stored = { found, about, kind: input.kind, input: encode(input) }
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(stored)}\n`)
  return path
}

/** Runs a finding again; resolves to its failure, or undefined. */
export async function replay({ input }: Finding, judges: Judges): Promise<string | undefined> {
  try {
    await judgeInput(input, judges)
    return undefined
  } catch (error) {
    return error instanceof Broken
      ? error.message.slice(0, 2_000)
      : String(error instanceof Error ? error.stack : error)
  }
}

function encode({ kind, input }: Input): Stored['input'] {
  if (kind === 'xml') return input
  return kind === 'bytes' ? Buffer.from(input).toString('base64') : encodeValue(input)
}

function decode({ kind, input }: Stored): Input {
  if (kind === 'json') return { kind, input: decodeValue(input as Graph) }
  if (kind === 'bytes') return { kind, input: Buffer.from(input as string, 'base64') }
  return { kind, input: input as string }
}
