/**
 * A document that a program registers: a value with everything that the verbs need of it.
 * @module
 */
import type { CancelService } from '../cancel/sign.js'
import type { Catalogs } from '../catalogs/catalogs.js'
import type { Certificate } from '../certificate/certificate.js'
import type { Json } from '../lib/json.js'
import type { Random } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import type { AutoMembers } from '../model/jsonSchema.js'
import type { CheckOptions, Judge } from '../rules/judge.js'
import type { RuleSet } from '../rules/run.js'
import type { StatusQuery } from './cfdi40/statusQuery.js'
import type { ExtensibleRoot, Root } from './root.js'

/** What `documents: [retenciones20]` registers, with the functions that only the library calls. */
export interface SatDocument<Document = unknown> extends ExtensibleRoot<Document> {
  /** Its rules. */
  readonly ruleSet: RuleSet<never>
  /** Structure, catalogues and rules. */
  readonly judge: Pick<Judge<never, never>, 'check' | 'checkXml' | 'checkTree' | 'examine'>
  /** Derives "AUTO" in place: the caller must own the draft. */
  resolve(draft: Json, context: ResolveInputs): Json
  /** Findings of a resolved draft, with the reason for each unresolved "AUTO". */
  checkResolved(document: Json, options: CheckOptions, context: CheckInputs): Finding[]
  /** Members of its drafts that the engine may fill in. */
  readonly auto: AutoMembers
  /** Members that need the certificate, by path. */
  readonly ofCertificate: ReadonlySet<string>
  /** Its amounts, under the names of a CFDI. */
  amountsOf(document: Document): DocumentAmounts
  /** Name and tax number of its receiver: `NOMBRE (RFC)`. */
  receiverOf(document: Document): string
  /** URL of the SAT's verification page, the content of its QR code. */
  verificationUrl(document: Document, uuid: string): string
  /** Fields that identify a stamped document. @throws TypeError without a stamp */
  statusQuery(document: Document): StatusQuery
  /** The SAT's cancellation service. That of retenciones has no status service. */
  readonly service: CancelService
}

/** Returns registered documents with what the verbs need; `requireDocuments` has judged them. */
export function kindsOf(documents: readonly Root[] = []): readonly SatDocument[] {
  return documents as readonly SatDocument[]
}

/** Inputs of "AUTO" from outside the draft. */
export interface ResolveInputs {
  readonly catalogs: Catalogs
  /** The sealing certificate; undefined while it is unknown. */
  readonly certificate: Certificate | undefined
  readonly clock: () => Date
  readonly random: Random
  /** Returns the IANA zone of a postal code. */
  readonly zoneOf: (postalCode: string) => string | undefined
  /** Whether absent amounts are derived too. */
  readonly complete: boolean
}

/** Inputs of the check of a resolved draft. */
export type CheckInputs = Pick<ResolveInputs, 'catalogs' | 'complete'>

/** Amounts of a document, as written in it. */
export interface DocumentAmounts {
  /** Currency, of c_Moneda. */
  readonly Moneda: string
  /** Before discounts and taxes; of a retención, the amount of the operation. */
  readonly SubTotal: string
  /** Amount to pay; of a retención, the amount withheld. */
  readonly Total: string
}
