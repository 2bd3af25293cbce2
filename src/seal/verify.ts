/**
 * Does the seal of a document hold, and if not, why: offline, from the document and the certificate alone.
 * @module
 */
import { CertificateError, CfdiXmlError } from '../errors.js'
import { decodeBase64 } from '../lib/base64.js'
import { collapseSpace } from '../lib/text.js'
import type { XmlNode } from '../lib/xml.js'
import { writeNodeCadena, writeTreeCadena } from '../model/cadena.js'
import { cfdi } from '../model/cfdi.js'
import { decodeXml, parseSource } from '../model/source.js'
import { timbreFiscalDigital } from '../model/timbre.js'
import { type Certificate, readCertificate, verifySignature } from './certificate.js'
import { openSignature } from './rsa.js'

/** Why a seal does not hold. */
export type VerdictReason =
  /** The XML cannot be read, or is not a CFDI 4.0. */
  | 'xml'
  /** There is no seal, or no stamp. */
  | 'absent'
  /** The certificate cannot be read. */
  | 'certificate'
  /** `NoCertificado` (or `NoCertificadoSAT`) is not the number of the certificate. */
  | 'certificate-number'
  /** The seal is not Base64. */
  | 'base64'
  /** The seal has not the length of the key. */
  | 'length'
  /** Another key made it: certificate and private key differ. */
  | 'key'
  /** Made with another hash function. */
  | 'hash'
  /** The cadena original was signed in Latin-1 instead of UTF-8. */
  | 'latin1'
  /** The key is right and the text is not the one that was signed: the document changed after sealing. */
  | 'changed'
  /** There is more than one stamp. */
  | 'repeated'
  /** The stamp is of another document: `SelloCFD` is not its `Sello`. */
  | 'other-document'

/** Whether a seal holds. */
export type Verdict =
  | { readonly ok: true; readonly cadena: string; readonly certificate: Certificate }
  | { readonly ok: false; readonly reason: VerdictReason; readonly message: string }

type Failure = Extract<Verdict, { ok: false }>

const utf8 = new TextEncoder()

/**
 * Verifies the `Sello` of a CFDI against the certificate that it carries. Never throws for what the XML holds.
 * Says nothing about whether the SAT issued the certificate, nor whether it was valid then.
 */
export async function verifySello(xml: string | Uint8Array): Promise<Verdict> {
  return orFailure(async () => {
    const tree = parseSource(decodeXml(xml))
    if (tree.namespace !== cfdi.document.namespace || tree.local !== cfdi.document.name) {
      return failure('xml', 'El documento no es un CFDI 4.0.')
    }
    const cadena = writeTreeCadena(cfdi, tree)
    const [sello, number, source] = ['Sello', 'NoCertificado', 'Certificado'].map((name) => attribute(tree, name))
    if (!sello) return failure('absent', 'El comprobante no tiene Sello.')
    if (!source) return failure('certificate', 'El comprobante no tiene Certificado.')
    const certificate = readCertificate(source)
    return verifyText(cadena, sello, certificate, number ?? '', 'Sello')
  })
}

/**
 * Verifies the stamp of a CFDI: that it is of this document, and that the PAC's certificate made `SelloSAT`. The
 * certificate (DER, PEM or Base64) is the one numbered `NoCertificadoSAT`, which the SAT publishes. Never throws.
 */
export async function verifyTimbre(
  xml: string | Uint8Array,
  pacCertificate: Certificate | Uint8Array | string,
): Promise<Verdict> {
  return orFailure(async () => {
    const tree = parseSource(decodeXml(xml))
    const timbres = timbresOf(tree)
    const [timbre] = timbres
    if (timbre === undefined) return failure('absent', 'El comprobante no tiene un timbre.')
    if (timbres.length > 1) return failure('repeated', 'El comprobante tiene más de un timbre.')
    const field = (name: string) => collapseSpace(attribute(timbre, name) ?? '')
    if (field('SelloCFD') !== collapseSpace(attribute(tree, 'Sello') ?? '')) {
      return failure('other-document', 'El timbre es de otro comprobante: SelloCFD no es su Sello.')
    }
    const certificate = isCertificate(pacCertificate) ? pacCertificate : readCertificate(pacCertificate)
    const cadena = writeNodeCadena(timbreFiscalDigital, timbre)
    return verifyText(cadena, field('SelloSAT'), certificate, field('NoCertificadoSAT'), 'SelloSAT')
  })
}

function timbresOf({ children }: XmlNode): XmlNode[] {
  return children.flatMap((complemento) =>
    typeof complemento === 'string' || complemento.local !== 'Complemento' ? [] : complemento.children.filter(isTimbre),
  )
}

function isTimbre(node: XmlNode | string): node is XmlNode {
  const { name, namespace } = timbreFiscalDigital
  return typeof node !== 'string' && node.local === name && node.namespace === namespace
}

async function verifyText(
  cadena: string,
  sello: string,
  certificate: Certificate,
  number: string,
  name: string,
): Promise<Verdict> {
  if (number.trim() !== certificate.noCertificado) {
    return failure(
      'certificate-number',
      `El número de certificado ${number.trim()} no es el del certificado, ${certificate.noCertificado}.`,
    )
  }
  const signature = decodeBase64(sello.replace(/[ \t\r\n]/g, ''))
  if (signature === undefined) return failure('base64', `${name} no es Base64.`)
  if (signature.length * 8 !== certificate.keySize) {
    return failure('length', `${name} tiene ${signature.length * 8} bits y la llave ${certificate.keySize}.`)
  }
  if (await verifySignature(certificate, utf8.encode(cadena), signature)) return { ok: true, cadena, certificate }
  return explain(cadena, signature, certificate, name)
}

async function explain(
  cadena: string,
  signature: Uint8Array,
  certificate: Certificate,
  name: string,
): Promise<Failure> {
  const signed = openSignature(certificate.publicKey, signature)
  if (signed === undefined) {
    return failure(
      'key',
      `${name} no se hizo con la llave del certificado: llave y certificado no se corresponden, o el sello está dañado.`,
    )
  }
  if (signed.hash !== 'SHA-256') return failure('hash', `${name} se hizo con ${signed.hash} y debe ser SHA-256.`)
  if (await verifySignature(certificate, latin1(cadena), signature)) {
    return failure('latin1', `${name} se hizo sobre la cadena original en Latin-1; debe ser en UTF-8.`)
  }
  return failure('changed', `${name} es de otro texto: el documento cambió después de sellarse.`)
}

/** What careless programs sign: one octet a character, `?` for those that have none. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 256 ? code : 0x3f
  })
}

async function orFailure(verify: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof CfdiXmlError) return failure('xml', error.message)
    if (error instanceof CertificateError) return failure('certificate', error.message)
    throw error
  }
}

function failure(reason: VerdictReason, message: string): Failure {
  return { ok: false, reason, message }
}

function attribute({ attributes }: XmlNode, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1]
  return undefined
}

function isCertificate(value: Certificate | Uint8Array | string): value is Certificate {
  return typeof value === 'object' && !(value instanceof Uint8Array)
}
