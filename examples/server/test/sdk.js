/**
 * An SDK of OpenTelemetry that writes its data to the standard output. It replaces the SDK of an
 * operator, in `node --import ./test/sdk.js server.js`.
 * @module
 */
import { metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

const write = (fact) => process.stdout.write(`otel ${JSON.stringify(fact)}\n`)

const spans = {
  export(all, done) {
    for (const { name, parentSpanContext, spanContext } of all.map((span) => ({
      ...span,
      spanContext: span.spanContext(),
    })))
      write({ name, traceId: spanContext.traceId, parent: parentSpanContext?.spanId })
    done({ code: 0 })
  },
  shutdown: async () => {},
}
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
)

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1e6 })
const provider = new MeterProvider({ readers: [reader] })
metrics.setGlobalMeterProvider(provider)
process.once('SIGTERM', async () => {
  await provider.forceFlush()
  const all = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  for (const metric of new Set(all.map(({ descriptor }) => descriptor.name))) write({ metric })
})
