import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  readCertificate,
  verifyIssuedBy,
  verifySignature,
} from '../../src/certificate/certificate.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openCsdWebCrypto } from '../../src/seal/webcrypto.js'
import { shared } from './shared.js'

const filesOf = (name: string) => ({
  cer: readFileSync(`${shared}csd/${name}.cer`),
  key: readFileSync(`${shared}csd/${name}.key`),
  password: '12345678a',
})

describe("the SAT's test certificates", () => {
  it.each([
    ['EKU9003173C9_csd', 'EKU9003173C9', 'ESCUELA KEMPER URGATE SA DE CV', '30001000000500003416'],
    ['HyE951128469_csd', 'H&E951128469', 'HERRERIA & ELECTRICOS S DE CV', '30001000000500003431'],
    ['HAN930228SM9_csd', 'HAÑ930228SM9', 'HERMANOS ANZURES ÑARVAEZ SA', '30001000000500003432'],
    ['CACX7605101P8_csd', 'CACX7605101P8', 'XOCHILT CASAS CHAVEZ', '30001000000500003316'],
  ])('%s opens and seals', async (file, rfc, name, noCertificado) => {
    const [csd, other] = await Promise.all([
      openCsd(filesOf(file)),
      openCsdWebCrypto(filesOf(file)),
    ])
    expect(csd).toMatchObject({ rfc, name, noCertificado, environment: 'test' })
    expect(csd.certificate).toMatchObject({
      kind: 'csd',
      keySize: 2048,
      issuer: { name: 'AC UAT' },
    })
    const cadena = Buffer.from(`||4.0|${rfc}|${name}||`)
    const seal = await csd.sign(cadena)
    expect(await verifySignature(csd.certificate, cadena, seal)).toBe(true)
    expect(Buffer.from(await other.sign(cadena))).toEqual(seal)
  })

  it('the e.firma is refused', async () => {
    const refusal = { code: 'CSD_IS_EFIRMA' }
    await expect(openCsd(filesOf('EKU9003173C9_fiel'))).rejects.toMatchObject(refusal)
    await expect(openCsdWebCrypto(filesOf('EKU9003173C9_fiel'))).rejects.toMatchObject(refusal)
  })

  it('the key of the e.firma does not go with the CSD', async () => {
    const { key } = filesOf('EKU9003173C9_fiel')
    await expect(openCsd({ ...filesOf('EKU9003173C9_csd'), key })).rejects.toMatchObject({
      code: 'CSD_KEY_MISMATCH',
    })
  })

  it.each([
    'EKU9003173C9_csd',
    'HyE951128469_csd',
    'HAN930228SM9_csd',
    'CACX7605101P8_csd',
    'EKU9003173C9_fiel',
  ])('%s: agrees with OpenSSL', async (file) => {
    const { cer } = filesOf(file)
    const [ours, theirs] = [readCertificate(cer), new X509Certificate(cer)]
    expect(ours.validFrom).toEqual(new Date(theirs.validFrom))
    expect(ours.validTo).toEqual(new Date(theirs.validTo))
    expect(BigInt(ours.serialNumber)).toBe(BigInt(`0x${theirs.serialNumber}`))
    expect(Buffer.from(ours.publicKey)).toEqual(
      theirs.publicKey.export({ type: 'spki', format: 'der' }),
    )
    expect(await verifyIssuedBy(ours, readCertificate(theirs.raw))).toBe(false)
  })

  it('people and representatives', () => {
    const person = readCertificate(filesOf('CACX7605101P8_csd').cer)
    expect([person.curp, person.representative]).toEqual(['CACX760510MGTSHC04', undefined])
    const company = readCertificate(filesOf('HAN930228SM9_csd').cer)
    expect(company.curp).toBeUndefined()
    expect(company.representative).toEqual({ rfc: 'VADA800927DJ3', curp: 'VADA800927HSRSRL05' })
  })
})
