/**
 * Signs the requests of the SAT's cancellation service: cancellation, answer of a receiver, query
 * of related documents. Each request has one document, because acuses and outcomes are per
 * document.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { quote } from '../lib/text.js'
import { central, localTime } from '../lib/time.js'
import { isUuid } from '../lib/uuid.js'
import { termOf } from '../seal/policy.js'
import { writeElement, type Root, signRoot, writeTextElement } from './signedXml.js'

/**
 * Motive of a cancellation (SAT guide to Anexo 20, "motivos de cancelación", since 2022).
 * - `01`: issued with errors, with a substitute, which must exist before and relate to it with
 *   TipoRelacion 04
 * - `02`: issued with errors, without a substitute
 * - `03`: the operation did not take place
 * - `04`: a nominative operation that is in a global invoice
 */
export type Motivo = '01' | '02' | '03' | '04'

/** The SAT's two cancellation services: for CFDI, and for CFDI de retenciones. */
export type CancelService = 'cfdi' | 'retenciones'

/** A cancellation to sign. */
export interface Cancellation {
  /** Folio fiscal; written in upper case. */
  readonly uuid: string
  /** The motive. */
  readonly motivo: Motivo
  /** Folio fiscal of the substitute. Required with motive 01, refused with the others. */
  readonly folioSustitucion?: string | undefined
  /**
   * Time of the request, written in the time of central Mexico. The SAT refuses a time in the
   * future.
   */
  readonly at: Date
  /** Defaults to `cfdi`. */
  readonly service?: CancelService | undefined
  /** Expected RFC of the certificate. The request always holds that of the certificate. */
  readonly rfcEmisor?: string | undefined
}

/** A receiver's answer to a cancellation that needs its consent. */
export interface ReceiverAnswer {
  /** Folio fiscal of the document to cancel. */
  readonly uuid: string
  /** Whether the receiver consents. */
  readonly respuesta: 'Aceptacion' | 'Rechazo'
  /** RFC of the PAC that submits it. */
  readonly rfcPac: string
  /** Time of the answer, written in the time of central Mexico. */
  readonly at: Date
  /** Expected RFC of the certificate. */
  readonly rfcReceptor?: string | undefined
}

/** A query for the documents related to one, in both directions. */
export interface RelatedQuery {
  /** Folio fiscal of the document. */
  readonly uuid: string
  /** Role of the signer in the document. */
  readonly rol: 'emisor' | 'receptor'
  /** RFC of the PAC that submits it. */
  readonly rfcPac: string
}

/**
 * A signed request. The XML is final: PACs receive it at every attempt, in UTF-8 and without a
 * declaration.
 */
export interface SignedRequest {
  /** The request on one line. Every PAC may receive the same one. */
  readonly xml: string
}

const namespaces: Readonly<Record<CancelService, string>> = {
  cfdi: 'http://cancelacfd.sat.gob.mx',
  retenciones: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
}

/**
 * Signs the request to cancel one document with the CSD of its issuer. The same request may be sent
 * again, and to any PAC that accepts documents of others: a second one has no effect at the SAT.
 *
 * The same input gives the same bytes.
 * @throws {CancelError} one code per reason; see `CancelErrorCode`
 * @throws TypeError for a member of another type: `at` must be a valid Date.
 * @example
 * const { xml } = await signCancellation({ uuid: timbre.UUID, motivo: '02', at: new Date() }, csd)
 * xml.includes(`Motivo="02" UUID="${timbre.UUID}"`) // → true
 */
export async function signCancellation(
  request: Cancellation,
  signer: Signer,
): Promise<SignedRequest> {
  requireObject('signCancellation', request)
  const { at, service = 'cfdi', rfcEmisor } = request
  if (!Object.hasOwn(namespaces, service))
    throw new TypeError('service must be "cfdi" or "retenciones"')
  requireOwnCertificate(signer, rfcEmisor)
  requireTerm(signer.certificate, at)
  const attributes = { Fecha: localTime(at, central), RfcEmisor: signer.certificate.rfc }
  const content = writeElement('Folios', {}, writeElement('Folio', folioOf(request)))
  return signed(
    { name: 'Cancelacion', namespace: namespaces[service], attributes, content },
    signer,
  )
}

/**
 * Signs the answer of a receiver to a request of cancellation, with the receiver's CSD.
 * @throws {CancelError} `CANCEL_UUID`, and those of certificate and signer
 * @throws TypeError for another `respuesta`, an invalid RFC or an invalid Date.
 * @example
 * const facts = { uuid: timbre.UUID, rfcPac: 'SPR190613I52', at: new Date() }
 * const { xml } = await signReceiverAnswer({ ...facts, respuesta: 'Rechazo' }, csd)
 * xml.includes('<Respuesta>Rechazo</Respuesta>') // → true
 */
export async function signReceiverAnswer(
  request: ReceiverAnswer,
  signer: Signer,
): Promise<SignedRequest> {
  requireObject('signReceiverAnswer', request)
  const { uuid, respuesta, rfcPac, at, rfcReceptor } = request
  if (respuesta !== 'Aceptacion' && respuesta !== 'Rechazo')
    throw new TypeError('respuesta must be "Aceptacion" or "Rechazo"')
  requireOwnCertificate(signer, rfcReceptor)
  requireTerm(signer.certificate, at)
  const attributes = {
    Fecha: localTime(at, central),
    RfcPacEnviaSolicitud: requireRfc('rfcPac', rfcPac),
    RfcReceptor: signer.certificate.rfc,
  }
  const content = writeElement(
    'Folios',
    {},
    writeTextElement('UUID', folioFiscal(uuid)) + writeTextElement('Respuesta', respuesta),
  )
  return signed(
    { name: 'SolicitudAceptacionRechazo', namespace: namespaces.cfdi, attributes, content },
    signer,
  )
}

/**
 * Signs the query for the documents related to one. Related documents in force block its
 * cancellation.
 * @throws {CancelError} `CANCEL_UUID`, and those of certificate and signer
 * @throws TypeError for another `rol` or an invalid RFC.
 * @example
 * const { xml } = await signRelatedQuery({ uuid: timbre.UUID, rol: 'emisor', rfcPac: 'SPR190613I52' }, csd)
 * xml.startsWith('<PeticionConsultaRelacionados ') // → true
 */
export async function signRelatedQuery(
  request: RelatedQuery,
  signer: Signer,
): Promise<SignedRequest> {
  requireObject('signRelatedQuery', request)
  const { uuid, rol, rfcPac } = request
  if (rol !== 'emisor' && rol !== 'receptor')
    throw new TypeError('rol must be "emisor" or "receptor"')
  requireOwnCertificate(signer)
  const { rfc } = signer.certificate
  // The other party is not named, but its attribute is required.
  const attributes = {
    RfcEmisor: rol === 'emisor' ? rfc : '',
    RfcPacEnviaSolicitud: requireRfc('rfcPac', rfcPac),
    RfcReceptor: rol === 'receptor' ? rfc : '',
    Uuid: folioFiscal(uuid),
  }
  const root = {
    name: 'PeticionConsultaRelacionados',
    namespace: namespaces.cfdi,
    attributes,
    content: '',
  }
  return signed(root, signer)
}

async function signed(root: Root, signer: Signer): Promise<SignedRequest> {
  return { xml: await signRoot(root, signer) }
}

/** Attributes of `Folio`, in alphabetical order. */
type Folio = { readonly FolioSustitucion?: string; readonly Motivo: Motivo; readonly UUID: string }

/**
 * Returns the attributes of a document in a request. An empty FolioSustitucion is not the same as
 * none: the SAT refuses it.
 * @throws {CancelError} `CANCEL_UUID`, `CANCEL_MOTIVO`, `CANCEL_SUSTITUCION`
 */
export function folioOf({ uuid, motivo, folioSustitucion }: Omit<Cancellation, 'at'>): Folio {
  if (!motives.includes(motivo))
    throw new CancelError(
      'CANCEL_MOTIVO',
      `El motivo de cancelación es 01, 02, 03 o 04, y no ${quote(motivo)}.`,
    )
  const folio = { Motivo: motivo, UUID: folioFiscal(uuid) }
  const hasSubstitute =
    folioSustitucion !== undefined && folioSustitucion !== null && folioSustitucion !== ''
  if (motivo !== '01') {
    if (hasSubstitute)
      throw substitution(`El motivo ${motivo} no lleva folio de sustitución; solo el 01.`)
    return folio
  }
  if (!hasSubstitute)
    throw substitution(
      'El motivo 01 requiere el folio fiscal del comprobante que lo sustituye (folioSustitucion).',
    )
  const FolioSustitucion = folioFiscal(folioSustitucion)
  if (FolioSustitucion === folio.UUID)
    throw substitution('Un comprobante no se sustituye a sí mismo.')
  return { FolioSustitucion, ...folio }
}

function substitution(message: string): CancelError {
  return new CancelError('CANCEL_SUSTITUCION', message)
}

const motives: readonly unknown[] = ['01', '02', '03', '04']

/**
 * Returns a folio in upper case, as the SAT writes it. Accepts any version of RFC 9562: PACs use
 * several.
 */
export function folioFiscal(uuid: unknown): string {
  if (isUuid(uuid)) return uuid.toUpperCase()
  throw new CancelError('CANCEL_UUID', `${quote(uuid)} no es un folio fiscal.`)
}

const rfcForm = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/

function requireRfc(name: string, rfc: unknown): string {
  if (typeof rfc === 'string' && rfcForm.test(rfc)) return rfc
  throw new TypeError(`${name} must be an RFC`)
}

function requireObject(verb: string, request: unknown): void {
  if (typeof request !== 'object' || request === null)
    throw new TypeError(`${verb}: request must be an object`)
}

/** Refuses certificates that the SAT would refuse with a bare code. */
function requireOwnCertificate(signer: Signer, rfc?: string): void {
  const certificate = signer?.certificate
  if (certificate === undefined) throw new TypeError('signer must be a Signer')
  const { kind } = certificate
  if (kind !== 'csd') {
    const which = kind === 'efirma' ? 'una e.firma (FIEL)' : 'de otra clase'
    const holder = certificate.rfc ? ` de ${certificate.rfc}` : ''
    throw new CancelError(
      'CANCEL_CERTIFICATE',
      `El certificado${holder} es ${which}: se cancela con el Certificado de Sello Digital (CSD).`,
    )
  }
  if (rfc !== undefined && rfc !== certificate.rfc) {
    throw new CancelError(
      'CANCEL_ISSUER',
      `El certificado es de ${certificate.rfc} y debe ser de ${quote(rfc)}.`,
    )
  }
}

function requireTerm(certificate: Certificate, at: unknown): void {
  if (!(at instanceof Date) || Number.isNaN(at.getTime()))
    throw new TypeError('at must be a valid Date')
  if (certificate.validFrom <= at && at <= certificate.validTo) return
  const message = `El certificado no está vigente el ${at.toISOString()}: lo está ${termOf(certificate)}.`
  throw new CancelError('CANCEL_DATE', message)
}
