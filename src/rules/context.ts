/**
 * Context of rules, for any root document.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { Barred } from '../model/check/structureContext.js'
import type { At } from '../model/finding.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'

/** Data from outside the document. */
export interface Surroundings {
  readonly catalogs: Catalogs
  readonly at: Date | undefined
  /** Whether every code of the document is known to be in force on its day. */
  readonly codesInForce: boolean
  /** Values with a `|`, outside free content. */
  readonly barred: readonly Barred[]
  /** Places of texts with white space that the XSD does not see. */
  readonly spaced: readonly At[]
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined
}

/** Context common to all roots. A root adds its `tipo` and the data that its rules need. */
export abstract class DocumentContext<Document> implements RuleContext<Document> {
  readonly document: Document
  readonly catalogs: Catalogs
  readonly day: string
  readonly derived: unknown[] = []
  readonly at: Date | undefined
  readonly codesInForce: boolean
  readonly barred: readonly Barred[]
  readonly spaced: readonly At[]
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined

  constructor(document: Document, surroundings: Surroundings, day: string) {
    const { catalogs, at, codesInForce, barred, spaced, taxpayers, certificates } = surroundings
    this.document = document
    this.catalogs = catalogs
    this.day = day
    this.at = at
    this.codesInForce = codesInForce
    this.barred = barred
    this.spaced = spaced
    this.taxpayers = taxpayers
    this.certificates = certificates
  }

  abstract get tipo(): string
}
