/**
 * What must hold of any input: no exception but those that are promised, time in proportion, and verbs that agree.
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { createEngine } from '../../src/engine/engine.js'
import { CfdiXmlError } from '../../src/errors.js'
import { checkStructure } from '../../src/model/check.js'
import type { Finding } from '../../src/model/finding.js'
import { readTree } from '../../src/model/read.js'
import { decodeXml, parseSource } from '../../src/model/source.js'
import { cadenaOriginal, cadenaOriginalXml, cfdi, composeCfdi, readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { Signer } from '../../src/certificate/signer.js'
import { verifySello, verifyTimbre } from '../../src/seal/verify.js'

/** Whether another reader takes a text for well-formed XML; undefined when it cannot say. */
export type OtherReader = (xml: string) => boolean | undefined

const at = new Date('2026-11-21T18:00:00Z')

/** Thrown when something does not hold. */
export class Broken extends Error {}

function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what)
}

/** Times a verb: milliseconds that it may take, whatever the machine, and those for each thousand units of its input. */
const patience = { least: 1_500, perThousand: 15 }

function timed<T>(name: string, size: number, verb: () => T): T {
  const start = performance.now()
  const result = verb()
  const most = patience.least + (patience.perThousand * size) / 1000
  const took = performance.now() - start
  require(took < most, `${name} took ${Math.round(took)} ms of ${size} units`)
  return result
}

/** What a verb gives, or undefined when it throws one of these. */
function orThrown<T>(verb: () => T, ...expected: readonly (new (...parts: never[]) => Error)[]): T | undefined {
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

/** XML as text. */
export function judgeXml(xml: string, other: OtherReader): void {
  const size = xml.length
  requireFindings(timed('checkXml', size, () => checkXml(xml, { at })))
  const document = timed('readCfdi', size, () => orThrown(() => readCfdi(xml), CfdiXmlError))
  const cadena = timed('cadenaOriginalXml', size, () => orThrown(() => cadenaOriginalXml(xml), CfdiXmlError))
  const isWellFormed = orThrown(() => parseSource(xml), CfdiXmlError) !== undefined
  require(!isWellFormed || other(xml) !== false, 'taken, and not well formed for libxml2')
  if (document === undefined) return
  require(cadena !== undefined, 'read, and without cadena')
  const { departures } = readTree(cfdi, parseSource(xml), xml)
  const written = timed('writeCfdi', size, () => orThrown(() => writeCfdi(document), TypeError))
  require(written !== undefined || errorsOf(document).length > 0, 'sound, and not written')
  if (written === undefined) return
  requireSame(document, written)
  if (departures.length > 0) return
  require(cadena === cadenaOriginal(document), `cadenas: ${cadena} and ${cadenaOriginal(document)}`)
}

/** XML as bytes. */
export async function judgeBytes(bytes: Uint8Array): Promise<void> {
  requireFindings(timed('checkXml', bytes.length, () => checkXml(bytes, { at })))
  const text = orThrown(() => decodeXml(bytes), CfdiXmlError)
  const document = orThrown(() => readCfdi(bytes), CfdiXmlError)
  require(document === undefined || text !== undefined, 'read, and not decoded')
  await verifySello(bytes)
  await verifyTimbre(bytes, 'no es un certificado')
}

function errorsOf(document: unknown): Finding[] {
  return checkStructure(cfdi, document).filter(({ severity }) => severity === 'error')
}

/** What is written of a document is read as the same document, and has its cadena. */
function requireSame(document: Comprobante, xml: string): void {
  const back = readCfdi(xml)
  const again = writeCfdi(back)
  require(again === xml, `written again: ${again}`)
  require(cadenaOriginal(document) === cadenaOriginalXml(xml), 'the cadena of a JSON is not that of its XML')
  require(isDeepStrictEqual(composeCfdi(document), { xml, cadena: cadenaOriginal(back) }), 'composeCfdi differs')
}

/** A JSON value, or what a program takes for one. */
export function judgeJson(document: unknown): void {
  requireFindings(timed('check', sizeOf(document), () => check(document, { at })))
  timed('explain', sizeOf(document), () => explain(document))
  const isSound = errorsOf(document).length === 0
  const xml = timed('writeCfdi', sizeOf(document), () => orThrown(() => writeCfdi(document as Comprobante), TypeError))
  orThrown(() => cadenaOriginal(document as Comprobante), TypeError)
  require(xml !== undefined || !isSound, 'sound, and not written')
  if (xml === undefined || !isSound) return
  requireSame(document as Comprobante, xml)
  const [error] = errorsOf(readCfdi(xml))
  require(error === undefined, `sound, and its XML is not: ${error?.message}`)
}

/** The engine's answer about a JSON, which must be one. */
export function engineJudge(signer: Signer): (document: unknown) => Promise<void> {
  const provider = { id: 'none', stamp: () => Promise.reject(new Error('unasked')) }
  const engine = createEngine({ signers: signer, provider: provider as never, clock: () => at })
  return async (document) => requireFindings(await engine.check(document))
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
