/**
 * Metrics in the shape of OpenTelemetry's `Meter` (`createCounter`, `createGauge`,
 * `createHistogram`, `createUpDownCounter`): give `openServer` the real one, or this, which writes
 * the text that Prometheus reads (exposition format 0.0.4). Names are those that OpenTelemetry's
 * exporters give Prometheus (specification, compatibility with Prometheus): `_seconds` for the
 * unit, `_total` for a counter.
 * @module
 */

/** Upper bounds in seconds: those of OpenTelemetry's HTTP metrics. */
const usual = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

export function createMeter() {
  const instruments = new Map()
  const make =
    (kind, record) =>
    (name, { description = '', unit = '', advice = {} } = {}) => {
      const instrument = {
        name: nameOf(name, kind, unit),
        kind,
        description,
        bounds: boundsOf(advice),
        series: new Map(),
      }
      // A repeated name returns the existing instrument.
      if (!instruments.has(name)) instruments.set(name, instrument)
      const { series, bounds } = instruments.get(name)
      return (value, attributes = {}) => {
        const labels = labelsOf(attributes)
        series.set(labels, record(series.get(labels), value, bounds))
      }
    }
  const add = (before = 0, value) => before + value
  const counter = make('counter', add)
  const upDown = make('gauge', add)
  const gauge = make('gauge', (_, value) => value)
  const histogram = make('histogram', measured)
  return {
    createCounter: (...given) => ({ add: counter(...given) }),
    createUpDownCounter: (...given) => ({ add: upDown(...given) }),
    createGauge: (...given) => ({ record: gauge(...given) }),
    createHistogram: (...given) => ({ record: histogram(...given) }),
    /** Removes the series with these attributes, of every instrument. */
    forget(attributes) {
      const own = labelsOf(attributes)
      for (const { series } of instruments.values())
        for (const labels of series.keys())
          if (labels === own || labels.startsWith(`${own},`)) series.delete(labels)
    },
    text: () => [...instruments.values()].map(textOf).join(''),
  }
}

function nameOf(name, kind, unit) {
  return `${name.replaceAll('.', '_')}${unit === 's' ? '_seconds' : ''}${kind === 'counter' ? '_total' : ''}`
}

function boundsOf({ explicitBucketBoundaries = usual }) {
  return explicitBucketBoundaries
}

function measured(before, value, bounds) {
  const { sum, count, within } = before ?? { sum: 0, count: 0, within: bounds.map(() => 0) }
  return {
    sum: sum + value,
    count: count + 1,
    within: within.map((below, at) => below + (value <= bounds[at] ? 1 : 0)),
  }
}

function labelsOf(attributes) {
  const each = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return each
    .map(([name, value]) => `${name.replaceAll('.', '_')}="${escaped(String(value))}"`)
    .join(',')
}

function escaped(value) {
  return value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
}

function textOf({ name, kind, description, bounds, series }) {
  const lines = [...series].flatMap(([labels, value]) =>
    kind === 'histogram' ? buckets(name, labels, value, bounds) : [line(name, labels, value)],
  )
  return `# HELP ${name} ${description}\n# TYPE ${name} ${kind}\n${lines.join('')}`
}

function buckets(name, labels, { sum, count, within }, bounds) {
  const with_ = (bound) => [labels, `le="${bound}"`].filter(Boolean).join(',')
  return [
    ...bounds.map((bound, at) => line(`${name}_bucket`, with_(bound), within[at])),
    line(`${name}_bucket`, with_('+Inf'), count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

function line(name, labels, value) {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`
}
