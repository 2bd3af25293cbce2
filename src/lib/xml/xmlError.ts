/**
 * Errors of the XML reader.
 * @module
 */

/** Reason why a text is refused as XML, with line and column from 1, in UTF-16 units. */
export interface XmlProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** Thrown by {@link parseXml}. Callers convert it to a finding or a typed error. */
export class XmlSyntaxError extends Error {
  readonly problem: XmlProblem

  constructor(text: string, offset: number, message: string) {
    const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
    const line = countLines(text, lineStart)
    const column = offset - lineStart + 1
    super(`${message} (línea ${line}, columna ${column})`)
    this.problem = { message, line, column }
  }
}

/** Thrown for text that exceeds a limit and may be well-formed XML. */
export class XmlLimitError extends XmlSyntaxError {}

/** Counts the lines of a text up to and including the one that begins at `lineStart`. */
function countLines(text: string, lineStart: number): number {
  let lines = 1
  for (let at = 0; at < lineStart; at++) if (text.charCodeAt(at) === 0x0a) lines++
  return lines
}
