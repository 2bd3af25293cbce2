/**
 * Formats an X.500 name for `X509IssuerName` as most requests accepted by the SAT write it.
 * @module
 */
import type { DistinguishedName } from '../certificate/certificate.js'
import { attributeOid } from '../lib/oid.js'

/**
 * Keywords of attributes in RFC 4519 and the SAT's requests. Other attributes are written by their
 * object identifier.
 */
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

/** Formats the attributes in the order of the certificate, the reverse of RFC 4514. */
export function issuerName({ attributes }: DistinguishedName): string {
  return attributes
    .map(([oid, value]) => `${keywords.get(oid) ?? oid}=${escapeValue(value)}`)
    .join(',')
}

/** Upper and lower case as in accepted requests. */
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
