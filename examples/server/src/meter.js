/**
 * Metrics in the shape of OpenTelemetry's `Meter` (`createCounter`, `createHistogram`, `createUpDownCounter`): give `openServer` the real
 * one, or this, which writes the text that Prometheus reads (exposition format 0.0.4).
 * @module
 */

/** Upper bounds of what is measured in seconds: those of OpenTelemetry's HTTP metrics. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

export function createMeter() {
  const instruments = []
  const make =
    (kind, record) =>
    (name, { description = '' } = {}) => {
      const series = new Map()
      instruments.push({ name: name.replaceAll('.', '_'), kind, description, series })
      return (value, attributes = {}) => {
        const labels = labelsOf(attributes)
        series.set(labels, record(series.get(labels), value))
      }
    }
  const add = (before = 0, value) => before + value
  const counter = make('counter', add)
  const gauge = make('gauge', add)
  const histogram = make('histogram', measured)
  return {
    createCounter: (...given) => ({ add: counter(...given) }),
    createUpDownCounter: (...given) => ({ add: gauge(...given) }),
    createHistogram: (...given) => ({ record: histogram(...given) }),
    text: () => instruments.map(textOf).join(''),
  }
}

function measured(before = { sum: 0, count: 0, within: bounds.map(() => 0) }, value) {
  const within = before.within.map((count, at) => count + (value <= bounds[at] ? 1 : 0))
  return { sum: before.sum + value, count: before.count + 1, within }
}

function labelsOf(attributes) {
  const each = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return each.map(([name, value]) => `${name.replaceAll('.', '_')}="${escaped(String(value))}"`).join(',')
}

function escaped(value) {
  return value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
}

function textOf({ name, kind, description, series }) {
  const lines = [...series].flatMap(([labels, value]) =>
    kind === 'histogram' ? buckets(name, labels, value) : [line(name, labels, value)],
  )
  return `# HELP ${name} ${description}\n# TYPE ${name} ${kind}\n${lines.join('')}`
}

function buckets(name, labels, { sum, count, within }) {
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
