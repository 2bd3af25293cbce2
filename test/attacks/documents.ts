/**
 * Sealed and stamped documents by any hand. The stamp, its cadena and both signatures are made
 * here, with node:crypto.
 * @module
 */
import { randomUUID, sign } from 'node:crypto'
import { cadenaOriginalXml, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { invoice } from '../fixtures.js'
import type { Credential } from './certificates.js'
import { pac, parties, person } from './parties.js'

/** An edit of a text: it throws when it finds nothing to change. */
export type Edit = (xml: string) => string

/** Replaces the first occurrence. */
export function replaced(xml: string, from: string | RegExp, to: string): string {
  const edited = xml.replace(from, () => to)
  if (edited === xml) throw new Error(`nothing to replace: ${from}`)
  return edited
}

/** The XML of a document with everything but the seal, which is empty. */
export function unsealed(
  credential: Credential = person,
  changes: Record<string, unknown> = {},
): string {
  const own = {
    NoCertificado: credential.number,
    Certificado: credential.der.toString('base64'),
    Sello: '',
  }
  return writeCfdi({ ...invoice(), ...own, ...changes } as Comprobante)
}

/** Signs the cadena of an XML whose seal is empty. */
export function sealXml(xml: string, credential: Credential = person, hash = 'sha256'): string {
  return withSello(xml, sign(hash, Buffer.from(cadenaOriginalXml(xml)), credential.privateKey))
}

/** Puts a signature where the seal is empty. */
export function withSello(xml: string, signature: Buffer): string {
  return replaced(xml, ' Sello=""', ` Sello="${signature.toString('base64')}"`)
}

/** An invoice, sealed. */
export function sealed(
  credential: Credential = person,
  changes: Record<string, unknown> = {},
): string {
  return sealXml(unsealed(credential, changes), credential)
}

/** Attributes of a stamp. */
export interface Stamp {
  readonly Version: string
  readonly UUID: string
  readonly FechaTimbrado: string
  readonly RfcProvCertif: string
  readonly Leyenda?: string
  readonly SelloCFD: string
  readonly NoCertificadoSAT: string
  readonly SelloSAT: string
}

/**
 * Makes a stamp of a sealed XML; the PAC signs the changed fields, unless SelloSAT is among them.
 */
export function stampOf(xml: string, by: Credential = pac, changes: Partial<Stamp> = {}): Stamp {
  const fields = {
    Version: '1.1',
    UUID: randomUUID().toUpperCase(),
    FechaTimbrado: '2026-11-21T12:05:00',
    RfcProvCertif: parties.pac.rfc as string,
    SelloCFD: selloOf(xml),
    NoCertificadoSAT: by.number,
    ...changes,
  }
  return { ...fields, SelloSAT: changes.SelloSAT ?? signStamp(fields, by) }
}

/** Signs the cadena of a stamp (TFD 1.1, Anexo 20, section III). */
export function signStamp(
  fields: Omit<Stamp, 'SelloSAT'>,
  by: Credential,
  hash = 'sha256',
): string {
  return sign(hash, Buffer.from(cadenaOf(fields)), by.privateKey).toString('base64')
}

export function cadenaOf(fields: Omit<Stamp, 'SelloSAT'>): string {
  const { Version, UUID, FechaTimbrado, RfcProvCertif, Leyenda, SelloCFD, NoCertificadoSAT } =
    fields
  const values = [Version, UUID, FechaTimbrado, RfcProvCertif, Leyenda, SelloCFD, NoCertificadoSAT]
  return `||${values.filter((value) => value !== undefined).join('|')}||`
}

const namespaces =
  'xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const schema =
  'xsi:schemaLocation="http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd"'

/** The element of a stamp. */
export function writeStamp(stamp: Stamp): string {
  const attributes = Object.entries(stamp).map(
    ([name, value]) => `${name}="${escaped(String(value))}"`,
  )
  return `<tfd:TimbreFiscalDigital ${namespaces} ${schema} ${attributes.join(' ')}/>`
}

/** Puts nodes at the end of the Complemento of the document. */
export function inComplemento(xml: string, nodes: string): string {
  const close = '</cfdi:Complemento>'
  const last = xml.lastIndexOf(close)
  if (last >= 0) return xml.slice(0, last) + nodes + xml.slice(last)
  return replaced(
    xml,
    /(?=<cfdi:Addenda|<\/cfdi:Comprobante>)/,
    `<cfdi:Complemento>${nodes}${close}`,
  )
}

/** Stamps a sealed XML. */
export function stamped(
  xml: string = sealed(),
  by: Credential = pac,
  changes: Partial<Stamp> = {},
): string {
  return inComplemento(xml, writeStamp(stampOf(xml, by, changes)))
}

/** The seal of a document. */
export function selloOf(xml: string): string {
  const [, sello] = / Sello="([^"]*)"/.exec(xml) ?? []
  if (sello === undefined) throw new Error('no Sello')
  return sello
}

/**
 * The same bytes in another Base64: the last character differs in bits that stand for nothing (RFC
 * 4648 3.5).
 */
export function otherUnusedBits(base64: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const at = base64.indexOf('=') - 1
  if (at < 0) throw new Error('no bit is unused')
  return base64.slice(0, at) + digits[digits.indexOf(base64[at]!) + 1] + base64.slice(at + 1)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
