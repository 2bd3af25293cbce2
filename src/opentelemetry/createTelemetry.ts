/**
 * Spans and metrics of OpenTelemetry, from the hooks of the engine and the failover.
 * @module
 */
import { type Attributes, metrics, type Tracer, trace } from '@opentelemetry/api'
import type { DatedData } from '../doctor/listDatedData.js'
import type { EngineHooks } from '../engine/observe/hooks.js'
import type { RoundSummary } from '../engine/operate/operate.js'
import { requireOptions } from '../lib/options.js'
import type { Send } from '../pac/adapter/adapter.js'
import type { FailoverHooks } from '../pac/observe/hooks.js'
import { engineTelemetry } from './engineTelemetry.js'
import { dataTelemetry } from './dataTelemetry.js'
import { failoverTelemetry, roundTelemetry } from './failoverTelemetry.js'
import { instrumentsOf, type MeterLike } from './instruments.js'
import { observedSend } from './sendTelemetry.js'
import { Spans } from './spans.js'

/** Options of {@link createTelemetry}. */
export interface TelemetryOptions {
  /**
   * Creates the spans. Defaults to `trace.getTracer('cfdi-stamp')`: that of the SDK that the host
   * registered.
   */
  readonly tracer?: Tracer | undefined
  /** Creates the instruments. Defaults to `metrics.getMeter('cfdi-stamp')`. */
  readonly meter?: MeterLike | undefined
  /**
   * `db.system.name` of calls to stores: `postgresql`, for one. Defaults to `cfdi-stamp`, for files
   * and memory.
   */
  readonly databaseSystem?: string | undefined
  /**
   * Attributes of every span and value: `{ 'deployment.environment.name': 'sandbox' }`, for one.
   * None by default.
   */
  readonly attributes?: Attributes | undefined
  /** Whether spans have the host's key, in `cfdi.key`. Metrics never do. Defaults to `true`. */
  readonly keys?: boolean | undefined
  /**
   * Whether requests to PACs carry the headers `traceparent` and `tracestate`. Defaults to `false`:
   * PACs are third parties.
   */
  readonly propagate?: boolean | undefined
  /** Milliseconds, for the duration of requests. Defaults to `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Listeners that write spans and metrics. */
export interface Telemetry {
  /** For `createEngine({ on })`. */
  readonly engine: Required<EngineHooks>
  /** For `failover(…, { on })`. */
  readonly failover: Required<FailoverHooks>
  /** For `operate({ onRound })`. */
  readonly onRound: (summary: RoundSummary) => void
  /**
   * Records the ages and terms of the result of `listDatedData` (`cfdi-stamp/doctor`). Call it at
   * the start and every day.
   */
  readonly recordData: (data: readonly DatedData[]) => void
  /** Returns a `send` that writes a span for each request and sends it through the given one. */
  readonly observeSend: (send: Send) => Send
}

const optionNames = ['tracer', 'meter', 'databaseSystem', 'attributes', 'keys', 'propagate', 'now']

/**
 * Creates listeners for the engine, the failover, `operate` and `send`. Without an SDK they write
 * nothing.
 * @throws TypeError for an unknown option
 * @example
 * const telemetry = createTelemetry({ databaseSystem: 'postgresql' })
 * const provider = failover([main, backup], { journal, on: telemetry.failover })
 * const observed = createEngine({ signers: csd, provider, on: telemetry.engine })
 * const answer = await observed.stamp(invoice)
 * answer.ok // → true
 */
export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  requireOptions('createTelemetry', options, optionNames)
  const { tracer = trace.getTracer('cfdi-stamp'), meter = metrics.getMeter('cfdi-stamp') } = options
  const {
    databaseSystem = 'cfdi-stamp',
    keys = true,
    propagate = false,
    now = () => performance.now(),
  } = options
  const [spans, instruments] = [
    new Spans(tracer, options.attributes),
    instrumentsOf(meter, options.attributes),
  ]
  const parts = { spans, instruments, databaseSystem, keys }
  return {
    engine: engineTelemetry(parts),
    failover: failoverTelemetry(parts),
    onRound: roundTelemetry(parts),
    recordData: dataTelemetry(parts),
    observeSend: (send) => observedSend(send, { spans, instruments, now, propagate }),
  }
}
