/**
 * What verifying answers: that a seal holds, and over what, or why not.
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'

/** Why a seal does not hold. */
export type VerdictReason =
  /** The XML cannot be read, or is not a CFDI 4.0, or holds what a CFDI cannot. */
  | 'xml'
  /** There is no seal, or no stamp. */
  | 'absent'
  /** The certificate cannot be read, or its key cannot be used. */
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
  /** The stamp is not a TFD 1.1: something is missing in it, or it holds what is not its own. */
  | 'form'
  /** The key of the certificate is too short, or its issuer signed it with a broken hash. */
  | 'weak'
  /** The certificate is not of a kind that may seal: an e.firma, for one. */
  | 'kind'
  /** The certificate is of another taxpayer than `Emisor`. */
  | 'holder'
  /** The certificate was not in force at the document's `Fecha`. */
  | 'date'
  /** None of the authorities that are trusted issued the certificate, or it issued itself. */
  | 'chain'

/** A seal that does not hold. */
export interface Failure {
  /** Tells it from a seal that holds. */
  readonly ok: false
  /** Why, stable. */
  readonly reason: VerdictReason
  /** In Spanish, for people. */
  readonly message: string
}

/** Whether the seal of a document holds. Read the document from here: it is the one that was verified. */
export type Verdict =
  | {
      readonly ok: true
      /** What was signed. */
      readonly cadena: string
      /** Whose key signed it. */
      readonly certificate: Certificate
      /** The authority that issued the certificate, of those that the policy trusts; without anchors, none. */
      readonly anchor?: Certificate
      /** The document, read from the very text that was verified. */
      readonly document: Comprobante
    }
  | Failure

/** Whether a stamp holds. */
export type TimbreVerdict =
  | {
      readonly ok: true
      /** What the PAC signed. */
      readonly cadena: string
      /** The PAC's. */
      readonly certificate: Certificate
      readonly timbre: TimbreFiscalDigital
    }
  | Failure

/** A {@link Failure}. */
export function failure(reason: VerdictReason, message: string): Failure {
  return { ok: false, reason, message }
}
