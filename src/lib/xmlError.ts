/**
 * Why a text is refused as XML.
 * @module
 */

/** Why a text is not XML that we accept, and where: line and column count from 1, in UTF-16 units. */
export interface XmlProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** Thrown by {@link parseXml}; callers turn it into a finding or a typed error. */
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

/** The same where the text may well be XML, and is more of it than is taken. */
export class XmlLimitError extends XmlSyntaxError {}

/** Lines of a text until the one that begins at `lineStart`, it included. */
function countLines(text: string, lineStart: number): number {
  let lines = 1
  for (let at = 0; at < lineStart; at++) if (text.charCodeAt(at) === 0x0a) lines++
  return lines
}
