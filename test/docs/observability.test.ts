/**
 * The page of observability: it has every hook, span and metric that there is, and its alerts ask
 * for metrics and labels that exist. The queries themselves were run by promtool (Prometheus 2.42)
 * when they were written.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rows } from '../../src/opentelemetry/instruments.js'
import { filesIn, root } from '../tree.js'

const read = (file: string): string => readFileSync(root + file, 'utf8')
const pages = ['docs/en/observability.md', 'docs/es/observability.md']

/** The names of the members of an interface. */
function membersOf(file: string, name: string): string[] {
  const [, body = ''] =
    new RegExp(`interface ${name} [^{]*\\{([\\s\\S]*?)^\\}`, 'm').exec(read(file)) ?? []
  return [...body.matchAll(/^ {2}(\w+)\?\(/gm)].map(([, member]) => member!)
}

/**
 * The name that OpenTelemetry's exporters give Prometheus: the unit and `_total` (specification,
 * Prometheus and OpenMetrics compatibility).
 */
function inPrometheus({ name, kind, unit }: (typeof rows)[keyof typeof rows]): string {
  return `${name.replaceAll('.', '_')}${unit === 's' ? '_seconds' : ''}${kind === 'counter' ? '_total' : ''}`
}

const sources = filesIn('src/opentelemetry', '.ts')
  .map(read)
  .join('\n')
  .replace(/\/\*\*[\s\S]*?\*\//g, '')
const attributes = new Set(
  [...sources.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)':/g)].map(([, name]) => name!),
)

describe.each(pages)('%s', (page) => {
  const text = read(page)
  const queries = [...text.matchAll(/expr: (.*)$|`(histogram_quantile\(.*\))`/gm)].map(
    ([, one, other]) => one ?? other!,
  )

  it('has a row for every hook', () => {
    const hooks = [
      ...membersOf('src/engine/observe/hooks.ts', 'EngineHooks'),
      ...membersOf('src/pac/observe/hooks.ts', 'FailoverHooks'),
    ]
    expect(hooks.length).toBeGreaterThan(13)
    const told = [...text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names]) =>
      names!.match(/\w+/g),
    )
    expect(hooks.filter((hook) => !told.includes(hook))).toEqual([])
  })

  it('has a row for every metric, with its name in Prometheus', () => {
    const missing = Object.values(rows).filter(
      (row) => !text.includes(`| \`${row.name}\` | \`${inPrometheus(row)}\` |`),
    )
    expect(missing).toEqual([])
  })

  it('has every attribute, and no other', () => {
    const told = new Set(
      [...text.matchAll(/`((?:cfdi|db|http|server|url|error)\.[a-z_.]+)`/g)].map(
        ([, name]) => name!,
      ),
    )
    const names = new Set<string>(Object.values(rows).map(({ name }) => name))
    const spans =
      /^cfdi\.(stamp|seal|resume|pac\.(stamp|find|ping)|order\.(claimed|taken_over)|document\.(sealed|sent|in_doubt))$/
    const strange = [...told].filter(
      (name) => !attributes.has(name) && !names.has(name) && !spans.test(name),
    )
    expect(strange).toEqual([])
    expect([...attributes].filter((name) => !told.has(name) && !unlisted.has(name))).toEqual([])
  })

  it('has five alerts, over metrics and labels that there are', () => {
    expect(text.match(/- alert: /g)).toHaveLength(5)
    expect(queries).toHaveLength(6)
    const known = new Set(
      Object.values(rows).flatMap((row) => {
        const name = inPrometheus(row)
        return row.kind === 'histogram'
          ? [`${name}_bucket`, `${name}_count`, `${name}_sum`]
          : [name]
      }),
    )
    const labels = new Set([...attributes].map((name) => name.replaceAll('.', '_')).concat('le'))
    for (const query of queries) {
      const asked = [...query.matchAll(/\b[a-z_]+_(?:total|bucket|count|sum|open|waiting)\b/g)].map(
        ([name]) => name,
      )
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.filter((name) => !known.has(name))).toEqual([])
      const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) =>
        names!.split(', '),
      )
      const selected = [...query.matchAll(/([a-z_]+)=~?"/g)].map(([, name]) => name!)
      expect([...grouped, ...selected].filter((name) => !labels.has(name))).toEqual([])
    }
  })
})

/** Attributes of events of a span, which the page names without them. */
const unlisted = new Set([
  'cfdi.order.state',
  'cfdi.order.owner',
  'cfdi.order.expired',
  'cfdi.document.again',
])
