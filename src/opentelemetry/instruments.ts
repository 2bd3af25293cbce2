/**
 * Metrics: one row per instrument. Standard names follow the semantic conventions 1.45 of
 * OpenTelemetry; durations are in seconds. No attribute is a key, a token or an RFC, which keeps
 * the cardinality low.
 * @module
 */
import type { Attributes, Counter, Gauge, Histogram, Meter } from '@opentelemetry/api'

/** Part of a `Meter` that the instruments use. A host may implement it. */
export type MeterLike = Pick<Meter, 'createCounter' | 'createGauge' | 'createHistogram'>

/** Upper bounds of the semantic conventions for `db.client.operation.duration`, in seconds. */
const databaseBounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Upper bounds of the semantic conventions for `http.client.request.duration`. */
const httpBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Upper bounds for PACs: most respond within a second, and a failover may wait for a minute and
 * more.
 */
const pacBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** An instrument. */
interface Row {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly unit: string
  readonly description: string
  readonly bounds?: readonly number[]
}

/** Instruments by their subject. */
export const rows = {
  stamps: {
    ...{ name: 'cfdi.stamp.duration', kind: 'histogram', unit: 's', bounds: pacBounds },
    description: 'Duration of a call to the engine.',
  },
  takeovers: {
    ...{ name: 'cfdi.order.takeovers', kind: 'counter', unit: '{order}' },
    description: 'Orders taken over from a process whose lease expired.',
  },
  doubts: {
    ...{ name: 'cfdi.document.doubts', kind: 'counter', unit: '{document}' },
    description: 'Calls after which it was not known whether the document is stamped.',
  },
  departures: {
    ...{ name: 'cfdi.document.departures', kind: 'counter', unit: '{document}' },
    description: 'Documents that left a PAC which may have stamped them.',
  },
  duplicates: {
    ...{ name: 'cfdi.document.duplicates', kind: 'counter', unit: '{document}' },
    description: 'Second stamps of a document that were found.',
  },
  folios: {
    ...{ name: 'cfdi.folio.changes', kind: 'counter', unit: '{folio}' },
    description: 'Folios issued, used and returned.',
  },
  pacCalls: {
    ...{ name: 'cfdi.pac.call.duration', kind: 'histogram', unit: 's', bounds: pacBounds },
    description: 'Duration of a call of the failover to a PAC.',
  },
  breakers: {
    ...{ name: 'cfdi.pac.breaker.open', kind: 'gauge', unit: '{breaker}' },
    description: 'Whether the circuit breaker of a PAC is open (1) or not (0).',
  },
  alarms: {
    ...{ name: 'cfdi.pac.alarms', kind: 'counter', unit: '{alarm}' },
    description: 'Answers of PACs that need a person.',
  },
  rounds: {
    ...{ name: 'cfdi.operate.rounds', kind: 'counter', unit: '{round}' },
    description: 'Rounds of operate.',
  },
  tasks: {
    ...{ name: 'cfdi.operate.task.duration', kind: 'histogram', unit: 's', bounds: pacBounds },
    description: 'Duration of a task of a round.',
  },
  delivered: {
    ...{ name: 'cfdi.operate.delivered', kind: 'counter', unit: '{event}' },
    description: 'Events that the host took.',
  },
  failures: {
    ...{ name: 'cfdi.operate.failures', kind: 'counter', unit: '{failure}' },
    description: 'Failures of tasks: of a document, a store or a PAC.',
  },
  waiting: {
    ...{ name: 'cfdi.operate.waiting', kind: 'gauge', unit: '{document}' },
    description: 'Documents whose outcome the last round did not learn.',
  },
  dataAge: {
    ...{ name: 'cfdi.data.age', kind: 'gauge', unit: 's' },
    description: 'Time since the publication of data that documents are judged by.',
  },
  dataRemaining: {
    ...{ name: 'cfdi.data.remaining', kind: 'gauge', unit: 's' },
    description: 'Time until the end of data that documents are judged by; negative afterwards.',
  },
  storeCalls: {
    ...{
      name: 'db.client.operation.duration',
      kind: 'histogram',
      unit: 's',
      bounds: databaseBounds,
    },
    description: 'Duration of database client operations.',
  },
  requests: {
    ...{ name: 'http.client.request.duration', kind: 'histogram', unit: 's', bounds: httpBounds },
    description: 'Duration of HTTP client requests.',
  },
} as const satisfies Readonly<Record<string, Row>>

/** Records one value. */
export type Recorder = (value: number, attributes: Attributes) => void

/** A recorder for each row. */
export type Instruments = Readonly<Record<keyof typeof rows, Recorder>>

/** Creates the instruments. @param common attributes of every value */
export function instrumentsOf(meter: MeterLike, common: Attributes = {}): Instruments {
  const instruments: Record<string, Recorder> = {}
  for (const [key, row] of Object.entries(rows)) {
    const record = recorderOf(meter, row)
    instruments[key] = (value, attributes) => record(value, { ...common, ...attributes })
  }
  return instruments as Instruments
}

function recorderOf(meter: MeterLike, { name, kind, unit, description, bounds }: Row): Recorder {
  const options = { unit, description }
  if (kind === 'counter') {
    const counter: Counter = meter.createCounter(name, options)
    return (value, attributes) => counter.add(value, attributes)
  }
  const advice = bounds && { advice: { explicitBucketBoundaries: [...bounds] } }
  const instrument: Gauge | Histogram =
    kind === 'gauge'
      ? meter.createGauge(name, options)
      : meter.createHistogram(name, { ...options, ...advice })
  return (value, attributes) => instrument.record(value, attributes)
}
