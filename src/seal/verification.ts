/**
 * Result of verifying a received CFDI: a verdict, and each step behind it.
 * @module
 */
import type { SatReading } from '../cancel/status.js'
import type { Certificate } from '../certificate/certificate.js'
import type { Finding } from '../model/finding.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { VerdictReason } from './verdict.js'

/** Reason why a step failed: that of a seal or a stamp, or one of the step's own. */
export type StepReason =
  | VerdictReason
  /** The document breaks the SAT's XSD or its catalogues. */
  | 'structure'
  /** The document breaks a rule of the SAT. */
  | 'rules'
  /** The list of certificates (LCO) marks the certificate as revoked. */
  | 'revoked'
  /** The SAT's status of the document is cancelled. */
  | 'cancelled'

/** Input that a step lacks. */
export type MissingInput =
  /** A document that can be read. */
  | 'document'
  /** A structure that rules can be evaluated on. */
  | 'structure'
  /** Declaration of a complement that is newer than the library. */
  | 'declaration'
  /** Trust anchors: the policy has `anchors: 'none'`. */
  | 'anchors'
  /** Certificate of the PAC. */
  | 'pac-certificate'
  /** A list of PACs that includes the RFC of the stamp. */
  | 'pac-list'
  /** A list of certificates (LCO) that includes the certificate of the seal. */
  | 'revocation-list'
  /** A reply of the SAT's status service. */
  | 'status'

/** Outcome of a step. */
export type Step =
  | {
      /** Every check of the step passed. */
      readonly state: 'passed'
    }
  | {
      /** A check of the step failed. */
      readonly state: 'failed'
      /** Stable reason, for programs. */
      readonly reason: StepReason
      /** Sentence in Spanish, for end users. */
      readonly message: string
    }
  | {
      /** The step lacks an input. */
      readonly state: 'not-checked'
      /** The input that it lacks. */
      readonly missing: MissingInput
      /** Sentence in Spanish on how to provide it. */
      readonly message: string
    }

/** The steps, in the order of evaluation. */
export interface Steps {
  /** The bytes are XML in their encoding, and the root is a CFDI 4.0. */
  readonly readable: Step
  /** The SAT's XSD and catalogues admit the document. */
  readonly structure: Step
  /** The SAT's rules hold. */
  readonly rules: Step
  /** The key of the carried certificate signed the cadena original. */
  readonly seal: Step
  /** The certificate is a CSD of the issuer, in force at `Fecha`, and comes from an anchor. */
  readonly certificate: Step
  /**
   * One TFD 1.1 of this document, in time, signed by a PAC of the list whose certificate comes from
   * an anchor.
   */
  readonly stamp: Step
  /**
   * The list of certificates (LCO) does not mark the certificate as revoked. Not needed for
   * `valid`.
   */
  readonly revocation: Step
  /** The SAT's status of the document is in force. Needed only if the policy has `status`. */
  readonly status: Step
}

/** Facts of a verification, as far as they could be read. */
export interface VerificationFacts {
  /** The steps behind the verdict. */
  readonly steps: Steps
  /** Sentence in Spanish that sums up the verdict. */
  readonly message: string
  /** Findings of structure and rules, as `checkXml` returns them. */
  readonly findings: readonly Finding[]
  /**
   * Names of complements that the SAT's transformation leaves out of the cadena original. No seal
   * protects them against changes.
   */
  readonly unsealed: readonly string[]
  /** `test` if the certificate of the seal or that of the stamp comes from a test authority. */
  readonly environment: 'production' | 'test' | undefined
  /** Reply of the SAT's status service, with `efos` (article 69-B), if it was queried. */
  readonly sat: SatReading | undefined
  /** Cadena original of the document. */
  readonly cadena: string | undefined
  /** Certificate of the seal. */
  readonly certificate: Certificate | undefined
  /** The stamp, if one is well formed. */
  readonly timbre: TimbreFiscalDigital | undefined
  /** Certificate of the PAC. */
  readonly pacCertificate: Certificate | undefined
}

/** Every needed step passed. */
export interface ValidCfdi extends VerificationFacts {
  /** Whether the verdict is `valid`. */
  readonly ok: true
  /** The verdict. */
  readonly verdict: 'valid'
  /**
   * The document, read from the text that was verified. Read it from here and from nowhere else.
   */
  readonly document: Comprobante
  /** Its stamp. */
  readonly timbre: TimbreFiscalDigital
  /** Certificate of the seal. */
  readonly certificate: Certificate
  /** Certificate of the PAC. */
  readonly pacCertificate: Certificate
}

/** A step failed (`invalid`), or a needed one lacks an input (`incomplete`). */
export interface UnprovenCfdi extends VerificationFacts {
  /** Whether the verdict is `valid`. */
  readonly ok: false
  /** The verdict. */
  readonly verdict: 'invalid' | 'incomplete'
  /** The document, if it could be read completely. None of its content is proven. */
  readonly document: Comprobante | undefined
}

/** Result of {@link verifyCfdi}. */
export type CfdiVerification = ValidCfdi | UnprovenCfdi

/** A step that passed. */
export const passed: Step = Object.freeze({ state: 'passed' })

/** Creates a step that failed. */
export function failedStep({
  reason,
  message,
}: {
  readonly reason: StepReason
  readonly message: string
}): Step {
  return { state: 'failed', reason, message }
}

/** Creates a step that lacks an input. */
export function uncheckedStep(missing: MissingInput, message: string): Step {
  return { state: 'not-checked', missing, message }
}

/** Converts the result of a check to a step. */
export function toStep(
  failure: { readonly reason: StepReason; readonly message: string } | undefined,
): Step {
  if (failure === undefined) return passed
  return failedStep(failure)
}
