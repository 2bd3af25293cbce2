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
  let boundary = 'cfdi-stamp-0f3d9c57a1'
  while (content.includes(boundary)) boundary += 'x'
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
