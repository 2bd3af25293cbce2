/**
 * What the rules may know of a document of whatever root.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'

/** What the caller knows besides the document. */
export interface Surroundings {
  readonly catalogs: Catalogs
  readonly at: Date | undefined
  /** Whether every code of the document is known to be in force on its day. */
  readonly codesInForce: boolean
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined
}

/** What every root's context has. A root adds its `tipo`, and what else its rules need. */
export abstract class DocumentContext<Document> implements RuleContext<Document> {
  readonly document: Document
  readonly catalogs: Catalogs
  readonly day: string
  readonly derived: unknown[] = []
  readonly at: Date | undefined
  readonly codesInForce: boolean
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined

  constructor(document: Document, surroundings: Surroundings, day: string) {
    const { catalogs, at, codesInForce, taxpayers, certificates } = surroundings
    this.document = document
    this.catalogs = catalogs
    this.day = day
    this.at = at
    this.codesInForce = codesInForce
    this.taxpayers = taxpayers
    this.certificates = certificates
  }

  abstract get tipo(): string
}
