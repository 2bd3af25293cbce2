import { createSign, createVerify, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Csd } from '../../src/certificate/csd.js'
import { cadenaOriginal, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { type Sealed, seal } from '../../src/seal/sello.js'
import { verifySello, verifyTimbre } from '../../src/seal/verify.js'
import { csd, invoice } from '../fixtures.js'

let person: Csd
let sealed: Sealed

beforeAll(async () => {
  person = await csd('person')
  sealed = await seal(invoice(), person)
})

const reason = async (xml: string) => {
  const verdict = await verifySello(xml, { anchors: 'none' })
  return verdict.intact ? 'ok' : verdict.reason
}

/** The document with a seal made by hand, as careless programs make it. */
async function resealed(sign: (cadena: string) => Buffer): Promise<string> {
  const sello = sign(sealed.cadena).toString('base64')
  return writeCfdi({ ...sealed.document, Sello: sello })
}

describe('seal', () => {
  it('leaves the document given as it was', async () => {
    const document = Object.freeze(invoice())
    const before = JSON.stringify(document)
    await seal(document, person)
    expect(JSON.stringify(document)).toBe(before)
  })

  it('sets the facts of the certificate and signs the cadena', async () => {
    expect(sealed.document).toMatchObject({
      NoCertificado: person.noCertificado,
      Certificado: person.certificate.base64,
      Sello: sealed.sello,
    })
    expect(sealed.cadena).toBe(cadenaOriginal(sealed.document))
    expect(sealed.xml).toBe(writeCfdi(sealed.document))
    const verify = createVerify('RSA-SHA256').update(sealed.cadena, 'utf8')
    expect(
      verify.verify(new X509Certificate(person.certificate.der).publicKey, sealed.sello, 'base64'),
    ).toBe(true)
    expect((await seal(invoice(), person)).sello).toBe(sealed.sello)
  })

  it('refuses another issuer, a date outside the certificate, a stamped document and a broken signer', async () => {
    const other = await csd('company')
    await expect(seal(invoice(), other)).rejects.toMatchObject({ code: 'SEAL_ISSUER' })
    await expect(seal(invoice({ Fecha: '2051-01-01T00:00:00' }), person)).rejects.toMatchObject({
      code: 'SEAL_DATE',
    })
    await expect(
      seal(invoice({ Complemento: { TimbreFiscalDigital: {} } }), person),
    ).rejects.toMatchObject({
      code: 'SEAL_STAMPED',
    })
    await expect(seal(invoice({ Folio: 'AUTO' }), person)).rejects.toMatchObject({
      code: 'SEAL_DRAFT',
    })
    const cause = new Error('HSM offline')
    const broken = { certificate: person.certificate, sign: () => Promise.reject(cause) }
    await expect(seal(invoice(), broken)).rejects.toMatchObject({ code: 'SEAL_SIGNER', cause })
  })

  it('refuses other values as document or signer', async () => {
    for (const document of [undefined, null, 'x', 7, []])
      await expect(seal(document as never, person)).rejects.toThrow(
        /^seal: document must be an object$/,
      )
    for (const Emisor of [undefined, null, 'x'])
      await expect(seal(invoice({ Emisor }), person)).rejects.toMatchObject({ code: 'SEAL_ISSUER' })
    await expect(seal(invoice(), csd('person') as never)).rejects.toThrow(/^seal: .* await it/)
    for (const signer of [undefined, null, 'x', {}, { certificate: person.certificate }])
      await expect(seal(invoice(), signer as never)).rejects.toThrow(
        /^seal: a signer is expected: the result of/,
      )
  })
})

describe('verifySello', () => {
  it('holds', async () => {
    expect(await reason(sealed.xml)).toBe('ok')
    expect(
      await reason(sealed.xml.replaceAll('cfdi:', 'x:').replace('xmlns:cfdi', 'xmlns:x')),
    ).toBe('ok')
  })

  it('returns the reason of a failure', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(await reason('<a')).toBe('xml')
    expect(await reason('<a/>')).toBe('xml')
    expect(await reason(sealed.xml.replace(/ Sello="[^"]*"/, ''))).toBe('absent')
    expect(await reason(sealed.xml.replace(/ Certificado="[^"]*"/, ''))).toBe('certificate')
    expect(await reason(sealed.xml.replace(/ Certificado="[^"]*"/, ' Certificado="QUJD"'))).toBe(
      'certificate',
    )
    expect(await reason(sealed.xml.replace(/ NoCertificado="\d/, ' NoCertificado="4'))).toBe(
      'certificate-number',
    )
    expect(await reason(sealed.xml.replace(/ Sello="/, ' Sello="ñ'))).toBe('base64')
    expect(await reason(sealed.xml.replace(/ Sello="..../, ' Sello="'))).toBe('length')
    expect(await reason(sealed.xml.replace(/ Sello="..../, ' Sello="AAAA'))).toBe('key')
    expect(
      await reason(
        await resealed((cadena) => createSign('RSA-SHA256').update(cadena).sign(privateKey)),
      ),
    ).toBe('key')
    expect(await reason(sealed.xml.replace('Total="16683.34"', 'Total="16683.35"'))).toBe('changed')
  })

  it('knows a seal made in Latin-1, and one of another hash', async () => {
    const { createPrivateKey } = await import('node:crypto')
    const { fixture } = await import('../fixtures.js')
    const key = createPrivateKey({
      key: fixture('csd/person.key'),
      format: 'der',
      type: 'pkcs8',
      passphrase: '12345678a',
    })
    expect(
      await reason(
        await resealed((cadena) =>
          createSign('RSA-SHA256').update(Buffer.from(cadena, 'latin1')).sign(key),
        ),
      ),
    ).toBe('latin1')
    expect(
      await reason(await resealed((cadena) => createSign('RSA-SHA1').update(cadena).sign(key))),
    ).toBe('hash')
  })
})

describe('verifyTimbre', () => {
  it('reports a missing stamp and unreadable XML', async () => {
    expect(await verifyTimbre(sealed.xml, person.certificate, { anchors: [] })).toMatchObject({
      ok: false,
      reason: 'absent',
    })
    expect(await verifyTimbre('<', person.certificate, { anchors: [] })).toMatchObject({
      ok: false,
      reason: 'xml',
    })
  })
})
