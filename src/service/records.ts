/**
 * What a service keeps, as data: a table for each noun, and in each table records of one shape. Every table has the same few verbs, so
 * that a store is written once for all of them.
 * @module
 */
import type { Phase } from '../cancel/life.js'
import type { CancelledState } from '../cancel/status.js'
import type { Motivo } from '../cancel/sign.js'
import type { EventData, EventType } from './webhooks/events.js'

export type { EventData, EventType }

/** The two worlds. Nothing of one is known in the other. */
export type EnvironmentName = 'sandbox' | 'production'

/** What every record has. Plain data: it survives `JSON.parse(JSON.stringify(record))` unchanged. */
export interface ServiceRecord {
  /** Unique in its table; text of 1 to 300 characters. */
  readonly id: string
  /** Id of the account that it belongs to. */
  readonly owner: string
  /** What tables are listed by, in milliseconds since 1970: when it was made, or when it is due. */
  readonly at: number
}

/** A client of the service, in one environment. */
export interface AccountRecord extends ServiceRecord {
  /** For people. */
  readonly name: string
  /** RFCs that it may issue with. */
  readonly issuers: readonly string[]
  /** A closed account has no key that works. */
  readonly status: 'active' | 'closed'
}

/** What a key may do. */
export type Scope = 'invoices:create' | 'invoices:read' | 'invoices:cancel' | 'balance:read' | 'webhooks:manage'

/** A key, without what is secret of it. Its id is the public part of the key's text. */
export interface KeyRecord extends ServiceRecord {
  /** SHA-256 of the whole text of the key, in hexadecimal. */
  readonly hash: string
  /** For people. */
  readonly name: string
  /** What it may do. */
  readonly scopes: readonly Scope[]
  /** Until when it works; absent while it has no end. A revoked key ended. */
  readonly until?: number
}

/** The credits of an account; its id is the account's. Balance: `granted` - `stamped`, of which `reserved` are spoken for. */
export interface CreditRecord extends ServiceRecord {
  /** All that was ever given. */
  readonly granted: number
  /** One for each invoice of the account. */
  readonly stamped: number
  /** One for each record in `reservations`. */
  readonly reserved: number
}

/** Credits that were given under a reference, so that they are given once. Its id is `<account>/<reference>`. */
export interface GrantRecord extends ServiceRecord {
  /** How many. */
  readonly credits: number
}

/** A credit that is spoken for, from before sealing until the outcome is certain. Its id is the key of the stamp, as the engine has it. */
export interface ReservationRecord extends ServiceRecord {
  /** Whether the invoice is to be mailed when it is stamped, and where, if not to whom the account says. */
  readonly mail: boolean
  /** The call that works on it, and until when others leave it alone. */
  readonly claim?: { readonly call: string; readonly until: number }
}

/** A stamped CFDI. Its id is its folio fiscal, in upper case; the XML is in the document store. */
export interface InvoiceRecord extends ServiceRecord {
  /** The key of the stamp, as the engine has it. */
  readonly key: string
  /** RFC of the issuer. */
  readonly emisor: string
  /** RFC of the receiver. */
  readonly receptor: string
  /** TipoDeComprobante. */
  readonly tipo: string
  /** Series, when it has one. */
  readonly serie?: string
  /** Folio, when it has one. */
  readonly folio?: string
  /** As sealed. */
  readonly fecha: string
  /** Decimal, as sealed. */
  readonly total: string
  /** Code of the currency. */
  readonly moneda: string
  /** Id of the PAC that stamped it. */
  readonly pac: string
  /** Where it stands towards its cancellation, once that was asked for. */
  readonly cancellation?: {
    readonly phase: Phase
    /** Number of the change of the engine that said so. */
    readonly change: number
    readonly motivo?: Motivo
    readonly folioSustitucion?: string
    readonly how?: CancelledState
    /** Why nobody waits any longer, and a person is to look: `HoldReason` of `cfdi-stamp/cancel`. */
    readonly held?: string
  }
}

/** An event as whoever makes it gives it: its id says what happened, so that the same does not happen twice. */
export type NewEvent = {
  readonly [Type in EventType]: {
    /** `<type>/<UUID>`, and for what may happen again a further part. */
    readonly id: string
    readonly type: Type
    readonly data: EventData[Type]
  }
}[EventType]

/** An event, as it is kept: what is delivered, and may be replayed. */
export type EventRecord = ServiceRecord &
  NewEvent & {
    /** Of the shape of `data`. */
    readonly version: 1
    readonly environment: EnvironmentName
  }

/** Where the events of an account are delivered. */
export interface WebhookRecord extends ServiceRecord {
  /** Of `https`, unless the host accepts others. */
  readonly url: string
  /** Which events. */
  readonly events: readonly EventType[]
  /** Of Standard Webhooks: `whsec_` and Base64. Signs, so that it cannot be hashed. */
  readonly secret: string
  /** Those before that sign too, each until its time, the newest first. */
  readonly previous?: readonly PreviousSecret[]
}

/** A secret that another took the place of. */
export interface PreviousSecret {
  /** As `secret` was. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** An event that is to be delivered: `at` is when it is due. Its id is `<event>/<webhook>`; removed when it is delivered. */
export interface DeliveryRecord extends ServiceRecord {
  /** Id of the event. */
  readonly event: string
  /** Id of the webhook. */
  readonly webhook: string
  /** How many times it was tried. */
  readonly tries: number
  /** When nobody tries any more: a person is to look. `at` is then `never`. */
  readonly failed?: string
}

/** A mail that is to be sent: `at` is when it is due. Its id is the folio fiscal; removed when it is sent. */
export interface MailRecord extends ServiceRecord {
  /** How many times it was tried. */
  readonly tries: number
  /** When nobody tries any more. `at` is then `never`. */
  readonly failed?: string
}

/** What the ledger of payments keeps of an invoice or of a receipt; its id is the folio fiscal. */
export interface LedgerRecord extends ServiceRecord {
  /** The ledger's own: plain JSON. */
  readonly state: unknown
}

/** A document, in a store that keeps documents as records. Its id is `<kind>/<UUID>`. */
export interface DocumentRecord extends ServiceRecord {
  /** Bytes in Base64. */
  readonly content: string
}

/** When something that nobody tries any more is due: a time that does not come. */
export const never = 8_640_000_000_000_000

/** All tables, with what is in them. */
export interface ServiceTables {
  /** Clients. */
  readonly accounts: AccountRecord
  /** Their keys, without what is secret. */
  readonly keys: KeyRecord
  /** What each account has. */
  readonly credits: CreditRecord
  /** Credits that were given, by reference. */
  readonly grants: GrantRecord
  /** Credits that are spoken for. */
  readonly reservations: ReservationRecord
  /** Stamped CFDI. */
  readonly invoices: InvoiceRecord
  /** What happened. */
  readonly events: EventRecord
  /** Where events are delivered. */
  readonly webhooks: WebhookRecord
  /** Events that are to be delivered. */
  readonly deliveries: DeliveryRecord
  /** Mails that are to be sent. */
  readonly mails: MailRecord
  /** The ledger of payments' own. */
  readonly ledger: LedgerRecord
  /** XML and PDF, unless they are kept elsewhere. */
  readonly documents: DocumentRecord
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
  'events',
  'webhooks',
  'deliveries',
  'mails',
  'ledger',
  'documents',
] as const satisfies readonly ServiceTable[]
