/**
 * The codes with which the engine says no. Stable, never reused; 702 is the one that integrations have always known.
 * @module
 */

/** Why there is no stamped document, by code. */
export const failureCodes = {
  /** The JSON text cannot be read, or is not an object. */
  json: 701,
  /** The document is not valid: see `errors`. */
  invalid: 702,
  /** There is no signer for its issuer. */
  signer: 703,
  /** It could not be sealed. */
  seal: 704,
  /** The PAC, or the SAT through it, rejected it. It was not stamped. */
  rejected: 705,
  /** The PAC account cannot stamp, or the PAC asks to slow down. It was not stamped. */
  refused: 706,
  /** No PAC could be reached. It was not stamped. */
  unavailable: 707,
  /** It was sent and the answer was lost: it may be stamped. Keep `sealed`; do not send the invoice again as a new one. */
  unknown: 708,
  /** The sequence of folios failed. It was not sent. */
  folio: 709,
  /** Something that the host gave the engine (clock, catalogs, registries, journal, orders) failed. It was not sent. */
  host: 710,
  /** The key was used for another document, or is none. Nothing was sealed. */
  key: 711,
} as const

/** Name of a failure. */
export type FailureName = keyof typeof failureCodes

/** Code of a failure. */
export type FailureCode = (typeof failureCodes)[FailureName]
