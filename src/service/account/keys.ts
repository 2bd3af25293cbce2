/**
 * API keys: `cfdi_<environment>_<id>_<secret>`. The id finds the record, the secret authenticates.
 *
 * Only the SHA-256 of the whole text is stored, which binds the record to its environment and id. A
 * slow hash (scrypt, Argon2) protects passwords that people choose, not 256 random bits, and would
 * slow every request.
 * @module
 */
import { toHex } from '../../lib/hex.js'
import type { Random } from '../../lib/uuid.js'
import { hash } from '../../pac/hash.js'
import type { EnvironmentName, KeyRecord } from '../records.js'

/** A key as the client sent it, with its public parts. */
export interface PresentedKey {
  readonly environment: EnvironmentName
  readonly id: string
  /** SHA-256 of the whole text, in hexadecimal. */
  readonly hash: string
}

/** A new key. Its text is shown once and not stored. */
export interface MadeKey {
  /** Public id, a part of the text, for lists. */
  readonly id: string
  /** Value of the client's `X-Api-Key`. */
  readonly text: string
  /** The stored hash. */
  readonly hash: string
}

const form = /^cfdi_(sandbox|production)_([0-9a-f]{16})_[0-9a-f]{64}$/

/** Creates a key: a random id of 64 bits, and a secret of 256. */
export async function makeKey(environment: EnvironmentName, random: Random): Promise<MadeKey> {
  const [id, secret] = [digits(random, 8), digits(random, 32)]
  const text = `cfdi_${environment}_${id}_${secret}`
  return { id, text, hash: await hash(text) }
}

/** @throws RangeError when the source returns fewer bytes than requested */
function digits(random: Random, bytes: number): string {
  const drawn = random(bytes)
  if (drawn.length < bytes)
    throw new RangeError(`the random source returned fewer than ${bytes} bytes`)
  return toHex(drawn.subarray(0, bytes))
}

/** Returns the environment that the form of a key states, whether or not there is such a key. */
export function environmentOf(text = ''): EnvironmentName | undefined {
  return form.exec(text)?.[1] as EnvironmentName | undefined
}

/** Id for malformed keys, which no record has. */
const none = 'none'

/**
 * Parses and hashes a key. A malformed one gets an id without a record, so that it takes the same
 * look-up and comparison.
 */
export async function presentKey(text = ''): Promise<PresentedKey> {
  const [, environment = 'sandbox', id = none] = form.exec(text) ?? []
  return { environment: environment as EnvironmentName, id, hash: await hash(text) }
}

/** Hash to compare with when there is no record; no key has it. */
const nobody = '0'.repeat(64)

/**
 * Whether a key belongs to a record. Its time reveals neither how much of the key is right nor
 * whether there is a record.
 */
export function isServiceKeyOf(record: KeyRecord | undefined, key: PresentedKey): boolean {
  return isSameText(record?.hash ?? nobody, key.hash)
}

/** Compares texts of equal length in constant time. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

/** Whether a key works at a time, in milliseconds since 1970. */
export function isKeyInForce({ until }: KeyRecord, at: number): boolean {
  return until === undefined || at < until
}
