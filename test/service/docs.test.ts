/**
 * The tables of docs/service.md are those of the service: `npm test -- -u` writes them.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { serviceCodes } from '../../src/service/codes.js'
import { no, yes } from '../../src/service/fields.js'
import type { Operation } from '../../src/service/operation.js'
import { operations } from '../../src/service/operations.js'

const page = fileURLToPath(new URL('../../docs/service.md', import.meta.url))
const before = readFileSync(page, 'utf8')

const rows = {
  '| code | HTTP | when |\n| --- | --- | --- |\n': Object.values(serviceCodes).map(
    ({ code, http, when }) => `| ${code} | ${http} | ${when} |`,
  ),
  '| | | scope |\n| --- | --- | --- |\n': Object.values<Operation>(operations).map(
    ({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | ${scope ? `\`${scope}\`` : ''} |`,
  ),
}

it('docs/service.md has every code and every operation', async () => {
  const after = Object.entries(rows).reduce((text, [head, lines]) => {
    const start = text.indexOf(head) + head.length
    return `${text.slice(0, start)}${lines.join('\n')}${text.slice(text.indexOf('\n\n', start))}`
  }, before)
  await expect(after).toMatchFileSnapshot(page)
})

it('docs/service.md says what means yes, and what no', () => {
  const words = (all: readonly string[]) =>
    all
      .filter(Boolean)
      .map((word) => `\`${word}\``)
      .join(', ')
  expect(before).toContain(`Yes: ${words(yes)}, in any case; no: ${words(no)}`)
})
