/**
 * Dossier of a PAC: facts and their evidence, as data beside its adapter. docs/en/pacs.md and
 * docs/en/pacs/ are generated from it, and `npm run pac:check` verifies it.
 * @module
 */

/**
 * Evidence of a fact. `recorded`: recorded from its sandbox, or asserted against it by a public
 * test suite. `documented`: in its manual or WSDL. `inferred`: read in the code of a client, or by
 * analogy. `unknown`: only an account can show it.
 */
export type Grade = 'recorded' | 'documented' | 'inferred' | 'unknown'

/** Topics of every PAC, in the order of the table. */
export const topics = {
  stamp: 'Stamps your sealed bytes',
  repeat: 'The same document again gives no second stamp',
  earlier: 'and returns the earlier one',
  find: 'Look-up that does not stamp',
  cancel: 'Cancels with a request that you signed',
  receiver: 'Lists pending requests of a receiver, and carries its signed answer',
  related: 'Related documents, for a signed question',
  status: 'Status at the SAT',
  balance: 'Stamps left',
  ping: 'Health',
  retenciones: 'Retenciones',
} as const

/** The name of a topic. */
export type Topic = keyof typeof topics

/**
 * Address of a PAC for CFDI de retenciones, or a path of the adapter's `services`, and its
 * operations.
 */
export interface RetencionesPaths {
  /** The service. */
  readonly service: string
  /** The operation that stamps; absent where it is not known. */
  readonly stamp?: string
  /** The look-up. */
  readonly find?: string
  /** The operation that cancels with a signed request. */
  readonly cancel?: string
  /** Operations that the adapter sends. Defaults to none. */
  readonly sends?: readonly ('stamp' | 'find' | 'cancel')[]
  /** Further facts. */
  readonly note?: string
}

/** Facts about a PAC, with their evidence. */
export interface Dossier {
  /** Display name. */
  readonly title: string
  /** Options of `connect` for the account, besides `sandbox`. */
  readonly account: readonly string[]
  /** The answer to each question in a few words, and how it is known. */
  readonly known: Readonly<Record<Topic, readonly [answer: string, grade: Grade]>>
  /**
   * Sources of `recorded` facts: recordings or public tests against its sandbox. Empty without such
   * facts.
   */
  readonly recordings: readonly string[]
  /** Where retenciones go. */
  readonly retenciones?: RetencionesPaths
  /** Its charges, limits and penalties. */
  readonly limits: readonly string[]
  /** How its test environment differs. */
  readonly sandbox: string
  /** Open questions that only an account can answer. */
  readonly questions: readonly string[]
}
