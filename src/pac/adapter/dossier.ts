/**
 * What is known of a PAC, and how: data beside its adapter, from which docs/pacs.md and docs/pacs/ are written and which
 * `npm run pac:check` settles.
 * @module
 */

/**
 * How something is known. `recorded`: recorded from its sandbox, or asserted against it by a public test suite. `documented`: in
 * its manual or WSDL. `inferred`: read in the code of a client, or by analogy. `unknown`: only an account can tell.
 */
export type Grade = 'recorded' | 'documented' | 'inferred' | 'unknown'

/** What is asked of every PAC, in the order of the table. */
export const topics = {
  stamp: 'Stamps what you sealed',
  repeat: 'The same document again gives no second stamp',
  earlier: 'and returns the earlier one',
  find: 'Look-up that does not stamp',
  cancel: 'Cancels with a request that you signed',
  receiver: 'Lists what waits for a receiver, and carries its signed answer',
  related: 'Related documents, for a signed question',
  status: 'Status at the SAT',
  balance: 'Stamps left',
  ping: 'Health',
  retenciones: 'Retenciones',
} as const

/** The name of a topic. */
export type Topic = keyof typeof topics

/**
 * Where a PAC takes CFDI de retenciones: an address, or a path of the adapter's `services`, and its operations. Declared for those who
 * stamp them; no adapter sends them yet.
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
  /** What else is known. */
  readonly note?: string
}

/** What is known of a PAC. */
export interface Dossier {
  /** Display name. */
  readonly title: string
  /** What `connect` is given, besides `sandbox`: the members of the account. */
  readonly account: readonly string[]
  /** The answer to each question in a few words, and how it is known. */
  readonly known: Readonly<Record<Topic, readonly [answer: string, grade: Grade]>>
  /** Whose recordings or public tests against its sandbox what is `recorded` rests on; none where nothing is. */
  readonly recordings: readonly string[]
  /** Where retenciones go. */
  readonly retenciones?: RetencionesPaths
  /** What it charges, limits or punishes. */
  readonly limits: readonly string[]
  /** How its test environment differs. */
  readonly sandbox: string
  /** What only an account can tell. */
  readonly questions: readonly string[]
}
