/**
 * verifyCfdi: the operations that it takes, and the policies that it refuses.
 * @module
 */
import { describe, expect, it, vi } from 'vitest'
import { readCertificate } from '../../src/certificate/certificate.js'
import type { Signer } from '../../src/certificate/signer.js'
import { CertificateError } from '../../src/errors.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { seal } from '../../src/seal/sello.js'
import { type CfdiPolicy, verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { satAnchors } from '../../src/trust/authorities.js'
import { csd, fixture, invoice, noon } from '../fixtures.js'

async function stamp(by: SandboxPac, signer: Signer): Promise<string> {
  const sealed = await seal(invoice(), signer)
  const outcome = await by.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
  return insertTimbre(sealed, outcome.timbre).xml
}

describe('its work', () => {
  it('makes one operation with a public key for each signature, and none for a certificate seen before', async () => {
    const authority = createAuthority({ clock: () => noon })
    const own = createSandboxPac({ clock: () => noon, authority })
    const signer = await own.issueCsd({ rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' })
    const text = await stamp(own, signer)
    const [policy, policyOfStranger] = [await own.trust(), { anchors: satAnchors }]
    const operations = vi.spyOn(crypto.subtle, 'verify')
    const cost = async (under: CfdiPolicy) => {
      operations.mockClear()
      const { verdict } = await verifyCfdi(text, under)
      return [verdict, operations.mock.calls.length]
    }
    // The sandbox verified the certificate of the issuer before it stamped.
    expect(await cost(policy)).toEqual(['valid', 3])
    expect(await cost(policy)).toEqual(['valid', 2])
    expect(await cost(policyOfStranger)).toEqual(['invalid', 1])
  })
})

describe('a wrong policy', async () => {
  const anchors = [readCertificate(fixture('csd/root.cer'))]
  const pac = createSandboxPac({ clock: () => noon, anchors })
  const stamped = await stamp(pac, await csd('person'))

  it.each<[string, unknown]>([
    ['no policy', undefined],
    ['no anchors', {}],
    ['anchors that are no list', { anchors: 'all' }],
    ['an unknown option', { anchors: [], ancors: [] }],
    ['an unknown option of check', { anchors: [], check: { rules: false } }],
    ['an instant that is a text', { anchors: [], at: '2026-11-23' }],
    ['kinds that are no list', { anchors: [], kinds: 'csd' }],
    ['no list of PACs', { anchors: [], pacs: null }],
    ['bytes as the source of PACs', { anchors: [], pacCertificates: new Uint8Array(4) }],
    ['a hole in the anchors', { anchors: [undefined] }],
    ['a list of PACs without its date', { anchors: [], pacs: ['FIN1203015JA'] }],
    ['a source without find', { anchors: [], pacCertificates: {} }],
    ['a registry without find', { anchors: [], revocations: {} }],
    ['a status source without status', { anchors: [], status: () => undefined }],
  ])('throws TypeError for %s', async (_, policy) => {
    await expect(verifyCfdi(stamped, policy as CfdiPolicy)).rejects.toThrow(TypeError)
  })

  it('throws CertificateError for an anchor or a certificate of the list that cannot be read', async () => {
    await expect(verifyCfdi(stamped, { anchors: ['x'] })).rejects.toThrow(CertificateError)
    await expect(verifyCfdi(stamped, { anchors: [], pacCertificates: ['x'] })).rejects.toThrow(
      CertificateError,
    )
  })
})
