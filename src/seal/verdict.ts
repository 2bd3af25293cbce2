/**
 * Results of verifying a seal or a stamp.
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'

/** Reason why a seal or a stamp is not accepted. */
export type VerdictReason =
  /** The XML cannot be read, is not a CFDI 4.0, or has content that a CFDI cannot have. */
  | 'xml'
  /** There is no seal, or no stamp. */
  | 'absent'
  /** A value of the cadena original contains `|`: the same cadena belongs to several documents. */
  | 'ambiguous'
  /** The certificate cannot be read, or its key cannot be used. */
  | 'certificate'
  /** `NoCertificado` (or `NoCertificadoSAT`) is not the number of the certificate. */
  | 'certificate-number'
  /** The seal is not canonical Base64 (RFC 4648, section 3.5). */
  | 'base64'
  /** The length of the seal is not the length of the key. */
  | 'length'
  /** Another key made the seal: certificate and private key differ. */
  | 'key'
  /** The seal was made with another hash function. */
  | 'hash'
  /** The cadena original was signed in Latin-1 instead of UTF-8. */
  | 'latin1'
  /** The key is right, but the document changed after sealing. */
  | 'changed'
  /** There is more than one stamp. */
  | 'repeated'
  /** The stamp belongs to another document: `SelloCFD` is not its `Sello`. */
  | 'other-document'
  /** The stamp is not a TFD 1.1: a field is missing, or there is one that a TFD does not have. */
  | 'form'
  /** `RfcProvCertif` is not in the list of PACs. */
  | 'pac'
  /** `FechaTimbrado` is before `Fecha`, or more than 72 hours after it. */
  | 'stamp-date'
  /** The key of the certificate is too short, or its issuer signed it with a broken hash. */
  | 'weak'
  /** The certificate is of a kind that must not seal, such as an e.firma. */
  | 'kind'
  /**
   * The certificate belongs to another taxpayer than `Emisor` (of a stamp: than `RfcProvCertif`).
   */
  | 'holder'
  /** The certificate was not in force at `Fecha` (of a stamp: at `FechaTimbrado`). */
  | 'date'
  /** None of the trust anchors issued the certificate, or the certificate issued itself. */
  | 'chain'

/** A seal that is not accepted. */
export interface Failure {
  /** Discriminant. */
  readonly ok: false
  /** Stable reason, for programs. */
  readonly reason: VerdictReason
  /** Sentence in Spanish, for people. */
  readonly message: string
  /** Certificate that the document carries, once it was read. */
  readonly certificate?: Certificate
  /** Cadena original, once it was computed. */
  readonly cadena?: string
  /**
   * Whether the key of `certificate` signed `cadena`, once it was verified. Also `true` for an
   * ambiguous document.
   */
  readonly isSigned?: boolean
}

/** Facts of an intact seal. */
export interface IntactSeal {
  /** Text that was signed. */
  readonly cadena: string
  /** Certificate whose key signed it. */
  readonly certificate: Certificate
  /** The document, read from the text that was verified. Read it from here. */
  readonly document: Comprobante
}

/** Result of verifying a seal or a stamp against trust anchors. */
export type Verdict =
  | ({
      /** Discriminant. */
      readonly ok: true
      /** The anchor that issued the certificate. */
      readonly anchor: Certificate
    } & IntactSeal)
  | Failure

/**
 * Result of verifying without trust anchors (`anchors: 'none'`). It has no `ok`: it proves that the
 * document was not changed after sealing, and not the sealer's identity, since anybody can make a
 * certificate with any name.
 */
export type IntegrityVerdict =
  | ({
      /** Discriminant. */
      readonly intact: true
      /** The issuer of the certificate was not verified. */
      readonly trust: 'unknown'
    } & IntactSeal)
  | ({
      /** Discriminant. */
      readonly intact: false
      /** The issuer of the certificate was not verified. */
      readonly trust: 'unknown'
    } & Omit<Failure, 'ok'>)

/** Result of verifying the seal of a PAC. */
export type TimbreVerdict =
  | {
      /** Discriminant. */
      readonly ok: true
      /** Text that the PAC signed. */
      readonly cadena: string
      /** Certificate of the PAC. */
      readonly certificate: Certificate
      /** The stamp. */
      readonly timbre: TimbreFiscalDigital
    }
  | Failure

/** Creates a {@link Failure}. */
export function verdictFailure(
  reason: VerdictReason,
  message: string,
  facts: Pick<Failure, 'certificate' | 'cadena' | 'isSigned'> = {},
): Failure {
  return { ok: false, reason, message, ...facts }
}
