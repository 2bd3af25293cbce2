/**
 * Address of a PAC's certificate in the SAT's public repository.
 * @module
 */

/**
 * Returns the URL at which the SAT publishes a certificate. Its folders are digits of the number
 * (6, 6, 2, 2 and 2).
 * @throws TypeError for a number that is not 20 digits
 * @example
 * pacCertificateUrl('00001000000504465028')
 * // → 'https://rdc.sat.gob.mx/rccf/000010/000005/04/46/50/00001000000504465028.cer'
 */
export function pacCertificateUrl(noCertificado: string): string {
  const digits = /^(\d{6})(\d{6})(\d\d)(\d\d)(\d\d)\d\d$/.exec(noCertificado)
  if (digits === null) throw new TypeError('pacCertificateUrl: a certificate number has 20 digits')
  return `https://rdc.sat.gob.mx/rccf/${digits.slice(1).join('/')}/${noCertificado}.cer`
}
