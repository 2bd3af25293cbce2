/**
 * Records of a service: a table for each noun, with records of one shape. Every table has the same
 * few methods, so a store is written once for all of them.
 * @module
 */
import type { CancelledHow, Phase } from '../cancel/cancellationState.js'
import type { Motivo } from '../cancel/sign.js'
import type { PdfChoices } from './handlers/pdfChoices.js'
import type { InvoiceState } from './lists/invoiceSearch.js'
import type { CallLimits } from './turnstile.js'
import type { EventData, EventType } from './webhooks/events.js'

export type { CallLimits, EventData, EventType, InvoiceState }

/** The two environments. They share no data. */
export type EnvironmentName = 'sandbox' | 'production'

/**
 * Members of every record. Plain data: it survives `JSON.parse(JSON.stringify(record))` unchanged.
 */
export interface ServiceRecord {
  /** Unique in its table; text of 1 to 300 characters. */
  readonly id: string
  /** Id of the account that it belongs to. */
  readonly owner: string
  /** Sort key of lists in milliseconds since 1970: the time of creation, or the due time. */
  readonly at: number
}

/** A client of the service, in one environment. */
export interface AccountRecord extends ServiceRecord {
  /** Display name. */
  readonly name: string
  /** RFCs of the issuers that it may use. */
  readonly issuers: readonly string[]
  /** The keys of a closed account do not work. */
  readonly status: 'active' | 'closed'
  /** How its PDFs look. */
  readonly pdf?: PdfChoices
  /** Its test clock, in the sandbox: the milliseconds by which it is ahead. */
  readonly clock?: { readonly ahead: number }
  /** The CSDs that its owner uploaded. */
  readonly csds?: readonly CsdSummary[]
  /** Its uploaded logos. */
  readonly logos?: readonly LogoSummary[]
}

/** The facts of an uploaded logo. */
export interface LogoSummary {
  /** Its name in the account. */
  readonly name: string
  /** Media type. */
  readonly type: 'image/png' | 'image/svg+xml'
  /** Bytes of the image as it was written again. */
  readonly bytes: number
  /** Time of its upload, in milliseconds since 1970. */
  readonly uploaded: number
}

/** An uploaded logo, as it was written again. Its id is `<account>/<name>`. */
export interface LogoRecord extends ServiceRecord {
  /** Bytes in Base64. */
  readonly content: string
}

/** The facts of an uploaded CSD. Times are in milliseconds since 1970. */
export interface CsdSummary {
  /** The 20 digits of its number. */
  readonly noCertificado: string
  /** RFC of its holder, which the account may issue for. */
  readonly rfc: string
  /** Name of its holder, as registered. */
  readonly name: string
  /** First instant of its validity. */
  readonly validFrom: number
  /** Last instant of its validity. */
  readonly validTo: number
  /** Time of its upload. */
  readonly uploaded: number
}

/**
 * An uploaded CSD. Its id is `<account>/<noCertificado>`, and `at` the time of the next notice of its
 * expiry.
 */
export interface CsdRecord extends ServiceRecord {
  /** Certificate in Base64. */
  readonly cer: string
  /** Its key file and pass phrase, sealed by the vault. */
  readonly sealed: string
  /** Its facts. */
  readonly facts: CsdSummary
}

/** Permissions of a key. */
export type Scope =
  | 'invoices:create'
  | 'invoices:read'
  | 'invoices:cancel'
  | 'invoices:settle'
  | 'balance:read'
  | 'webhooks:manage'
  | 'account:manage'

/** A key without its secret. Its id is the public part of the key's text. */
export interface KeyRecord extends ServiceRecord {
  /** SHA-256 of the whole text of the key, in hexadecimal. */
  readonly hash: string
  /** Display name. */
  readonly name: string
  /** Its permissions. */
  readonly scopes: readonly Scope[]
  /**
   * End of its validity; absent while it has none. For a revoked key, the time of the revocation.
   */
  readonly until?: number
  /** Limits of its calls, in place of those of the account. */
  readonly limits?: Partial<CallLimits>
  /** Id of the key that made it; absent when the operator did. It ends with that key. */
  readonly issuedBy?: string
  /** Id of the key with which it shares its limits. */
  readonly sharesLimits?: string
}

/**
 * The credits of an account; its id is the account's. Balance: `granted` - `stamped`, of which
 * `reserved` belong to stamps in progress.
 */
export interface CreditRecord extends ServiceRecord {
  /** Credits granted in total. */
  readonly granted: number
  /** One for each invoice of the account. */
  readonly stamped: number
  /** One for each record in `reservations`. */
  readonly reserved: number
}

/** Credits granted under a reference, which counts once. Its id is `<account>/<reference>`. */
export interface GrantRecord extends ServiceRecord {
  /** Number of credits. */
  readonly credits: number
}

/**
 * A reserved credit, from before sealing until the outcome is certain. Its id is the key of the
 * stamp, in the engine's form.
 */
export interface ReservationRecord extends ServiceRecord {
  /** Whether to mail the invoice once stamped, or to which addresses. */
  readonly mail: boolean | readonly string[]
  /** Choices of the PDF. */
  readonly pdf?: PdfChoices
  /**
   * Calls that were admitted to stamp under the key and have not ended. Each counts until its time,
   * in milliseconds since 1970: by then its process has recorded an order, or is dead.
   */
  readonly calls?: readonly { readonly call: string; readonly until: number }[]
  /** Id of the API key of the request to stamp. */
  readonly by?: string
  /** Number of changes, so that a decision about an earlier state has no effect. */
  readonly version?: number
}

/** A stamped document. Its id is its folio fiscal, in upper case; the XML is in the document store. */
export interface InvoiceRecord extends ServiceRecord {
  /** Key of the stamp, in the engine's form. */
  readonly key: string
  /** RFC of the issuer. */
  readonly emisor: string
  /** RFC of the receiver. */
  readonly receptor: string
  /** Name of the receiver. Absent in records of earlier versions, and if the document has none. */
  readonly nombre?: string
  /** TipoDeComprobante; of a registered document, the name of its root: `Retenciones`. */
  readonly tipo: string
  /** Series, if there is one. */
  readonly serie?: string
  /** Folio, if there is one. */
  readonly folio?: string
  /** As sealed. */
  readonly fecha: string
  /** Decimal, as sealed; of a retención, the amount withheld. */
  readonly total: string
  /** Code of the currency. */
  readonly moneda: string
  /** Id of the PAC that stamped it. */
  readonly pac: string
  /** State, by its cancellation and payment. Absent in records of earlier versions. */
  readonly state?: InvoiceState
  /** Words of a text search. Absent in records of earlier versions. */
  readonly words?: string
  /** Its payment by the ledger, once a receipt or a credit note refers to it. */
  readonly payment?: {
    readonly paid: boolean
    /** Sums and balance, decimals in the currency of the invoice. */
    readonly payments: string
    readonly credits: string
    readonly balance: string
    /** Time of the last change, in milliseconds since 1970. */
    readonly at: number
  }
  /** Status of its cancellation, once requested. */
  readonly cancellation?: {
    readonly phase: Phase
    /** Number of the engine's change that this status comes from. */
    readonly change: number
    readonly motivo?: Motivo
    readonly folioSustitucion?: string
    readonly how?: CancelledHow
    /** Reason why a person must review it: `HoldReason` of `cfdi-stamp/cancel`. */
    readonly held?: string
    /** Start of the phase, in milliseconds since 1970. */
    readonly since?: number
    /** Code of the last answer to a request. */
    readonly code?: string
    /** Why the request did not lead to a cancellation, in Spanish. */
    readonly reason?: string
    /** Whether the SAT's acuse is among the documents. */
    readonly hasAcuse?: boolean
  }
  /** Choices of its PDF that differ from those of its account. */
  readonly pdf?: PdfChoices
  /** Id of the API key of the request. */
  readonly by?: string
  /** Status of its last mail, once requested. */
  readonly mail?: {
    readonly status: 'pending' | 'sent' | 'failed'
    readonly to: readonly string[]
    /** Time of the status, in milliseconds since 1970. */
    readonly at: number
    /** Why it failed. */
    readonly why?: string
  }
}

/** Mail addresses of a receiver, known to an account. Its id is `<account>/<RFC>`. */
export interface RecipientRecord extends ServiceRecord {
  /** RFC of the receiver. */
  readonly rfc: string
  /** Mail addresses, at most ten. */
  readonly addresses: readonly string[]
}

/**
 * The key of an invoice, remembered as long as the invoice itself. Its id is the key of the stamp,
 * in the engine's form.
 */
export interface InvoiceKeyRecord extends ServiceRecord {
  /** Folio fiscal of the invoice. */
  readonly invoice: string
  /** Id of the PAC that stamped it. */
  readonly pac: string
  /** SHA-256 of its draft. */
  readonly fingerprint: string
}

/** A new event. Its id identifies the fact, so that one fact makes one event. */
export type NewEvent = {
  readonly [Type in EventType]: {
    /** `<type>/<UUID>`, with a further part for facts that recur. */
    readonly id: string
    readonly type: Type
    readonly data: EventData[Type]
  }
}[EventType]

/** A stored event, which is delivered and may be replayed. */
export type EventRecord = ServiceRecord &
  NewEvent & {
    /** Version of the shape of `data`. */
    readonly version: 1
    readonly environment: EnvironmentName
  }

/** Destination of an account's events. */
export interface WebhookRecord extends ServiceRecord {
  /** An `https` URL, unless the host accepts others. */
  readonly url: string
  /** Types of the delivered events. */
  readonly events: readonly EventType[]
  /**
   * Secret of Standard Webhooks, which is needed for signing: sealed by the vault of the service, or
   * else `whsec_` and Base64.
   */
  readonly secret: string
  /** Earlier secrets that still sign, each until its time, newest first. */
  readonly previous?: readonly PreviousSecret[]
  /** Its failures since the last success; absent while it succeeds. */
  readonly failing?: WebhookFailures
  /** Why and since when nothing is delivered to it; absent while it is enabled. */
  readonly disabled?: { readonly at: number; readonly why: string }
}

/** Failures of a webhook without a success between them. Times are in milliseconds since 1970. */
export interface WebhookFailures {
  /** Time of the first failure. */
  readonly since: number
  /** Number of attempts without any answer, since the last answer. */
  readonly silent: number
  /** Nothing else is sent until then. */
  readonly until: number
  /** Whether the single attempt after a pause is in progress. */
  readonly isProbed?: boolean
}

/** A replaced secret. */
export interface PreviousSecret {
  /** In the form of `secret`. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * An event to deliver: `at` is its due time, and `owner` the webhook. Its id is
 * `<event>/<webhook>`; removed once delivered.
 */
export interface DeliveryRecord extends ServiceRecord {
  /** Id of the account. Absent in records of earlier versions, whose `owner` is the account. */
  readonly account?: string
  /** Id of the event. */
  readonly event: string
  /** Id of the webhook. */
  readonly webhook: string
  /** Number of attempts. */
  readonly tries: number
  /** Time when retries ended: a person must review it. `at` is then `never`. */
  readonly failed?: string
}

/** An attempt to deliver an event: `at` is its time, and `owner` the webhook. */
export interface AttemptRecord extends ServiceRecord {
  /** Id of the event. */
  readonly event: string
  /** Number of the attempt, from 1. */
  readonly tries: number
  /** `again`: it will be retried; `failed`: retries ended. */
  readonly outcome: 'done' | 'again' | 'failed'
  /** HTTP status of the answer, if there was one. */
  readonly status?: number
  /** Duration in milliseconds. */
  readonly ms?: number
  /** Why it failed. */
  readonly why?: string
}

/** A requested change: `owner` is the account, `at` the time of the request. */
export interface AuditRecord extends ServiceRecord {
  /** Name of the operation. */
  readonly action: string
  /** Id and name of the API key; absent when the operator of the service did it. */
  readonly key?: { readonly id: string; readonly name: string }
  /** Id of the request. */
  readonly request?: string
  /** The object of the change, by its id. */
  readonly target?: string
  /**
   * HTTP status of the answer. Absent while the call runs; and for good when its process died, so
   * that the outcome is not known.
   */
  readonly status?: number
  /** Failure code of the answer. */
  readonly code?: number
}

/** A mail to send: `at` is its due time. Its id is the folio fiscal; removed once sent. */
export interface MailRecord extends ServiceRecord {
  /** Recipients. Absent in records of earlier versions. */
  readonly to?: readonly string[]
  /** Time of the request, in milliseconds since 1970. Absent in records of earlier versions. */
  readonly since?: number
  /** Number of attempts. */
  readonly tries: number
  /** Time when retries ended. `at` is then `never`. */
  readonly failed?: string
}

/** Row of the ledger of payments for an invoice or a receipt; its id is the folio fiscal. */
export interface LedgerRecord extends ServiceRecord {
  /** State of the ledger: plain JSON. */
  readonly state: unknown
}

/** A document, in a store that keeps documents as records. Its id is `<kind>/<UUID>`. */
export interface DocumentRecord extends ServiceRecord {
  /** Bytes in Base64. */
  readonly content: string
}

/**
 * State of the PACs and the SAT of a sandbox. Its id is `stamp/<PAC>/<token>`, `state/<UUID>`,
 * `relation/<UUID>/<related UUID>/<TipoRelacion>` or `csd/<RFC>`; `at` is the end of its validity.
 */
export interface SandboxRecord extends ServiceRecord {
  /** Plain JSON. */
  readonly content: unknown
}

/** Due time of a record without further retries: a time that never comes. */
export const never = 8_640_000_000_000_000

/** All tables, with the types of their records. */
export interface ServiceTables {
  /** Clients. */
  readonly accounts: AccountRecord
  /** Keys, without secrets. */
  readonly keys: KeyRecord
  /** Credits of each account. */
  readonly credits: CreditRecord
  /** Granted credits, by reference. */
  readonly grants: GrantRecord
  /** Reserved credits. */
  readonly reservations: ReservationRecord
  /** Stamped documents. */
  readonly invoices: InvoiceRecord
  /** Keys of stamped CFDI. */
  readonly invoiceKeys: InvoiceKeyRecord
  /** Events. */
  readonly events: EventRecord
  /** Destinations of events. */
  readonly webhooks: WebhookRecord
  /** Events to deliver. */
  readonly deliveries: DeliveryRecord
  /** Attempts to deliver, of a month. */
  readonly attempts: AttemptRecord
  /** Changes that keys and the operator made, of five years. */
  readonly audit: AuditRecord
  /** CSDs that accounts uploaded. */
  readonly csds: CsdRecord
  /** Mails to send. */
  readonly mails: MailRecord
  /** Mail addresses of receivers. */
  readonly recipients: RecipientRecord
  /** Ledger of payments. */
  readonly ledger: LedgerRecord
  /** XML and PDF, unless they are stored elsewhere. */
  readonly documents: DocumentRecord
  /** Logos of accounts. */
  readonly logos: LogoRecord
  /** PACs and SAT of a sandbox. */
  readonly sandbox: SandboxRecord
}

/** Name of a table. */
export type ServiceTable = keyof ServiceTables

/** The names, for stores. */
export const serviceTables = [
  'accounts',
  'keys',
  'credits',
  'grants',
  'reservations',
  'invoices',
  'invoiceKeys',
  'events',
  'webhooks',
  'deliveries',
  'attempts',
  'audit',
  'csds',
  'mails',
  'recipients',
  'ledger',
  'documents',
  'logos',
  'sandbox',
] as const satisfies readonly ServiceTable[]
