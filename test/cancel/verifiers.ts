/** Independent verifiers of a signed request: xml-crypto, and xmlsec1 with OpenSSL. */
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { SignedXml } from 'xml-crypto'
import type { Certificate } from '../../src/certificate/certificate.js'
import { folder, run } from '../programs.js'

const signaturePattern = /<Signature xmlns="[^"]*">.*<\/Signature>/s

export function verifiedByXmlCrypto(xml: string, certificate: Certificate): boolean {
  const publicCert = new X509Certificate(certificate.der).publicKey.export({
    type: 'spki',
    format: 'pem',
  })
  // It applies inclusive C14N as the default transform only with this option.
  const verifier = new SignedXml({
    publicCert,
    implicitTransforms: ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
    getCertFromKeyInfo: () => null,
  })
  const [signature] = signaturePattern.exec(xml) ?? ['']
  try {
    verifier.loadSignature(signature)
    return verifier.checkSignature(xml)
  } catch {
    return false
  }
}

export async function verifiedByXmlsec(xml: string, certificate: Certificate): Promise<boolean> {
  const path = folder({ 'request.xml': xml, 'key.pem': pemOf(certificate) })
  const key = ['--enabled-key-data', 'rsa', '--pubkey-cert-pem', join(path, 'key.pem')]
  const { status, stderr } = await run('xmlsec1', '--verify', ...key, join(path, 'request.xml'))
  return status === 0 && /^OK/m.test(stderr)
}

function pemOf({ base64 }: Certificate): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
}

/**
 * The request with one byte changed in each part that the signature covers, and in the signature
 * itself.
 */
export function altered(xml: string): string[] {
  const places = [
    /UUID(?:="|>)[^<"]/i,
    /Rfc\w+="[^"]/,
    /<DigestValue>./,
    /<SignatureValue>./,
    /schemas?-instance/i,
    /2001\/XMLSchema/,
  ]
  return places.map((place) => changedAt(xml, place))
}

function changedAt(xml: string, place: RegExp): string {
  const found = place.exec(xml)
  if (found === null) throw new Error(`nothing to change at ${place}`)
  const at = found.index + found[0].length - 1
  const other = xml[at] === 'A' ? 'B' : 'A'
  return xml.slice(0, at) + other + xml.slice(at + 1)
}
