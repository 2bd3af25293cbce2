/**
 * Reads tables of tab-separated values: UTF-8, one header row, no quoting.
 * @module
 */

/** A parsed table: every row has as many cells as the header. */
export interface Tsv {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Thrown for a table that cannot be imported. The message names the file, the line and the reason.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/**
 * Reads a table. Throws an {@link ImportError} for an empty file, a row of another width, a blank
 * line, or a control character.
 */
export function readTsv(file: string, text: string, expected?: readonly string[]): Tsv {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n')
  const [header, ...rows] = lines.map((line) => line.split('\t'))
  if (header === undefined || header.every((name) => name === ''))
    throw new ImportError(`${file}: no header row`)
  if (expected && header.join() !== expected.join())
    throw new ImportError(`${file}: columns ${header.join(', ')}; ${expected.join(', ')} expected`)
  for (const [index, row] of rows.entries()) {
    if (row.length !== header.length)
      throw new ImportError(
        `${file}, line ${index + 2}: ${row.length} cells, ${header.length} expected`,
      )
    const control = row.find((cell) => {
      for (let at = 0; at < cell.length; at++) if (cell.charCodeAt(at) < 32) return true
      return false
    })
    if (control !== undefined)
      throw new ImportError(
        `${file}, line ${index + 2}: control character in ${JSON.stringify(control)}`,
      )
  }
  return { header, rows }
}
