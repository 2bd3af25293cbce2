/**
 * Keys: what a client shows to be known. `cfdi_<environment>_<id>_<secret>`: the id finds the record, the secret proves.
 *
 * Only the SHA-256 of the whole text is kept, so that a record is of its environment and id too, and opens nothing elsewhere. A slow hash
 * (scrypt, Argon2) makes guessing of what people choose dear; a secret of 256 random bits cannot be guessed at any price, and each request
 * would pay the slowness.
 * @module
 */
import { toHex } from '../lib/hex.js'
import type { Random } from '../lib/uuid.js'
import { hash } from '../pac/hash.js'
import type { EnvironmentName, KeyRecord } from './records.js'

/** A key as its client has it, and the public part of what it says. */
export interface PresentedKey {
  readonly environment: EnvironmentName
  readonly id: string
  /** The whole. */
  readonly text: string
}

/** A key that was made: its text is told once, and kept nowhere. */
export interface MadeKey {
  /** Public, and in the text: to find it again in lists. */
  readonly id: string
  /** What the client sends in `X-Api-Key`. */
  readonly text: string
  /** What is kept of it. */
  readonly hash: string
}

const form = /^cfdi_(sandbox|production)_([0-9a-f]{16})_[0-9a-f]{64}$/

/** A new key: 64 random bits to find it, and 256 that are secret. */
export async function makeKey(environment: EnvironmentName, random: Random): Promise<MadeKey> {
  const [id, secret] = [digits(random, 8), digits(random, 32)]
  const text = `cfdi_${environment}_${id}_${secret}`
  return { id, text, hash: await hash(text) }
}

/** @throws RangeError when the source gives fewer bytes than it was asked for */
function digits(random: Random, bytes: number): string {
  const drawn = random(bytes)
  if (drawn.length < bytes) throw new RangeError(`the source of randomness gave fewer than ${bytes} bytes`)
  return toHex(drawn.subarray(0, bytes))
}

/** The id of what is no key: that of no record. */
const none = 'none'

/** What was sent as a key; of what cannot be one, an id that no record has, so that it is looked up and compared as any other. */
export function readKey(text = ''): PresentedKey {
  const [, environment = 'sandbox', id = none] = form.exec(text) ?? []
  return { environment: environment as EnvironmentName, id, text }
}

/** What is compared where there is no record: nobody has a key of this hash. */
const nobody = '0'.repeat(64)

/** Whether a key is that of a record, in a time that tells neither how much of it is right nor whether there is a record. */
export async function isKeyOf(record: KeyRecord | undefined, text: string): Promise<boolean> {
  return isSameText(record?.hash ?? nobody, await hash(text))
}

/** Compares texts of one length looking at all of both. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

/** Whether a key works at a time, in milliseconds since 1970. */
export function isInForce({ until }: KeyRecord, at: number): boolean {
  return until === undefined || at < until
}
