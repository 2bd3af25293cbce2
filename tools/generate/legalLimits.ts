/**
 * The table of legal limits in `cancellation.md`.
 * @module
 */
import { legalLimits } from '../../src/cancel/legal.js'
import type { Files } from './parts/files.js'
import { english } from './parts/legalTexts.en.js'
import { readPage, withRows } from './parts/tables.js'

export const generate = (): Files => ({
  ...pageIn('en', '| fact | content | source |', (id) => english[id]),
  ...pageIn('es', '| dato | qué dice | fuente |', (_id, text) => text),
})

function pageIn(
  lang: string,
  head: string,
  textOf: (id: string, text: string) => string | undefined,
): Files {
  const rows = legalLimits.map(
    ({ id, text, source }) => `| \`${id}\` | ${textOf(id, text)} | ${source} |`,
  )
  const file = `docs/${lang}/cancellation.md`
  return { [file]: withRows(readPage(file), `${head}\n| --- | --- | --- |\n`, rows) }
}
