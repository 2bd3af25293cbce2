/**
 * Invariants of any input: only documented exceptions, time in proportion to size, and consistent
 * verbs.
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import type { Signer } from '../../src/certificate/signer.js'
import { createEngine } from '../../src/engine/engine.js'
import { CfdiXmlError } from '../../src/errors.js'
import { checkStructure } from '../../src/model/check.js'
import type { Finding } from '../../src/model/finding.js'
import { readTree } from '../../src/model/read.js'
import { decodeXml, parseSource } from '../../src/model/source.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  composeCfdi,
  readCfdi,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { satAnchors } from '../../src/trust/authorities.js'

/** Whether another reader accepts a text as well-formed XML; undefined when it cannot decide. */
export type OtherReader = (xml: string) => boolean | undefined

const at = new Date('2026-11-21T18:00:00Z')

/** Thrown when an invariant fails. */
export class Broken extends Error {}

function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what)
}

/**
 * Time-out of a verb in milliseconds on any machine: a minimum, and an addition per thousand units
 * of input.
 */
const patience = { least: 1_500, perThousand: 15 }

function timed<T>(name: string, size: number, verb: () => T): T {
  const start = performance.now()
  const result = verb()
  const most = patience.least + (patience.perThousand * size) / 1000
  const took = performance.now() - start
  require(took < most, `${name} took ${Math.round(took)} ms of ${size} units`)
  return result
}

/** Returns the result of a verb, or undefined when it throws one of these errors. */
function orThrown<T>(
  verb: () => T,
  ...expected: readonly (new (
    ...parts: never[]
  ) => Error)[]
): T | undefined {
  try {
    return verb()
  } catch (error) {
    if (expected.some((one) => error instanceof one)) return undefined
    throw error
  }
}

function requireFindings(findings: readonly Finding[]): void {
  for (const { code, message, path, severity } of findings) {
    require(code !== '' &&
      typeof path === 'string' &&
      (severity === 'error' || severity === 'warning'), 'a bare finding')
    require(message.length > 0 &&
      message.length < 1_500, `${code}: a message of ${message.length}: ${message.slice(0, 80)}`)
  }
}

/** Checks XML as text. */
export function judgeXml(xml: string, other: OtherReader): void {
  const size = xml.length
  requireFindings(timed('checkXml', size, () => checkXml(xml, { at })))
  const document = timed('readCfdi', size, () => orThrown(() => readCfdi(xml), CfdiXmlError))
  const cadena = timed('cadenaOriginalXml', size, () =>
    orThrown(() => cadenaOriginalXml(xml), CfdiXmlError),
  )
  const isWellFormed = orThrown(() => parseSource(xml), CfdiXmlError) !== undefined
  require(!isWellFormed || other(xml) !== false, 'taken, and not well formed for libxml2')
  if (document === undefined) return
  require(cadena !== undefined, 'read, and without cadena')
  requireProportion(document, size)
  const { departures } = readTree(cfdi, parseSource(xml), xml)
  const written = timed('writeCfdi', size, () => orThrown(() => writeCfdi(document), TypeError))
  require(written !== undefined || errorsOf(document).length > 0, 'sound, and not written')
  if (written === undefined) return
  requireSame(document, written)
  if (departures.length > 0) return
  require(cadena === cadenaOriginal(document), `cadenas: ${cadena} and ${cadenaOriginal(document)}`)
}

/**
 * Checks that a document's memory is in proportion to its input, Addenda and unknown complements
 * included.
 */
function requireProportion(document: Comprobante, size: number): void {
  const { length } = JSON.stringify(document)
  require(length <= 10 * size + 10_000, `${size} characters of XML became ${length} of JSON`)
}

/** Checks XML as bytes. */
export async function judgeBytes(bytes: Uint8Array): Promise<void> {
  requireFindings(timed('checkXml', bytes.length, () => checkXml(bytes, { at })))
  const text = orThrown(() => decodeXml(bytes), CfdiXmlError)
  const document = orThrown(() => readCfdi(bytes), CfdiXmlError)
  require(document === undefined || text !== undefined, 'read, and not decoded')
  const { verdict } = await verifyCfdi(bytes, { anchors: satAnchors, pacCertificates: satAnchors })
  require(verdict !== 'valid', 'a fuzzed document is valid')
}

function errorsOf(document: unknown): Finding[] {
  return checkStructure(cfdi, document).filter(({ severity }) => severity === 'error')
}

/** Checks that a written document reads as the same document, with the same cadena. */
function requireSame(document: Comprobante, xml: string): void {
  const back = readCfdi(xml)
  const again = writeCfdi(back)
  require(again === xml, `written again: ${again}`)
  require(cadenaOriginal(document) ===
    cadenaOriginalXml(xml), 'the cadena of a JSON is not that of its XML')
  require(isDeepStrictEqual(composeCfdi(document), {
    xml,
    cadena: cadenaOriginal(back),
  }), 'composeCfdi differs')
}

/** Checks a JSON value, or another value passed as one. */
export function judgeJson(document: unknown): void {
  requireFindings(timed('check', sizeOf(document), () => check(document, { at })))
  timed('explain', sizeOf(document), () => explain(document))
  const isSound = errorsOf(document).length === 0
  const xml = timed('writeCfdi', sizeOf(document), () =>
    orThrown(() => writeCfdi(document as Comprobante), TypeError),
  )
  orThrown(() => cadenaOriginal(document as Comprobante), TypeError)
  require(xml !== undefined || !isSound, 'sound, and not written')
  if (xml === undefined || !isSound) return
  requireSame(document as Comprobante, xml)
  const [error] = errorsOf(readCfdi(xml))
  require(error === undefined, `sound, and its XML is not: ${error?.message}`)
}

/** Checks that the engine resolves to a result for any JSON. */
export function engineJudge(signer: Signer): (document: unknown) => Promise<void> {
  const provider = { id: 'none', stamp: () => Promise.reject(new Error('unasked')) }
  const engine = createEngine({ signers: signer, provider: provider as never, clock: () => at })
  return async (document) => requireFindings(await engine.check(document))
}

/** An input of one of the three kinds. */
export type Input =
  | { readonly kind: 'xml'; readonly input: string }
  | { readonly kind: 'bytes'; readonly input: Uint8Array }
  | { readonly kind: 'json'; readonly input: unknown }

/** Dependencies of the checks. */
export interface Judges {
  readonly other: OtherReader
  readonly engine: (document: unknown) => Promise<void>
}

/** Runs every check for an input of a kind. */
export async function judgeInput({ kind, input }: Input, { other, engine }: Judges): Promise<void> {
  if (kind === 'xml') return judgeXml(input, other)
  if (kind === 'bytes') return judgeBytes(input)
  judgeJson(input)
  return engine(input)
}

function sizeOf(document: unknown): number {
  let nodes = 0
  const visit = (value: unknown, depth: number): void => {
    nodes += typeof value === 'string' ? value.length : 1
    if (typeof value !== 'object' || value === null || depth > 12 || nodes > 1_000_000) return
    for (const key in value) visit((value as Record<string, unknown>)[key], depth + 1)
  }
  visit(document, 0)
  return nodes * 10
}
