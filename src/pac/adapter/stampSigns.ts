/**
 * Signs of a stamp in a reply, in any place of it: also where the adapter of the PAC does not read.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import type { HttpReply } from './adapter.js'
import { readText } from './reply.js'

/** Attribute of a TFD and of nothing else, with its equals sign: messages of PACs have the name. */
const stamp = /\bSelloSAT\s*=/

/** White space, and line breaks as JSON escapes them. */
const space = /(?:\s|\\[rn])+/

/** A line of Base64 that some PACs wrap: its last 60 characters. */
const wrapped = /^[A-Za-z0-9+/]{60}$/

/** Length from which Base64 can be a TFD: a SelloSAT alone has 344 characters. */
const shortest = 300

/**
 * Whether a reply holds a stamp: as XML, escaped, or in Base64. A ZIP archive in Base64 counts as
 * one: PACs return nothing else in it.
 */
export function holdsStamp(reply: HttpReply): boolean {
  const text = readText(reply)
  if (text === undefined) return false
  if (stamp.test(text)) return true
  for (const bytes of base64In(text)) {
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
    if (isArchive || stamp.test(latin1.decode(bytes))) return true
  }
  return false
}

/**
 * Whether a reply may hold a stamp. The cautious form of {@link holdsStamp}: an unreadable reply,
 * the name of a TFD, and any Base64 as long as one count too.
 */
export function mayHoldStamp(reply: HttpReply): boolean {
  const text = readText(reply)
  if (text === undefined || /TimbreFiscalDigital|SelloSAT\s*=/.test(text)) return true
  return base64In(text).length > 0
}

const latin1 = new TextDecoder('latin1')

function base64In(text: string): readonly Uint8Array[] {
  const found: Uint8Array[] = []
  for (const run of unwrapped(text.replaceAll('\\/', '/')).split(/[^A-Za-z0-9+/=]/)) {
    const bytes = run.length >= shortest ? decodeBase64(run) : undefined
    if (bytes !== undefined) found.push(bytes)
  }
  return found
}

/** Joins the lines of wrapped Base64. */
function unwrapped(text: string): string {
  const parts = text.split(space)
  let joined = ''
  for (const [at, part] of parts.entries()) {
    const isWrapped = wrapped.test(part.slice(-60)) && /^[A-Za-z0-9+/=]/.test(parts[at + 1] ?? '')
    joined += isWrapped ? part : `${part} `
  }
  return joined
}
