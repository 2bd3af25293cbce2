/**
 * `multipart/form-data` with one file (RFC 7578). The same content gives the same octets: a request that is sent again
 * is equal to the first.
 * @module
 */

/** A body and the header that it needs. */
export interface Multipart {
  readonly contentType: string
  readonly body: string
}

/** One part, named `name`, with text of a media type. */
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

/** The usual one; of a content that has it, with a number that it is not followed by there. One pass, and 70 characters at most (RFC 2046, 5.1.1). */
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
