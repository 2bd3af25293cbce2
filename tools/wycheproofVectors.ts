/**
 * Generates test/attacks/pkcs1/wycheproof.jsonl: `npx tsx tools/wycheproofVectors.ts <folder>`. The
 * folder has the RSA PKCS #1 v1.5 test vectors of Wycheproof (C2SP/wycheproof, Apache-2.0),
 * `rsa_signature_*_test.json`; Debian's source package `nss` has them under
 * nss/gtests/common/wycheproof/source_vectors. Keeps keys, messages, signatures and verdicts, with
 * our own comments.
 *
 * Wycheproof leaves some signatures to the reader ("acceptable"). One without the NULL of its
 * algorithm is refused here, as RFC 8017 (section 9.2) requires. A genuine one of a small key or
 * exponent verifies, because the policy of seals checks key sizes.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Test {
  readonly tcId: number
  readonly msg: string
  readonly sig: string
  readonly result: 'valid' | 'invalid' | 'acceptable'
  readonly flags: readonly string[]
}

interface Source {
  readonly testGroups: readonly {
    readonly keyDer: string
    readonly sha: string
    readonly tests: readonly Test[]
  }[]
}

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('usage: tsx tools/wycheproofVectors.ts <folder of rsa_signature_*_test.json>')

const lines: object[] = []

function addFile(name: string, isKept: (test: Test) => boolean): void {
  const source: Source = JSON.parse(readFileSync(join(folder!, `${name}_test.json`), 'utf8'))
  source.testGroups.forEach(({ keyDer, sha, tests }, group) => {
    const kept = tests.filter(isKept)
    if (sha !== 'SHA-256' || kept.length === 0) return
    const key = `${name} ${group}`
    lines.push({ key, publicKey: Buffer.from(keyDer, 'hex').toString('base64') })
    for (const { tcId, msg, sig, result, flags } of kept) {
      const verdict = result === 'invalid' || flags.includes('MissingNull') ? 'invalid' : 'valid'
      const signature = Buffer.from(sig, 'hex').toString('base64')
      lines.push({
        key,
        hash: sha,
        verdict,
        family: `Wycheproof ${name}`,
        about: `tcId ${tcId}`,
        message: msg,
        signature,
      })
    }
  })
}

addFile('rsa_signature_2048_sha256', () => true)
addFile('rsa_signature_3072_sha256', () => true)
// Its forgeries are in the first file too.
addFile('rsa_signature', ({ result }) => result !== 'invalid')

const file = join(import.meta.dirname, '../test/attacks/pkcs1/wycheproof.jsonl')
writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
