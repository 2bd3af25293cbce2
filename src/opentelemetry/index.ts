/**
 * Spans and metrics of OpenTelemetry. Requires the peer `@opentelemetry/api`.
 * @module
 */
export { createTelemetry, type Telemetry, type TelemetryOptions } from './createTelemetry.js'
export type { MeterLike } from './instruments.js'
