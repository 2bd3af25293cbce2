/**
 * Codes of failures. Stable and never reused. Older integrations already use 702.
 * @module
 */

/** Codes of failures. */
export const failureCodes = {
  /** The JSON text cannot be read, is not an object, or exceeds the limits, as JSON or as XML. */
  json: 701,
  /** The document is not valid: see `errors`. */
  invalid: 702,
  /** There is no signer for its issuer. */
  signer: 703,
  /** The document could not be sealed. */
  seal: 704,
  /** The PAC, or the SAT through it, rejected the document. It was not stamped. */
  rejected: 705,
  /** The PAC account cannot stamp, or has reached its rate limit. The document was not stamped. */
  refused: 706,
  /** No PAC could be reached. The document was not stamped. */
  unavailable: 707,
  /**
   * The document was sent and the response was lost: it may be stamped. Keep `sealed`; do not send
   * the invoice again as a new one.
   */
  unknown: 708,
  /** The sequence of folios failed. Nothing was sent. */
  folio: 709,
  /**
   * A dependency of the engine (clock, catalogs, registries, journal, orders) failed. Nothing was
   * sent.
   */
  host: 710,
  /** The key belongs to another document, or is not valid. Nothing was sealed. */
  key: 711,
  /**
   * A cancellation could not be requested: `errors` has the code of a `CancelError`. Nothing was
   * sent.
   */
  cancel: 712,
  /**
   * Equal documents use every second of the last ten minutes. Nothing was sent: wait, or use
   * folios.
   */
  second: 713,
  /** Another key has a byte-identical document: see `duplicateOf`. Nothing was sent. */
  duplicate: 714,
  /**
   * The PAC had already stamped a byte-identical document of another program with the same CSD. See
   * `duplicateOf`.
   */
  foreign: 715,
  /**
   * The key had a result, and its document was purged from the store. Nothing was sealed. See
   * `duplicateOf`.
   */
  purged: 716,
} as const

/** Name of a failure. */
export type FailureName = keyof typeof failureCodes

/** Code of a failure. */
export type FailureCode = (typeof failureCodes)[FailureName]
