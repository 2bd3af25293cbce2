/**
 * One forged document: how it is made, and the step of a verdict that must refuse it.
 * @module
 */

import type { Credential } from '../certificates.js'
import { sealed, stamped } from '../documents.js'

/** Steps of a verdict on a received document. */
export type Step = 'readable' | 'structure' | 'rules' | 'seal' | 'certificate' | 'stamp'

/** What a receiver trusts; `'none'` is said aloud. */
export interface Trust {
  readonly anchors: readonly Uint8Array[] | 'none'
  readonly pacCertificates: readonly Uint8Array[]
  readonly pacs: readonly string[]
}

export interface Forgery {
  /** Unique. */
  readonly name: string
  /** Section of the audit of 23 Nov 2026 that it comes from. */
  readonly finding: string
  /** The step that must not pass, or several when each is right. */
  readonly step: Step | readonly Step[]
  /** The reason of that step; of any kind without it. */
  readonly reason?: string
  /** `incomplete` when something is missing to decide. `invalid` by default. */
  readonly verdict?: 'invalid' | 'incomplete'
  /** What this receiver trusts besides, or in place of, `trust` of `parties.ts`. */
  readonly trust?: Partial<Trust>
  readonly xml: () => string | Uint8Array
}

/** A table of one finding: name, reason, and the rest. */
export type Row = readonly [name: string, xml: Forgery['xml'], rest?: Partial<Forgery>]

export function rowsOf(finding: string, step: Forgery['step'], rows: readonly Row[]): Forgery[] {
  return rows.map(([name, xml, rest]) => ({
    finding,
    step,
    name: `${finding}: ${name}`,
    xml,
    ...rest,
  }))
}

/** An invoice sealed with a certificate and stamped by the usual PAC. */
export function sealedBy(credential: Credential, changes: Record<string, unknown> = {}): string {
  return stamped(sealed(credential, changes))
}
