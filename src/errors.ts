/**
 * Every error this library throws: one base class, one code a failure.
 *
 * A wrong document is never an exception: it is a list of findings. A wrong argument is a `TypeError`.
 * What is here are failures of the world around a document: files, keys, stores, providers, XML that cannot be read.
 * @module
 */

/** What {@link CfdiError} accepts besides its message. */
export interface CfdiErrorOptions {
  /** The error that led to this one. Never holds key material. */
  readonly cause?: unknown
}

/** The base of every error that this library throws on purpose. `code` is stable and never reused. */
export class CfdiError<Code extends string = string> extends Error {
  /** Stable identifier, safe to switch on. */
  readonly code: Code

  constructor(code: Code, message: string, options: CfdiErrorOptions = {}) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** Codes of {@link CertificateError}. */
export type CertificateErrorCode =
  /** The bytes are not an X.509 certificate: another kind of file, cut short or damaged. */
  | 'CERTIFICATE_UNREADABLE'
  /** Signed, or with a key, of a kind that cannot be verified here (MD5, for one): neither valid nor invalid is known. */
  | 'CERTIFICATE_UNSUPPORTED'

/** A certificate that cannot be read or verified. */
export class CertificateError extends CfdiError<CertificateErrorCode> {}

/** Codes of {@link CsdError}: why a Certificado de Sello Digital could not be opened. */
export type CsdErrorCode =
  /** The .cer cannot be read from disk or is not a certificate. */
  | 'CSD_CERTIFICATE_FILE'
  /** The .key cannot be read from disk, is not a private key, or is encrypted in a way that is not supported. */
  | 'CSD_KEY_FILE'
  /** The .pfx cannot be read from disk, is not PKCS #12, lacks certificate or key, or is encrypted in a way that is not supported here. */
  | 'CSD_PFX_FILE'
  /** The folder cannot be read, or holds no CSD that opens. */
  | 'CSD_FOLDER'
  /** The pass phrase is missing or does not open the .key or .pfx. */
  | 'CSD_PASSWORD'
  /** The .key is not the one of the .cer. */
  | 'CSD_KEY_MISMATCH'
  /** The certificate is an e.firma (FIEL), which must not seal documents. */
  | 'CSD_IS_EFIRMA'
  /** The certificate is neither a CSD nor an e.firma: an authority's, a PAC's, somebody else's. */
  | 'CSD_IS_OTHER'

/** A Certificado de Sello Digital that cannot be opened. Never holds the pass phrase nor bytes of the key. */
export class CsdError extends CfdiError<CsdErrorCode> {}

/** Why a text could not be read as a CFDI. `XML_LIMIT`: it is, or may be, and holds more than the reader's `limits`. */
export type CfdiXmlErrorCode = 'XML_SYNTAX' | 'XML_ENCODING' | 'XML_LIMIT' | 'XML_NOT_CFDI' | 'XML_CONTENT'

/** What a {@link CfdiXmlError} tells besides its code. */
export interface CfdiXmlErrorOptions extends CfdiErrorOptions {
  /** Line of the fault, from 1. */
  readonly line?: number
  /** Column of the fault, from 1, in UTF-16 units. */
  readonly column?: number
  /** What the document holds that a CFDI cannot. */
  readonly findings?: readonly { readonly message: string; readonly path: string }[]
}

/** XML that is not well formed, is in another encoding, or is not a CFDI 4.0. */
export class CfdiXmlError extends CfdiError<CfdiXmlErrorCode> {
  /** Where, from 1, when the fault is one of syntax. */
  readonly line: number | undefined
  /** Column of the fault, from 1, when it is one of syntax. */
  readonly column: number | undefined
  /** What the document holds that a CFDI cannot, when the code is XML_CONTENT. */
  readonly findings: readonly { readonly message: string; readonly path: string }[]

  constructor(code: CfdiXmlErrorCode, message: string, options: CfdiXmlErrorOptions = {}) {
    super(code, message, options)
    this.line = options.line
    this.column = options.column
    this.findings = options.findings ?? []
  }
}

/** Codes of {@link SealError}: why a document could not be sealed. */
export type SealErrorCode =
  /** "AUTO" is left in the document: the engine resolves it, `seal` does not. */
  | 'SEAL_DRAFT'
  /** `Emisor.Rfc` is not the holder of the certificate. */
  | 'SEAL_ISSUER'
  /** `Fecha` lies outside the validity of the certificate. */
  | 'SEAL_DATE'
  /** The document already bears a stamp. */
  | 'SEAL_STAMPED'
  /** The signer failed; its error is the cause. */
  | 'SEAL_SIGNER'

/** A document that could not be sealed. */
export class SealError extends CfdiError<SealErrorCode> {}

/** Codes of {@link CancelError}: why a cancellation, or an answer to one, could not be signed. */
export type CancelErrorCode =
  /** Not a folio fiscal: 32 hexadecimal digits with their hyphens. */
  | 'CANCEL_UUID'
  /** Not one of the four motives. */
  | 'CANCEL_MOTIVO'
  /** Motive 01 without its substitute, another motive with one, or a document that would take its own place. */
  | 'CANCEL_SUSTITUCION'
  /** The certificate is not a CSD: only that signs for the SAT's service. */
  | 'CANCEL_CERTIFICATE'
  /** The certificate is of another RFC than the one that was said to sign. */
  | 'CANCEL_ISSUER'
  /** The certificate is not in force at the moment of the request. */
  | 'CANCEL_DATE'
  /** The signer does not sign with SHA-1 (`signSha1`), which the SAT asks of cancellations. */
  | 'CANCEL_SHA1'
  /** The signer failed, its error is the cause; or what it made is no signature of its certificate with SHA-1. */
  | 'CANCEL_SIGNER'

/** A request of the cancellation service that could not be signed. Nothing was sent. */
export class CancelError extends CfdiError<CancelErrorCode> {}

/** Codes of {@link JournalError}: why a journal of stamping attempts cannot be used. */
export type JournalErrorCode =
  /** The file cannot be opened or created. */
  | 'JOURNAL_OPEN'
  /** The file is something else than a journal, or a journal of another version. It was not touched. */
  | 'JOURNAL_FORMAT'
  /** What was acknowledged once cannot be read any more: the disk, or somebody who edited the file. It was not touched. */
  | 'JOURNAL_CORRUPT'
  /** Another process has it open, or took it over while this one was suspended. */
  | 'JOURNAL_LOCKED'
  /** A write failed. Nothing more is written until it is opened again; what was acknowledged is kept. */
  | 'JOURNAL_WRITE'
  /** It was closed. */
  | 'JOURNAL_CLOSED'

  /** It did not answer in time. What was being written may still become durable. */
  | 'JOURNAL_TIMEOUT'

/** What a {@link JournalError} tells besides its code. */
export interface JournalErrorOptions extends CfdiErrorOptions {
  /** Whether the call that failed sent nothing. */
  readonly notSent?: boolean
}

/** A journal of stamping attempts that cannot be used. No document is sent without one. */
export class JournalError extends CfdiError<JournalErrorCode> {
  /**
   * `true` from `stamp`: it sent nothing. What an earlier call may have left in doubt is still so. Otherwise `false`: it says
   * nothing about what was sent.
   */
  readonly notSent: boolean

  constructor(code: JournalErrorCode, message: string, options: JournalErrorOptions = {}) {
    super(code, message, options)
    this.notSent = options.notSent ?? false
  }
}

/** Codes of {@link SettleError}: why the word of a person was not taken. Nothing was written. */
export type SettleErrorCode =
  /** The journal has no document with this token. */
  | 'SETTLE_UNKNOWN'
  /** The document is not in doubt: its outcome is known. */
  | 'SETTLE_CLOSED'
  /** The document is being stamped or looked up, here or in another process. */
  | 'SETTLE_BUSY'
  /** The stamp is not valid, or is that of another document. */
  | 'SETTLE_STAMP'
  /** What the journal keeps of the document cannot be read. */
  | 'SETTLE_UNREADABLE'

/** A document that cannot be settled by hand. */
export class SettleError extends CfdiError<SettleErrorCode> {}

/** Codes of {@link PostgresError}: why a store over PostgreSQL could not do what was asked. */
export type PostgresErrorCode =
  /** The tables were made by a newer version of this package. Nothing was changed. */
  | 'POSTGRES_NEWER'
  /** A statement failed; the driver's error is the cause. Whether a write took effect is known by reading. */
  | 'POSTGRES_QUERY'
  /** A statement took longer than `timeout`. Whether a write took effect is known by reading. */
  | 'POSTGRES_TIMEOUT'
  /** A key or a text that PostgreSQL cannot keep: U+0000, half of a surrogate pair, or a key over 1,000 bytes. Nothing was written. */
  | 'POSTGRES_VALUE'

/** A store over PostgreSQL that failed. Never holds what was to be written. */
export class PostgresError extends CfdiError<PostgresErrorCode> {}
