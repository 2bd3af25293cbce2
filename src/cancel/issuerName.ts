/**
 * The text of an X.500 name in `X509IssuerName`, as most requests that the SAT has accepted write it.
 * @module
 */
import type { DistinguishedName } from '../certificate/certificate.js'
import { attributeOid } from '../lib/oid.js'

/** Keywords that RFC 4519 and the SAT's requests give to attributes; any other is its object identifier. */
const keywords: ReadonlyMap<string, string> = new Map([
  [attributeOid.commonName, 'CN'],
  [attributeOid.serialNumber, 'serialNumber'],
  [attributeOid.countryName, 'C'],
  [attributeOid.localityName, 'L'],
  [attributeOid.stateOrProvinceName, 'ST'],
  [attributeOid.streetAddress, 'street'],
  [attributeOid.organizationName, 'O'],
  [attributeOid.organizationalUnitName, 'OU'],
  [attributeOid.postalCode, 'postalCode'],
  [attributeOid.name, 'name'],
  [attributeOid.x500UniqueIdentifier, 'x500UniqueIdentifier'],
  [attributeOid.emailAddress, 'emailAddress'],
  [attributeOid.unstructuredName, 'unstructuredName'],
])

/** The attributes in the order of the certificate, which is the reverse of RFC 4514's. */
export function issuerName({ attributes }: DistinguishedName): string {
  return attributes.map(([oid, value]) => `${keywords.get(oid) ?? oid}=${escapeValue(value)}`).join(',')
}

/** Mind the case: it is as given here in what was accepted. */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\5C',
  '"': '\\22',
  '+': '\\2b',
  ',': '\\2c',
  ';': '\\3b',
  '<': '\\3c',
  '=': '\\3d',
  '>': '\\3e',
}

function escapeValue(value: string): string {
  return value
    .replace(/[\\"+,;<=>]/g, (character) => escapes[character]!)
    .replace(/^#/, '\\23')
    .replace(/^ | $/g, '\\20')
}
