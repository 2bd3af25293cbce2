/**
 * Registration of an issuer in the account at a PAC.
 * @module
 */
import type { IssuerRegistration, Provider, RegisterOutcome } from '../provider.js'

/**
 * Registers an issuer in the account, as PACs require before they stamp for it. Only where a public
 * source documents an operation that takes no key: Finkok's. A PAC may also require its manifest
 * signed with the e.firma, in its portal.
 * @throws TypeError that names the PAC, if it has no such operation or the RFC is malformed.
 * @example
 * const finkok = connect('finkok', { user, password, sandbox: true })
 * const outcome = await registerIssuer(finkok, { rfc: 'EKU9003173C9' })
 */
export async function registerIssuer(
  provider: Provider,
  issuer: IssuerRegistration,
  signal?: AbortSignal,
): Promise<RegisterOutcome> {
  const { id, register } = provider
  if (register === undefined)
    throw new TypeError(
      `registerIssuer: ${id} has no documented operation for it: register the issuer in its portal`,
    )
  if (!/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(issuer?.rfc))
    throw new TypeError('registerIssuer: rfc must be an RFC')
  return register.call(provider, issuer, signal)
}
