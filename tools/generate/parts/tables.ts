/**
 * Tables with generated rows, in pages that are otherwise written by hand.
 * @module
 */
import { readFileSync } from 'node:fs'

const project = new URL('../../../', import.meta.url)

export const readPage = (file: string): string => readFileSync(new URL(file, project), 'utf8')

/**
 * Replaces the rows of the table with a head, which includes the line below it.
 * @throws Error when the page does not have that table
 */
export function withRows(page: string, head: string, rows: readonly string[]): string {
  if (!page.includes(head)) throw new Error(`no table begins with ${head}`)
  const start = page.indexOf(head) + head.length
  return `${page.slice(0, start)}${rows.join('\n')}${page.slice(page.indexOf('\n\n', start))}`
}
