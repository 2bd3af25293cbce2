/**
 * `multipart/form-data` with one file (RFC 7578). Deterministic: the same content gives the same
 * bytes, so that a repeated request equals the first one.
 * @module
 */

/** A body and its media type. */
export interface Multipart {
  /** Value of the `Content-Type` header. */
  readonly contentType: string
  /** The body. */
  readonly body: string
}

/**
 * Writes one part, named `name`, with text of a media type.
 * @example
 * const { contentType, body } = writeMultipart('xml', 'text/xml', sealed.xml)
 * contentType // → 'multipart/form-data; boundary=cfdi-stamp-0f3d9c57a1'
 * body.includes('name="xml"; filename="xml"') // → true
 */
export function writeMultipart(name: string, mediaType: string, content: string): Multipart {
  const boundary = boundaryFor(content)
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"; filename="${name}"`,
    `Content-Type: ${mediaType}`,
  ]
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: `${head.join('\r\n')}\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  }
}

const usual = 'cfdi-stamp-0f3d9c57a1'

/**
 * The usual boundary; if the content contains it, with a number appended that does not follow it
 * there. One pass, and at most 70 characters (RFC 2046, section 5.1.1).
 */
function boundaryFor(content: string): string {
  if (!content.includes(usual)) return usual
  const taken = new Set<string>()
  for (let at = content.indexOf(usual); at >= 0; at = content.indexOf(usual, at + 1))
    taken.add(content.slice(at + usual.length, at + usual.length + digits))
  let number = 0
  while (taken.has(numbered(number))) number++
  return usual + numbered(number)
}

const digits = 9

function numbered(number: number): string {
  return String(number).padStart(digits, '0')
}
