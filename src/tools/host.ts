/**
 * Capabilities of a host besides its engine. A tool is listed only if the host supports it.
 * @module
 */
import type { SatState } from '../cancel/status.js'
import type { Wish } from '../cancel/cancellationState.js'
import type { Preview } from '../engine/preview.js'
import type { Finding } from '../model/finding.js'

/** Query of CFDI: every given condition must hold. */
export interface FindQuery {
  /** Folio fiscal. */
  readonly uuid?: string | undefined
  /** Series. */
  readonly serie?: string | undefined
  /** Folio of the issuer's own numbering. */
  readonly folio?: string | undefined
  /** RFC of the receiver. */
  readonly receptor?: string | undefined
  /** First day of issue, `AAAA-MM-DD`. */
  readonly desde?: string | undefined
  /** Last day of issue. */
  readonly hasta?: string | undefined
  /** Maximum number of results. */
  readonly limit: number
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined
}

/** A CFDI that was found: plain data with at least the folio fiscal. */
export interface FoundCfdi {
  /** Folio fiscal. */
  readonly UUID: string
  /** Further data from the host. */
  readonly [member: string]: unknown
}

/** A failure reported by the host. The model may read it. */
export interface HostFailure {
  /** Discriminant. */
  readonly ok: false
  /** Stable code, if there is one. */
  readonly code?: number
  /** Sentence in Spanish, for end users. */
  readonly message: string
  /** Individual reasons. */
  readonly errors?: readonly Omit<Finding, 'value'>[]
}

/** Capabilities of a host. A rejection reaches the model as a failure without its reason. */
export interface ToolHost {
  /** Stamps instead of the engine, for example through a service that charges a credit. */
  readonly stamp?: (
    json: unknown,
    key: string,
  ) => Promise<
    | { readonly ok: true; readonly cfdi: object; readonly warnings: readonly Finding[] }
    | HostFailure
  >
  /** Previews a draft instead of the engine, as with the issuers of an account. */
  readonly prepare?: (json: unknown) => Promise<Preview | HostFailure>
  /** Finds stamped CFDI, newest first. */
  readonly find?: (
    query: FindQuery,
  ) => Promise<{ readonly cfdis: readonly FoundCfdi[]; readonly cursor?: string }>
  /** Requests a cancellation; resolves to its state. */
  readonly cancel?: (
    call: { readonly uuid: string } & Wish,
  ) => Promise<
    { readonly ok: true; readonly phase: string; readonly how?: string | undefined } | HostFailure
  >
  /** Resolves to the current status of a CFDI at the SAT. */
  readonly status?: (
    uuid: string,
  ) => Promise<
    | { readonly ok: true; readonly state: SatState; readonly phase?: string | undefined }
    | HostFailure
  >
  /** Resolves to the remaining stamps. */
  readonly balance?: () => Promise<{
    readonly available: number
    readonly balance?: number
    readonly reserved?: number
  }>
}
