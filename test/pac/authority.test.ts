import { execFileSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyIssuedBy, verifySignature } from '../../src/certificate/certificate.js'
import { createCsd } from '../../src/certificate/csd.js'
import { children, type Der, readDer, readOid, readText, tags } from '../../src/lib/der.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { folder, itWith, run } from '../programs.js'

const clock = () => new Date('2026-02-28T12:00:00Z')
const company = { rfc: 'PÑA110620H80', name: 'PIÑATAS ÑANDÚ & CÍA SA DE CV' }
const person = { rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' }

/** An element and all that is in it. */
function inside(element: Der): Der[] {
  const constructed = (element.tag & 0x20) !== 0
  return [element, ...(constructed ? children(element, element.tag).flatMap(inside) : [])]
}

describe("an authority with the SAT's profile", () => {
  const authority = createAuthority({ clock })

  it('issues CSDs that open, seal and lead to its root', async () => {
    const { certificate, signer } = await authority.issueCsd(company)
    expect(certificate).toMatchObject({
      ...company,
      kind: 'csd',
      environment: 'test',
      noCertificado: '30001000000000000001',
    })
    expect(certificate.representative).toEqual({ rfc: 'PEGJ800101AB6', curp: 'PEGJ800101HDFRRN03' })
    expect(certificate.validFrom).toEqual(new Date('2026-02-27T12:00:00Z'))
    expect(certificate.validTo).toEqual(new Date('2030-02-27T12:00:00Z'))
    expect(await verifyIssuedBy(certificate, await authority.root())).toBe(true)
    const csd = await createCsd(signer)
    const bytes = new TextEncoder().encode('||Ñ||')
    expect(await verifySignature(certificate, bytes, await csd.sign(bytes))).toBe(true)
  })

  it('writes TeletexString for Ñ and &, PrintableString for the rest', async () => {
    const elements = inside(readDer((await authority.issueCsd(company)).certificateDer))
    const textsOf = (tag: number) => elements.filter((one) => one.tag === tag).map(readText)
    expect(textsOf(tags.teletexString)).toHaveLength(4)
    expect(textsOf(tags.teletexString)).toContain('PÑA110620H80 / PEGJ800101AB6')
    expect(textsOf(tags.printableString)).toContain(' / PEGJ800101HDFRRN03')
    const extensions = elements.filter(({ tag }) => tag === tags.oid).map(readOid)
    expect(extensions.filter((id) => id.startsWith('2.5.29.'))).toHaveLength(2)
  })

  it('issues e.firmas with four extensions and PAC certificates', async () => {
    const [efirma, pac] = await Promise.all([
      authority.issueEfirma(person),
      authority.issuePac(company),
    ])
    expect(efirma.certificate).toMatchObject({ kind: 'efirma', curp: 'TOAM850417HDFRRN09' })
    expect(new X509Certificate(efirma.certificateDer).keyUsage).toEqual([
      '1.3.6.1.5.5.7.3.4',
      '1.3.6.1.5.5.7.3.2',
    ])
    expect(pac.certificate).toMatchObject({ kind: 'pac', rfc: company.rfc })
    expect(pac.certificate.subject.attributes.at(-1)).toEqual(['2.5.4.11', `PAC${company.rfc}`])
  })

  it('hands out the key with the certificate', async () => {
    const { certificateDer, privateKeyPkcs8 } = await authority.issueCsd(person)
    const key = createPrivateKey({
      key: Buffer.from(privateKeyPkcs8),
      format: 'der',
      type: 'pkcs8',
    })
    expect(new X509Certificate(certificateDer).checkPrivateKey(key)).toBe(true)
  })

  it('takes dates, environment and branch as asked', async () => {
    const validFrom = new Date('2010-01-01T00:00:00Z')
    const validTo = new Date('2055-01-01T00:00:00Z')
    const { certificate } = await authority.issueCsd({
      ...person,
      validFrom,
      validTo,
      environment: 'production',
      branch: 'Matriz',
    })
    expect(certificate).toMatchObject({ validFrom, validTo, environment: 'production' })
    expect(certificate.noCertificado).toMatch(/^00001\d{15}$/)
    expect(certificate.subject.attributes.at(-1)).toEqual(['2.5.4.11', 'Matriz'])
  })

  it('numbers its certificates one after the other, even when asked at once', async () => {
    const fresh = createAuthority({ clock, firstSerial: 7 })
    const issued = await Promise.all([fresh.issueCsd(person), fresh.issuePac(company)])
    expect(issued.map(({ certificate }) => certificate.noCertificado)).toEqual([
      '30001000000000000007',
      '30001000000000000008',
    ])
    expect(await verifyIssuedBy(issued[0].certificate, await fresh.root())).toBe(true)
    expect(await verifyIssuedBy(issued[0].certificate, await authority.root())).toBe(false)
  })

  it.each([
    ['an RFC that is none', { ...person, rfc: 'TOAM8504' }],
    ['letters beyond Latin-1', { ...person, name: 'ŁUKASZ' }],
  ])('refuses %s', async (_, holder) => {
    await expect(authority.issueCsd(holder)).rejects.toThrow(TypeError)
  })

  itWith('openssl', 'convinces openssl verify', async () => {
    const pem = (der: Uint8Array) => new X509Certificate(der).toString()
    const [root, issued] = [await authority.root(), await authority.issueCsd(company)]
    const scratch = folder({ 'root.pem': pem(root.der), 'csd.pem': pem(issued.certificateDer) })
    const options = [
      '-attime',
      String(clock().getTime() / 1000 + 60),
      '-CAfile',
      join(scratch, 'root.pem'),
    ]
    expect(await run('openssl', 'verify', ...options, join(scratch, 'csd.pem'))).toMatchObject({
      status: 0,
    })
  })
})

it('leaves every global as it was, issuing included', () => {
  const script = `
    const names = () => [globalThis, Reflect, Object, Symbol].flatMap((one) => Reflect.ownKeys(one).map(String)).join()
    // Node makes some of its own when first asked.
    await crypto.subtle.digest('SHA-256', new Uint8Array())
    const before = names()
    const { createAuthority } = await import(${JSON.stringify(new URL('../../src/pac/sandbox/authority.ts', import.meta.url).href)})
    await createAuthority({ clock: () => new Date() }).issueCsd({ rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' })
    console.log(names() === before)`
  const output = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    {
      encoding: 'utf8',
    },
  )
  expect(output.trim()).toBe('true')
})
