/**
 * RSASSA-PKCS1-v1_5 against signatures that must be refused: Wycheproof's
 * (`tools/wycheproofVectors.ts`), and the families that it names over keys of ours
 * (`tools/pkcs1Vectors.ts`). The verdicts were known before the library was asked, and node:crypto
 * is asked besides.
 * @module
 */
import { constants, createPublicKey, privateEncrypt, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Certificate,
  readCertificate,
  verifyIssuedBy,
  verifySignature,
} from '../../../src/certificate/certificate.js'
import { openSignature } from '../../../src/certificate/rsa.js'
import { cadenaOriginalXml } from '../../../src/sat/cfdi40/cfdi.js'
import { verifySello } from '../../../src/seal/verify.js'
import { issue, rsaKey } from '../certificates.js'
import { unsealed, withSello } from '../documents.js'
import { authorities, csdOf, parties, person, trust } from '../parties.js'
import { forgedBlocks, nodeName, sampleBlocks, standardBlock } from './blocks.js'

interface Key {
  readonly key: string
  readonly publicKey: string
}

interface Vector {
  readonly key: string
  readonly hash: 'SHA-256' | 'SHA-1'
  readonly verdict: 'valid' | 'invalid'
  readonly family: string
  readonly about: string
  readonly message: string
  readonly signature: string
}

const lines = ['wycheproof', 'forged'].flatMap((name) =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): Key | Vector => JSON.parse(line)),
)
const keys = new Map(
  lines.flatMap((line) =>
    'publicKey' in line ? [[line.key, certificateOf(line.publicKey)] as const] : [],
  ),
)
const vectors = lines.filter((line): line is Vector => 'verdict' in line)
const families = [...new Set(vectors.map(({ family }) => family))]

/** A certificate of that key, which somebody else signed: nobody knows the private one any more. */
function certificateOf(publicKey: string): Certificate {
  const { n, e } = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  }).export({
    format: 'jwk',
  })
  const number = (text: string) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
  const { profile } = person
  return readCertificate(issue({ ...profile, publicKey: { n: number(n!), e: number(e!) } }).der)
}

const nodeKey = ({ publicKey }: Certificate) =>
  createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })

describe('verifySignature', () => {
  it('has vectors of every family', () => {
    expect(vectors.length).toBeGreaterThan(900)
    expect(vectors.filter(({ verdict }) => verdict === 'valid').length).toBeGreaterThan(150)
    expect(families.filter((family) => family.startsWith('Wycheproof')).length).toBe(3)
    expect(families.length).toBeGreaterThan(15)
  })

  it.each(families)('%s: each verdict is the one that is known', async (family) => {
    for (const { key, hash, verdict, about, message, signature, ...vector } of vectors) {
      if (vector.family !== family) continue
      const certificate = keys.get(key)!
      const [bytes, made] = [Buffer.from(message, 'hex'), Buffer.from(signature, 'base64')]
      const ours = await verifySignature(certificate, bytes, made, hash)
      const second = verify(nodeName(hash), bytes, nodeKey(certificate), made)
      expect({ about, ours, second }).toEqual({
        about,
        ours: verdict === 'valid',
        second: verdict === 'valid',
      })
    }
  })

  it('what opens a signature for its words never throws, and opens the genuine ones', () => {
    for (const { key, hash, verdict, signature } of vectors) {
      const opened = openSignature(keys.get(key)!.publicKey, Buffer.from(signature, 'base64'))
      if (verdict === 'valid') expect(opened?.hash).toBe(hash)
    }
  })
})

/** The block to the power of the private exponent. */
const raise = (block: Buffer, key = person.privateKey): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)

describe('forged blocks as the seal of a document', () => {
  it('are refused, each with a reason; that of the standard is accepted', async () => {
    const xml = unsealed()
    const cadena = Buffer.from(cadenaOriginalXml(xml))
    const judge = (block: Buffer) =>
      verifySello(withSello(xml, raise(block)), { anchors: [...trust.anchors] })
    for (const { family, about, bytes } of forgedBlocks('SHA-256', cadena, 256)) {
      const verdict = await judge(bytes)
      expect({ family, about, ok: verdict.ok }).toEqual({ family, about, ok: false })
    }
    expect(await judge(standardBlock('SHA-256', cadena, 256))).toMatchObject({ ok: true })
  })
})

describe('forged blocks as the signature of an authority', () => {
  it.each([
    ['sha256', 'SHA-256'],
    ['sha512', 'SHA-512'],
  ] as const)('%s: are refused; that of the standard is accepted', async (hash, name) => {
    const { der, privateKey } = authorities.sat
    const anchor = readCertificate(der)
    // SHA-512 goes the way of SHA-256: one of each family.
    const blocksOf = (bytes: Buffer) => {
      const all = forgedBlocks(name, bytes, 256)
      return name === 'SHA-256' ? all : sampleBlocks(all)
    }
    const issuedWith = (make: (bytes: Buffer) => Buffer) =>
      readCertificate(
        csdOf(parties.person, {
          hash,
          key: rsaKey(parties.person.rfc),
          signWith: (bytes) => raise(make(bytes), privateKey),
        }).der,
      )
    for (const [at, { family, about }] of blocksOf(Buffer.alloc(0)).entries()) {
      // The same block, of the bytes that are to be signed.
      const leaf = issuedWith((bytes) => blocksOf(bytes)[at]!.bytes)
      expect({ family, about, issued: await verifyIssuedBy(leaf, anchor) }).toEqual({
        family,
        about,
        issued: false,
      })
    }
    expect(
      await verifyIssuedBy(
        issuedWith((bytes) => standardBlock(name, bytes, 256)),
        anchor,
      ),
    ).toBe(true)
  })
})
