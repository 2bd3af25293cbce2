/**
 * Metrics have the shape of OpenTelemetry's `Meter`: the real one takes the place of the server's
 * own.
 * @module
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { call, openHost } from './host.ts'

it('the Meter of OpenTelemetry is given what happens', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1e6 })
  const provider = new MeterProvider({ readers: [reader] })
  const host = await openHost({ meter: provider.getMeter('cfdi-stamp') })
  await call(host, 'balance')
  await call(host, 'balance', { headers: { 'x-api-key': 'wrong' } })
  await provider.forceFlush()
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const calls = metrics.find(({ descriptor }) => descriptor.name === 'cfdi.calls.duration')
  assert.equal(calls?.descriptor.unit, 's')
  const told = calls?.dataPoints.map(({ attributes }) => [
    attributes['operation'],
    attributes['status'],
  ])
  assert.deepEqual(told, [
    ['balance', 200],
    ['balance', 401],
  ])
  const active = metrics.find(({ descriptor }) => descriptor.name === 'cfdi.calls.active')
  assert.deepEqual(
    active?.dataPoints.map(({ value }) => value),
    [0],
  )
  // With a real exporter, the server's own endpoint is absent.
  assert.equal((await fetch(`${host.origin}/metrics`)).status, 404)
  await host.close()
  await provider.shutdown()
})
