/**
 * The importer's report for the maintainer.
 * @module
 */
import { type Change, isUnchanged } from './compare.js'
import type { Import } from './importCatalogs.js'

const listed = 20

/** Writes the report as Markdown: rows added, removed, re-dated and changed, by catalogue. */
export function reportOf({ changes, kept, ignored }: Import, date: string): string {
  const told = changes.filter((change) => !isUnchanged(change))
  const same = changes.length - told.length
  return [
    `# Catalogues of ${date}`,
    '',
    `${told.length} changed, ${same} the same${kept.length > 0 ? `, ${kept.length} not in the folder and left as they were` : ''}.`,
    ...(told.length > 0
      ? [
          '',
          '| catalogue | rows before | rows now | added | removed | re-dated | changed |',
          '|---|--:|--:|--:|--:|--:|--:|',
        ]
      : []),
    ...told.map(
      ({ name, before, now, added, removed, redated, changed }) =>
        `| ${name} | ${before} | ${now} | ${added.length} | ${removed.length} | ${redated.length} | ${changed.length} |`,
    ),
    ...told.flatMap(details),
    ...section('Left as they were', kept),
    ...section('Tables of no catalogue', ignored),
    '',
  ].join('\n')
}

function details({ name, before, added, removed, redated, changed }: Change): string[] {
  // A new catalogue lists no codes, because all of them are new.
  const rows =
    before === 0
      ? []
      : [
          ...line('added', added),
          ...line('removed', removed),
          ...line('re-dated', redated),
          ...line('changed', changed),
        ]
  if (rows.length > 0) return ['', `## ${name}`, '', ...rows]
  return []
}

function line(what: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const more = keys.length > listed ? ` … and ${keys.length - listed} more` : ''
  return [`- ${what}: ${keys.slice(0, listed).join(', ')}${more}`]
}

function section(title: string, names: readonly string[]): string[] {
  if (names.length > 0)
    return ['', `## ${title}`, '', names.map((name) => `\`${name}\``).join(', ')]
  return []
}
