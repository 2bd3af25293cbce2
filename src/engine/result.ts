/**
 * What the engine answers. Plain data that can be sent as JSON to whoever asked for the stamp.
 * @module
 */
import type { Finding } from '../model/finding.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { FailureCode } from './codes.js'

/** The stamped document. */
export interface StampedCfdi {
  /** Folio fiscal. */
  readonly UUID: string
  /** The stamped XML, UTF-8, in Base64. */
  readonly XML: string
  /** Series, when the document has one. */
  readonly Serie?: string
  /** Folio, when the document has one. */
  readonly Folio?: string
  /** As sealed, local to LugarExpedicion. */
  readonly Fecha: string
  /** In the time of central Mexico. */
  readonly FechaTimbrado: string
  /** RFC of the PAC. */
  readonly RfcProvCertif: string
  /** Number of the certificate that sealed. */
  readonly NoCertificado: string
  /** Number of the PAC's certificate. */
  readonly NoCertificadoSAT: string
  /** The seal, in Base64. */
  readonly Sello: string
  /** The PAC's seal of its stamp, in Base64. */
  readonly SelloSAT: string
  /** The cadena original of the stamp, which the printed document shows. */
  readonly CadenaOriginalTimbre: string
  /** The address that the QR code of the printed document holds. */
  readonly UrlVerificacion: string
}

/** A stamp. */
export interface StampSuccess {
  /** Tells it from a {@link StampFailure}. */
  readonly ok: true
  /** The document, as it is delivered and printed. */
  readonly cfdi: StampedCfdi
  /** The stamp alone. */
  readonly timbre: TimbreFiscalDigital
  /** Who stamped. */
  readonly pac: string
  /** Whether the PAC had stamped these same bytes before. */
  readonly earlier: boolean
  /** Findings that did not stop the stamp. */
  readonly warnings: readonly Finding[]
}

/** One reason of a failure: a finding, but for the value that was found, which may be of any size. */
export type StampError = Omit<Finding, 'value'>

/** A sealed document that a PAC may have, or may get: the same bytes must be used to ask again. */
export interface SealedCfdi {
  /** The sealed XML, UTF-8, in Base64. */
  readonly XML: string
  /** The seal, in Base64. */
  readonly Sello: string
  /** Series, when the document has one. */
  readonly Serie?: string
  /** Folio, when the document has one. */
  readonly Folio?: string
}

/** No stamp, or none that we know of. */
export interface StampFailure {
  /** Tells it from a {@link StampSuccess}. */
  readonly ok: false
  /** Why, stable: see {@link failureCodes}. */
  readonly code: FailureCode
  /** In Spanish, for people. */
  readonly message: string
  /** The findings behind it; empty where it is not about the document. */
  readonly errors: readonly StampError[]
  /** Who answered, when a PAC did. */
  readonly pac?: string
  /** What was sent or about to be sent, when it was sealed. */
  readonly sealed?: SealedCfdi
  /** What to resume with, when the provider keeps a journal. */
  readonly token?: string
  /**
   * The error behind it, when there was one: of a signer that failed (704), of a source of signers (703) or of folios (709). Not
   * enumerable: it is for the host's own log, and is in no JSON nor copy of the answer.
   */
  readonly cause?: unknown
  /** Milliseconds to wait before trying again, when the PAC said so, or while another process works on the same key. */
  readonly retryAfter?: number
}

/** The answer to `stamp`. */
export type StampResult = StampSuccess | StampFailure
