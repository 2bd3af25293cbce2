/**
 * Metrics and traces of the engines. Metrics are those of `/metrics`, unless the process was
 * started with an SDK of OpenTelemetry (`node --import … server.js`): then that gets them, and the
 * spans. The SDK reads its own variables, `OTEL_*`.
 * @module
 */
import { metrics } from '@opentelemetry/api'
import { listDatedData } from 'cfdi-stamp/doctor'
import { createSend } from 'cfdi-stamp/node'
import { createTelemetry } from 'cfdi-stamp/opentelemetry'
import { createMeter } from './meter.js'

/**
 * Returns the meter of the SDK if one of its variables enables the export of metrics; otherwise the
 * server's own, for `/metrics`.
 * @param {{ otelMetricsExporter?: string, otelExporterOtlpEndpoint?: string }} settings
 * @returns {ReturnType<typeof createMeter>} without `text` where it is the SDK's
 */
export function meterOf({ otelMetricsExporter, otelExporterOtlpEndpoint }) {
  const isExported =
    (otelMetricsExporter ?? (otelExporterOtlpEndpoint && 'otlp') ?? 'none') !== 'none'
  return isExported ? /** @type {any} */ (metrics.getMeter('cfdi-stamp-server')) : createMeter()
}

/**
 * Observers of an environment: the `on` of its engine and its failover, its rounds, and its `send`.
 */
export function observeEnvironment(name, meter) {
  const attributes = { 'deployment.environment.name': name }
  const { engine, failover, onRound, observeSend } = createTelemetry({
    meter,
    databaseSystem: 'postgresql',
    attributes,
  })
  return { on: engine, failover, onRound, send: observeSend(createSend()) }
}

/**
 * Records the ages of catalogues, authorities, lists and rules, at once and every day.
 * @returns a function that stops it
 */
export function observeData(meter) {
  const { recordData } = createTelemetry({ meter })
  const record = () => recordData(listDatedData({ at: new Date() }))
  record()
  const timer = setInterval(record, 86_400_000).unref()
  return () => clearInterval(timer)
}
