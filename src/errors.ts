/**
 * Every error this library throws: one base class, one code per cause.
 *
 * A wrong document is never an exception: the verbs return a list of findings. A wrong argument is
 * a `TypeError`. The classes here report failures of the environment: files, keys, stores,
 * providers, unreadable XML.
 * @module
 */

/** Options of {@link CfdiError}. */
export interface CfdiErrorOptions {
  /** The underlying error. Never holds key material. */
  readonly cause?: unknown
}

/**
 * Base class of every error that this library throws on purpose. Each `code` is stable and never
 * reused.
 */
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
  /** The bytes are not an X.509 certificate: another kind of file, truncated or damaged. */
  | 'CERTIFICATE_UNREADABLE'
  /**
   * The key or signature algorithm is not supported here (for example, MD5): the certificate is
   * neither proven valid nor invalid.
   */
  | 'CERTIFICATE_UNSUPPORTED'
  /** The source of PAC certificates failed. */
  | 'CERTIFICATE_UNAVAILABLE'

/** A certificate that cannot be read or verified. */
export class CertificateError extends CfdiError<CertificateErrorCode> {}

/** Codes of {@link CsdError}: reasons why a Certificado de Sello Digital cannot be opened. */
export type CsdErrorCode =
  /** The .cer cannot be read from disk or is not a certificate. */
  | 'CSD_CERTIFICATE_FILE'
  /**
   * The .key cannot be read from disk, is not a private key, or is encrypted in a way that is not
   * supported.
   */
  | 'CSD_KEY_FILE'
  /**
   * The .pfx cannot be read from disk, is not PKCS #12, lacks the certificate or the key, or uses
   * an unsupported encryption.
   */
  | 'CSD_PFX_FILE'
  /** The folder cannot be read, or none of its CSDs opens. */
  | 'CSD_FOLDER'
  /** The pass phrase is missing or does not open the .key or .pfx. */
  | 'CSD_PASSWORD'
  /** The .key does not belong to the .cer. */
  | 'CSD_KEY_MISMATCH'
  /** The certificate is an e.firma (FIEL), which must not seal documents. */
  | 'CSD_IS_EFIRMA'
  /** The certificate is neither a CSD nor an e.firma, for example that of an authority or a PAC. */
  | 'CSD_IS_OTHER'

/**
 * A Certificado de Sello Digital that cannot be opened. Never holds the pass phrase or bytes of the
 * key.
 */
export class CsdError extends CfdiError<CsdErrorCode> {}

/**
 * Reasons why a text cannot be read as a CFDI. `XML_LIMIT`: the text exceeds the reader's `limits`;
 * it may be a CFDI.
 */
export type CfdiXmlErrorCode =
  | 'XML_SYNTAX'
  | 'XML_ENCODING'
  | 'XML_LIMIT'
  | 'XML_NOT_CFDI'
  | 'XML_CONTENT'

/** Options of {@link CfdiXmlError}. */
export interface CfdiXmlErrorOptions extends CfdiErrorOptions {
  /** Line of the error, from 1. */
  readonly line?: number
  /** Column of the error, from 1, in UTF-16 units. */
  readonly column?: number
  /** Content of the document that a CFDI cannot have. */
  readonly findings?: readonly { readonly message: string; readonly path: string }[]
}

/** XML that is not well formed, has an unsupported encoding, or is not a CFDI 4.0. */
export class CfdiXmlError extends CfdiError<CfdiXmlErrorCode> {
  /** Line of a syntax error, from 1. */
  readonly line: number | undefined
  /** Column of a syntax error, from 1, in UTF-16 units. */
  readonly column: number | undefined
  /** Content of the document that a CFDI cannot have, with code XML_CONTENT. */
  readonly findings: readonly { readonly message: string; readonly path: string }[]

  constructor(code: CfdiXmlErrorCode, message: string, options: CfdiXmlErrorOptions = {}) {
    super(code, message, options)
    this.line = options.line
    this.column = options.column
    this.findings = options.findings ?? []
  }
}

/** Codes of {@link SealError}: reasons why a document cannot be sealed. */
export type SealErrorCode =
  /** "AUTO" is left in the document. The engine resolves it; `seal` does not. */
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

/**
 * Codes of {@link CancelError}: reasons why a request of the cancellation service cannot be signed.
 */
export type CancelErrorCode =
  /** Not a folio fiscal: 32 hexadecimal digits with their hyphens. */
  | 'CANCEL_UUID'
  /** Not one of the four motives, 01 to 04. */
  | 'CANCEL_MOTIVO'
  /**
   * Motive 01 without a substitute, another motive with one, or a document as its own substitute.
   */
  | 'CANCEL_SUSTITUCION'
  /** The certificate is not a CSD; the SAT's service accepts no other. */
  | 'CANCEL_CERTIFICATE'
  /** The certificate belongs to another RFC than the given one. */
  | 'CANCEL_ISSUER'
  /** The certificate is not in force at the moment of the request. */
  | 'CANCEL_DATE'
  /** The signer has no `signSha1`. The SAT requires SHA-1 signatures for cancellations. */
  | 'CANCEL_SHA1'
  /**
   * The signer failed (its error is the cause), or returned a value that is not a SHA-1 signature
   * of its certificate's key.
   */
  | 'CANCEL_SIGNER'

/** A request of the cancellation service that could not be signed. Nothing was sent. */
export class CancelError extends CfdiError<CancelErrorCode> {}

/** Codes of {@link JournalError}: reasons why a journal of stamping attempts cannot be used. */
export type JournalErrorCode =
  /** The file cannot be opened or created. */
  | 'JOURNAL_OPEN'
  /** The file is not a journal, or is a journal of another version. It was not changed. */
  | 'JOURNAL_FORMAT'
  /**
   * An acknowledged record is no longer readable: the disk failed or the file was edited. It was
   * not changed.
   */
  | 'JOURNAL_CORRUPT'
  /** Another process has the journal open, or took it over while this one was suspended. */
  | 'JOURNAL_LOCKED'
  /**
   * A write failed. Acknowledged records are safe; the journal accepts no further writes until it
   * is opened again.
   */
  | 'JOURNAL_WRITE'
  /** The journal was closed. */
  | 'JOURNAL_CLOSED'

  /** The journal exceeded its time-out. The pending write may still become durable. */
  | 'JOURNAL_TIMEOUT'

/** Options of {@link JournalError}. */
export interface JournalErrorOptions extends CfdiErrorOptions {
  /** Whether the failed call sent nothing. Defaults to `false`. */
  readonly notSent?: boolean
}

/** A journal of stamping attempts that cannot be used. No document is sent without one. */
export class JournalError extends CfdiError<JournalErrorCode> {
  /**
   * `true` from `stamp`: this call sent nothing; an earlier attempt may still be in doubt. `false`:
   * unknown.
   */
  readonly notSent: boolean

  constructor(code: JournalErrorCode, message: string, options: JournalErrorOptions = {}) {
    super(code, message, options)
    this.notSent = options.notSent ?? false
  }
}

/**
 * Codes of {@link SettleError}: reasons why a manual resolution is refused. Nothing was written.
 */
export type SettleErrorCode =
  /** The journal has no document with this token. */
  | 'SETTLE_UNKNOWN'
  /** The document is not in doubt: its outcome is known. */
  | 'SETTLE_CLOSED'
  /** The document is being stamped or looked up, here or in another process. */
  | 'SETTLE_BUSY'
  /** The stamp is not valid, or is that of another document. */
  | 'SETTLE_STAMP'
  /** The journal's record of the document cannot be read. */
  | 'SETTLE_UNREADABLE'

/** A document that cannot be resolved manually. */
export class SettleError extends CfdiError<SettleErrorCode> {}

/** Codes of {@link PostgresError}: reasons why an operation of a PostgreSQL store failed. */
export type PostgresErrorCode =
  /** A newer version of this package created the tables. Nothing was changed. */
  | 'POSTGRES_NEWER'
  /**
   * A statement failed; the driver's error is the cause. A write may have taken effect: read to
   * find out.
   */
  | 'POSTGRES_QUERY'
  /** A statement took longer than `timeout`. A write may have taken effect: read to find out. */
  | 'POSTGRES_TIMEOUT'
  /**
   * PostgreSQL cannot store this key or text: it has U+0000, an unpaired surrogate, or a key over
   * 1,000 bytes. Nothing was written.
   */
  | 'POSTGRES_VALUE'

/** Failure of a PostgreSQL store. Never holds the values of the statement. */
export class PostgresError extends CfdiError<PostgresErrorCode> {}
