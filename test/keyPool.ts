/**
 * RSA keys for sandboxes: each takes a sixth of a second of processor, so a process makes a dozen
 * and hands them round. No test has as many, and those that follow each other differ.
 * @module
 */

const size = 12
const kept: Promise<CryptoKeyPair>[] = []
let asked = 0

type Generate = (
  algorithm: RsaHashedKeyGenParams,
  extractable: boolean,
  usages: KeyUsage[],
) => Promise<CryptoKeyPair>

/** Exportable keys as the sandbox requests them; others are generated normally. */
const isUsual = (
  { name, modulusLength, hash }: RsaHashedKeyGenParams,
  extractable: boolean,
  usages: readonly string[],
): boolean =>
  name === 'RSASSA-PKCS1-v1_5' &&
  modulusLength === 2048 &&
  (hash === 'SHA-256' || (hash as Algorithm).name === 'SHA-256') &&
  extractable &&
  usages.join() === 'sign,verify'

/** Once in a process, whose test files share their modules. */
export function poolKeys(): void {
  const { subtle } = crypto as unknown as {
    subtle: { generateKey: Generate & { isPooled?: true } }
  }
  if (subtle.generateKey.isPooled) return
  const make: Generate = subtle.generateKey.bind(subtle)
  subtle.generateKey = Object.assign(
    (...[algorithm, extractable, usages]: Parameters<Generate>) => {
      if (!isUsual(algorithm, extractable, usages)) return make(algorithm, extractable, usages)
      const at = asked++ % size
      kept[at] ??= make(algorithm, extractable, usages)
      return kept[at]
    },
    { isPooled: true } as const,
  )
}
