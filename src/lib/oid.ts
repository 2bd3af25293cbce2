/**
 * Object identifiers of the SAT's certificates and keys, by their standard names.
 * @module
 */

/** X.520 and PKCS #9 attributes of a name. */
export const attributeOid = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  countryName: '2.5.4.6',
  localityName: '2.5.4.7',
  stateOrProvinceName: '2.5.4.8',
  streetAddress: '2.5.4.9',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  postalCode: '2.5.4.17',
  name: '2.5.4.41',
  x500UniqueIdentifier: '2.5.4.45',
  emailAddress: '1.2.840.113549.1.9.1',
  unstructuredName: '1.2.840.113549.1.9.2',
} as const

/** Certificate extensions of RFC 5280 4.2.1 and Netscape's. */
export const extensionOid = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  extKeyUsage: '2.5.29.37',
  netscapeCertType: '2.16.840.1.113730.1.1',
} as const

/** Purposes of an extended key usage, RFC 5280 4.2.1.12. */
export const purposeOid = {
  clientAuth: '1.3.6.1.5.5.7.3.2',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/**
 * Keys and signatures, RFC 8017 appendix C; key encryption, RFC 8018 appendix C; ciphers, RFC 3565.
 */
export const algorithmOid = {
  rsaEncryption: '1.2.840.113549.1.1.1',
  md5WithRSAEncryption: '1.2.840.113549.1.1.4',
  sha1WithRSAEncryption: '1.2.840.113549.1.1.5',
  sha256WithRSAEncryption: '1.2.840.113549.1.1.11',
  sha384WithRSAEncryption: '1.2.840.113549.1.1.12',
  sha512WithRSAEncryption: '1.2.840.113549.1.1.13',
  PBKDF2: '1.2.840.113549.1.5.12',
  PBES2: '1.2.840.113549.1.5.13',
  hmacWithSHA1: '1.2.840.113549.2.7',
  hmacWithSHA256: '1.2.840.113549.2.9',
  hmacWithSHA384: '1.2.840.113549.2.10',
  hmacWithSHA512: '1.2.840.113549.2.11',
  'des-ede3-cbc': '1.2.840.113549.3.7',
  'aes128-cbc': '2.16.840.1.101.3.4.1.2',
  'aes192-cbc': '2.16.840.1.101.3.4.1.22',
  'aes256-cbc': '2.16.840.1.101.3.4.1.42',
} as const

/**
 * Content, bags and encryption of PKCS #12, RFC 7292 section 4 and appendix C; contents of PKCS #7,
 * RFC 2315.
 */
export const pfxOid = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  pkcs8ShroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  /** Prefix of the identifiers 1 to 6: a cipher with a key derived as in RFC 7292 appendix B. */
  pkcs12Pbe: '1.2.840.113549.1.12.1.',
} as const
