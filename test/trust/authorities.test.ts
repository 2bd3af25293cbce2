/**
 * The authorities of the SAT that the package contains.
 * @module
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { legacyAnchors, satAnchors, satAuthorities } from '../../src/trust/authorities.js'

describe('the anchors of the SAT', () => {
  it.each([
    ['AC5', '00000000000000001106', '2019-05-03T16:19:09.000Z', '2027-05-03T16:19:09.000Z'],
    ['AC7', '00000000000000001190', '2023-05-23T22:24:10.000Z', '2031-05-23T22:24:10.000Z'],
  ])('%s', async (id, noCertificado, from, to) => {
    const authority = satAuthorities.find((one) => one.id === id)
    const { certificate, sha256 } = authority ?? expect.unreachable()
    expect(certificate).toMatchObject({ noCertificado, keySize: 4096, isAuthority: true })
    expect(certificate.keyUsage).toContain('keyCertSign')
    expect([certificate.validFrom.toISOString(), certificate.validTo.toISOString()]).toEqual([
      from,
      to,
    ])
    expect(createHash('sha256').update(certificate.der).digest('hex')).toBe(sha256)
  })

  it('are AC5 and AC7; AC4 is apart', () => {
    expect(satAuthorities.map(({ id }) => id)).toEqual(['AC5', 'AC7'])
    expect(legacyAnchors.map(({ noCertificado }) => noCertificado)).toEqual([
      '00000000000000001083',
    ])
    expect(satAnchors).toHaveLength(2)
  })
})
