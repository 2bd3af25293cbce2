/**
 * Results of the engine. Plain data that can be sent as JSON to the caller.
 * @module
 */
import type { Finding } from '../model/finding.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
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
  /** Currency, of c_Moneda. */
  readonly Moneda: string
  /** Amount before discounts and taxes, as it is in the XML. */
  readonly SubTotal: string
  /** Amount to pay, as it is in the XML. */
  readonly Total: string
  /** As sealed, local to LugarExpedicion. */
  readonly Fecha: string
  /** In central Mexican time. */
  readonly FechaTimbrado: string
  /** RFC of the PAC. */
  readonly RfcProvCertif: string
  /** Number of the certificate of the seal. */
  readonly NoCertificado: string
  /** Number of the PAC's certificate. */
  readonly NoCertificadoSAT: string
  /** The seal, in Base64. */
  readonly Sello: string
  /** The PAC's seal of its stamp, in Base64. */
  readonly SelloSAT: string
  /** The cadena original of the stamp, which the printed document shows. */
  readonly CadenaOriginalTimbre: string
  /** URL in the QR code of the printed document. */
  readonly UrlVerificacion: string
}

/** A stamp. */
export interface StampSuccess {
  /** Distinguishes it from a {@link StampFailure}. */
  readonly ok: true
  /** The stamped document, for delivery and printing. */
  readonly cfdi: StampedCfdi
  /** The stamp alone. */
  readonly timbre: TimbreFiscalDigital
  /**
   * The completed and stamped document, as `readCfdi` reads it from `cfdi.XML`. Not enumerable:
   * absent from JSON and from copies of the result.
   */
  readonly document: Comprobante
  /** Id of the PAC that stamped. */
  readonly pac: string
  /** Whether the PAC had stamped these same bytes before. */
  readonly earlier: boolean
  /** Findings that did not stop the stamp. */
  readonly warnings: readonly Finding[]
}

/** Reason of a failure: a finding without its value, which may be of any size. */
export type StampError = Omit<Finding, 'value'>

/** Sealed document that a PAC may have or may receive. Retries must use the same bytes. */
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

/** Byte-identical document: a PAC returns the same stamp for both. */
export interface DuplicateOf {
  /** Its key, for 714. */
  readonly key?: string
  /** Folio fiscal of its stamp, when it has one. */
  readonly UUID?: string
}

/** Failure: the document is not stamped, or its stamp is unknown. */
export interface StampFailure {
  /** Distinguishes it from a {@link StampSuccess}. */
  readonly ok: false
  /** Stable code: see {@link failureCodes}. */
  readonly code: FailureCode
  /** Message in Spanish, for users. */
  readonly message: string
  /** Findings of the document. Empty for other causes. */
  readonly errors: readonly StampError[]
  /** Id of the PAC that responded, if any. */
  readonly pac?: string
  /** Sealed document, if the failure came after the seal. */
  readonly sealed?: SealedCfdi
  /** Token for `resume`, if the provider has a journal. */
  readonly token?: string
  /**
   * Cause of the failure: an error of a signer (704), of a source of signers (703) or of folios
   * (709). For the host's log. Not enumerable: absent from JSON and from copies of the result.
   */
  readonly cause?: unknown
  /** Byte-identical document, for 714 and 715; the key's own document, for 716. */
  readonly duplicateOf?: DuplicateOf
  /**
   * Milliseconds to wait before a retry, as the PAC requested, or while another process works on
   * the same key.
   */
  readonly retryAfter?: number
}

/** Result of `stamp`. */
export type StampResult = StampSuccess | StampFailure

/** Order in doubt, which may need manual resolution with `engine.settle`. */
export interface Attention {
  /** Key of the order. */
  readonly key: string
  /**
   * `doubt`: no PAC knows its result. After a restore from a backup, `outdated`: the store has an
   * earlier state of the order; `forgotten`: the store had no relevant document of the key.
   */
  readonly reason: 'doubt' | 'outdated' | 'forgotten'
  /** SHA-256 of the sealed XML; absent if the document is unknown. */
  readonly token?: string
  /** Time of the first request without a result, in milliseconds since 1970. */
  readonly since: number
  /** Number of requests without a result. */
  readonly tries: number
  /** Id of the PAC that may have stamped it, or of the provider; empty without a request. */
  readonly pac: string
  /** Its last message, in Spanish. */
  readonly message: string
  /**
   * Time after which no PAC may stamp it any more: 72 hours after Fecha, in milliseconds since
   * 1970. Absent without a document.
   */
  readonly deadline?: number
  /** The sealed document, for a manual lookup; absent if unknown. */
  readonly sealed?: SealedCfdi
  /** Number of acknowledged alarms: see `acknowledgeAttention`. */
  readonly alarms: number
  /** Whether the next alarm is due: immediately, then after 1, 3, and every 7 days. */
  readonly isAlarmDue: boolean
}

/** Result of an order, with the host's key. */
export type Delivery = StampResult & {
  /** Key of the order. */
  readonly key: string
  /** Time at which its document was recorded, in milliseconds since 1970. */
  readonly since: number
  /** Number of visits by `resume`, including this one. */
  readonly attempts: number
}

/** A sealed, unsent document. */
export interface SealSuccess {
  /** Distinguishes it from a {@link StampFailure}. */
  readonly ok: true
  /** For `stampSealed`. */
  readonly sealed: SealedCfdi
}
