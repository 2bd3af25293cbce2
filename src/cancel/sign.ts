/**
 * The signed requests of the SAT's cancellation service: to cancel, to answer as a receiver, to ask for related documents.
 * One document in each, because acuses and outcomes are by document.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { quote } from '../lib/text.js'
import { central, localTime } from '../lib/time.js'
import { termOf } from '../seal/policy.js'
import { element, type Root, signRoot, textElement } from './signedXml.js'

/**
 * Why a document is cancelled (guide of the SAT to Anexo 20, "motivos de cancelación", since 2022).
 * - `01`: issued with errors, with a substitute, which must exist before and relate to it with TipoRelacion 04
 * - `02`: issued with errors, without a substitute
 * - `03`: the operation did not take place
 * - `04`: a nominative operation that is in a global invoice
 */
export type Motivo = '01' | '02' | '03' | '04'

/** Which of the SAT's two cancellation services: that of CFDI, or that of CFDI de retenciones. */
export type CancelService = 'cfdi' | 'retenciones'

/** What is cancelled, why and when. */
export interface Cancellation {
  /** Folio fiscal; it is written in upper case. */
  readonly uuid: string
  /** The motive. */
  readonly motivo: Motivo
  /** Folio fiscal of the substitute: with motive 01, and with no other. */
  readonly folioSustitucion?: string | undefined
  /** The moment of the request; it is written in the time of central Mexico. The SAT refuses one in the future. */
  readonly at: Date
  /** `cfdi` by default. */
  readonly service?: CancelService | undefined
  /** RFC of the issuer, where the caller knows it: it must be that of the certificate, which is the one that is written. */
  readonly rfcEmisor?: string | undefined
}

/** The answer of a receiver to a cancellation that needs its consent. */
export interface ReceiverAnswer {
  /** Folio fiscal of the document whose cancellation was asked for. */
  readonly uuid: string
  /** Whether the receiver consents. */
  readonly respuesta: 'Aceptacion' | 'Rechazo'
  /** RFC of the PAC that carries it. */
  readonly rfcPac: string
  /** The moment of the answer; it is written in the time of central Mexico. */
  readonly at: Date
  /** RFC of the receiver, where the caller knows it: it must be that of the certificate. */
  readonly rfcReceptor?: string | undefined
}

/** A question for the documents that relate to one, and those that it relates to. */
export interface RelatedQuery {
  /** Folio fiscal of the document. */
  readonly uuid: string
  /** What the one who asks is in it. */
  readonly rol: 'emisor' | 'receptor'
  /** RFC of the PAC that carries it. */
  readonly rfcPac: string
}

/** A signed request. The XML is final: what a PAC gets, now and at every further attempt, in UTF-8 and without a declaration. */
export interface SignedRequest {
  /** On one line; every PAC may be given the same. */
  readonly xml: string
}

const namespaces: Readonly<Record<CancelService, string>> = {
  cfdi: 'http://cancelacfd.sat.gob.mx',
  retenciones: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
}

/**
 * Signs the request to cancel one document, with the CSD of its issuer. The same request may be sent again, and to any PAC that takes
 * documents of others: at the SAT a second one changes nothing.
 *
 * The same input gives the same bytes.
 * @throws {CancelError} one code a reason; see `CancelErrorCode`
 * @throws TypeError for what is of another type: `at` must be a valid Date.
 * @example
 * const { xml } = await signCancellation({ uuid: timbre.UUID, motivo: '02', at: new Date() }, csd)
 * xml.includes(`Motivo="02" UUID="${timbre.UUID}"`) // → true
 */
export async function signCancellation(request: Cancellation, signer: Signer): Promise<SignedRequest> {
  requireObject('signCancellation', request)
  const { at, service = 'cfdi', rfcEmisor } = request
  if (!Object.hasOwn(namespaces, service)) throw new TypeError('service must be "cfdi" or "retenciones"')
  requireCertificate(signer, rfcEmisor)
  requireTerm(signer.certificate, at)
  const attributes = { Fecha: localTime(at, central), RfcEmisor: signer.certificate.rfc }
  const content = element('Folios', {}, element('Folio', folioOf(request)))
  return signed({ name: 'Cancelacion', namespace: namespaces[service], attributes, content }, signer)
}

/**
 * Signs the answer of a receiver to a request of cancellation, with the receiver's CSD.
 * @throws {CancelError} `CANCEL_UUID`, and those of certificate and signer
 * @throws TypeError for an answer that is neither, an RFC that is none, or no valid Date.
 * @example
 * const facts = { uuid: timbre.UUID, rfcPac: 'SPR190613I52', at: new Date() }
 * const { xml } = await signReceiverAnswer({ ...facts, respuesta: 'Rechazo' }, csd)
 * xml.includes('<Respuesta>Rechazo</Respuesta>') // → true
 */
export async function signReceiverAnswer(request: ReceiverAnswer, signer: Signer): Promise<SignedRequest> {
  requireObject('signReceiverAnswer', request)
  const { uuid, respuesta, rfcPac, at, rfcReceptor } = request
  if (respuesta !== 'Aceptacion' && respuesta !== 'Rechazo')
    throw new TypeError('respuesta must be "Aceptacion" or "Rechazo"')
  requireCertificate(signer, rfcReceptor)
  requireTerm(signer.certificate, at)
  const attributes = {
    Fecha: localTime(at, central),
    RfcPacEnviaSolicitud: requireRfc('rfcPac', rfcPac),
    RfcReceptor: signer.certificate.rfc,
  }
  const content = element('Folios', {}, textElement('UUID', folioFiscal(uuid)) + textElement('Respuesta', respuesta))
  return signed({ name: 'SolicitudAceptacionRechazo', namespace: namespaces.cfdi, attributes, content }, signer)
}

/**
 * Signs the question for the documents that are related to one: those in force hinder its cancellation.
 * @throws {CancelError} `CANCEL_UUID`, and those of certificate and signer
 * @throws TypeError for a role that is neither, or an RFC that is none.
 * @example
 * const { xml } = await signRelatedQuery({ uuid: timbre.UUID, rol: 'emisor', rfcPac: 'SPR190613I52' }, csd)
 * xml.startsWith('<PeticionConsultaRelacionados ') // → true
 */
export async function signRelatedQuery(request: RelatedQuery, signer: Signer): Promise<SignedRequest> {
  requireObject('signRelatedQuery', request)
  const { uuid, rol, rfcPac } = request
  if (rol !== 'emisor' && rol !== 'receptor') throw new TypeError('rol must be "emisor" or "receptor"')
  requireCertificate(signer)
  const { rfc } = signer.certificate
  // The other side is not named, and its attribute is there all the same.
  const attributes = {
    RfcEmisor: rol === 'emisor' ? rfc : '',
    RfcPacEnviaSolicitud: requireRfc('rfcPac', rfcPac),
    RfcReceptor: rol === 'receptor' ? rfc : '',
    Uuid: folioFiscal(uuid),
  }
  const root = { name: 'PeticionConsultaRelacionados', namespace: namespaces.cfdi, attributes, content: '' }
  return signed(root, signer)
}

async function signed(root: Root, signer: Signer): Promise<SignedRequest> {
  return { xml: await signRoot(root, signer) }
}

/** Attributes of `Folio`, in alphabetical order. */
type Folio = { readonly FolioSustitucion?: string; readonly Motivo: Motivo; readonly UUID: string }

/**
 * What a request says of its document. An empty FolioSustitucion is not the same as none: the SAT refuses it.
 * @throws {CancelError} `CANCEL_UUID`, `CANCEL_MOTIVO`, `CANCEL_SUSTITUCION`
 */
export function folioOf({ uuid, motivo, folioSustitucion }: Omit<Cancellation, 'at'>): Folio {
  const folio = { Motivo: requireMotivo(motivo), UUID: folioFiscal(uuid) }
  const hasSubstitute = folioSustitucion !== undefined && folioSustitucion !== null && folioSustitucion !== ''
  if (motivo !== '01') {
    if (hasSubstitute) throw substitution(`El motivo ${motivo} no lleva folio de sustitución; solo el 01.`)
    return folio
  }
  if (!hasSubstitute) throw substitution('El motivo 01 pide el folio fiscal del comprobante que sustituye.')
  const FolioSustitucion = folioFiscal(folioSustitucion)
  if (FolioSustitucion === folio.UUID) throw substitution('Un comprobante no se sustituye a sí mismo.')
  return { FolioSustitucion, ...folio }
}

function substitution(message: string): CancelError {
  return new CancelError('CANCEL_SUSTITUCION', message)
}

const motives: readonly unknown[] = ['01', '02', '03', '04']

function requireMotivo(motivo: Motivo): Motivo {
  if (motives.includes(motivo)) return motivo
  throw new CancelError('CANCEL_MOTIVO', `El motivo de cancelación es 01, 02, 03 o 04, y no ${quote(motivo)}.`)
}

const uuidForm = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i

/** In upper case, as the SAT writes them. Of any version of RFC 9562: PACs use several. */
export function folioFiscal(uuid: unknown): string {
  if (typeof uuid === 'string' && uuidForm.test(uuid)) return uuid.toUpperCase()
  throw new CancelError('CANCEL_UUID', `${quote(uuid)} no es un folio fiscal.`)
}

const rfcForm = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/

function requireRfc(name: string, rfc: unknown): string {
  if (typeof rfc === 'string' && rfcForm.test(rfc)) return rfc
  throw new TypeError(`${name} must be an RFC`)
}

function requireObject(verb: string, request: unknown): void {
  if (typeof request !== 'object' || request === null) throw new TypeError(`${verb}: an object is expected`)
}

/** What would be refused by the SAT, and told only by a code, is refused here. */
function requireCertificate(signer: Signer, rfc?: string): void {
  const certificate = signer?.certificate
  if (certificate === undefined) throw new TypeError('a signer is expected')
  requireKind(certificate)
  if (rfc !== undefined && rfc !== certificate.rfc) {
    throw new CancelError('CANCEL_ISSUER', `El certificado es de ${certificate.rfc} y debe ser de ${quote(rfc)}.`)
  }
}

function requireKind({ kind, rfc }: Certificate): void {
  if (kind === 'csd') return
  const which = kind === 'efirma' ? 'una e.firma (FIEL)' : 'de otra clase'
  const message = `El certificado${rfc ? ` de ${rfc}` : ''} es ${which}: se cancela con el Certificado de Sello Digital (CSD).`
  throw new CancelError('CANCEL_CERTIFICATE', message)
}

function requireTerm(certificate: Certificate, at: unknown): void {
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw new TypeError('at must be a valid Date')
  if (certificate.validFrom <= at && at <= certificate.validTo) return
  const message = `El certificado no está vigente el ${at.toISOString()}: lo está ${termOf(certificate)}.`
  throw new CancelError('CANCEL_DATE', message)
}
