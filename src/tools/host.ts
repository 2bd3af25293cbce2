/**
 * What a host does for tools besides its engine: what it lacks, no tool is listed for.
 * @module
 */
import type { SatState } from '../cancel/status.js'
import type { Wish } from '../cancel/life.js'
import type { Finding } from '../model/finding.js'

/** Which CFDI are looked for: all that is given must hold. */
export interface FindQuery {
  /** Folio fiscal. */
  readonly uuid?: string | undefined
  /** Series. */
  readonly serie?: string | undefined
  /** Folio of the issuer's own. */
  readonly folio?: string | undefined
  /** RFC of the receiver. */
  readonly receptor?: string | undefined
  /** First day of issue, `AAAA-MM-DD`. */
  readonly desde?: string | undefined
  /** Last day of issue. */
  readonly hasta?: string | undefined
  /** At most so many. */
  readonly limit: number
  /** Where the page before ended. */
  readonly cursor?: string | undefined
}

/** A CFDI that was found: plain data, of which the folio fiscal is sure. */
export interface FoundCfdi {
  /** Folio fiscal. */
  readonly UUID: string
  /** Whatever else the host tells of it. */
  readonly [member: string]: unknown
}

/** A no of the host, which a model may read. */
export interface HostFailure {
  /** Tells it from a yes. */
  readonly ok: false
  /** Why, stable, where there is a code. */
  readonly code?: number
  /** In Spanish, for people. */
  readonly message: string
  /** The reasons one by one. */
  readonly errors?: readonly Omit<Finding, 'value'>[]
}

/** What a host does. A rejection is told to the model as a failure without its reason. */
export interface ToolHost {
  /** Stamps in place of the engine: a service, which takes a credit for it. */
  readonly stamp?: (
    json: unknown,
    key: string,
  ) => Promise<{ readonly ok: true; readonly cfdi: object; readonly warnings: readonly Finding[] } | HostFailure>
  /** CFDI that were stamped, the newest first. */
  readonly find?: (query: FindQuery) => Promise<{ readonly cfdis: readonly FoundCfdi[]; readonly cursor?: string }>
  /** Asks for a cancellation: where it stands then. */
  readonly cancel?: (
    call: { readonly uuid: string } & Wish,
  ) => Promise<{ readonly ok: true; readonly phase: string; readonly how?: string | undefined } | HostFailure>
  /** What the SAT says of a CFDI now. */
  readonly status?: (
    uuid: string,
  ) => Promise<{ readonly ok: true; readonly state: SatState; readonly phase?: string | undefined } | HostFailure>
  /** What is left to stamp with. */
  readonly balance?: () => Promise<{
    readonly available: number
    readonly balance?: number
    readonly reserved?: number
  }>
}
