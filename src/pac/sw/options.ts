/**
 * Options of the adapter: addresses and credentials. Errors are TypeErrors that contain no
 * credentials.
 * @module
 */
import { type Hosts, requireTexts } from '../adapter/account.js'
import { satStatusUrl } from '../adapter/satStatus.js'

/**
 * A token that does not expire (`token infinito`), or the user and password to obtain one that
 * lasts two hours. May be undefined, as in `process.env`: a TypeError then names the missing one.
 */
export type SwCredentials =
  | { readonly token: string | undefined; readonly user?: undefined; readonly password?: undefined }
  | {
      readonly user: string | undefined
      readonly password: string | undefined
      readonly token?: undefined
    }

/** Options of {@link sw}. There is no default environment: production stamps are real. */
export type SwOptions = SwCredentials & {
  readonly environment: 'production' | 'test'
  /** Id in outcomes and journals. `sw` by default. */
  readonly id?: string
  /**
   * Addresses to use instead of SW's and the SAT's, without a trailing slash: a proxy, a test
   * server. HTTPS, or localhost.
   */
  readonly urls?: Partial<SwUrls>
}

/** Base addresses of the services. */
export interface SwUrls {
  /** Stamps, cancellations, logins. */
  readonly services: string
  /** Balance. */
  readonly api: string
  /** Full address of the SAT's status service. */
  readonly sat: string
}

export const hosts: Hosts<keyof SwUrls> = {
  production: {
    services: 'https://services.sw.com.mx',
    api: 'https://api.sw.com.mx',
    sat: satStatusUrl.production,
  },
  test: {
    services: 'https://services.test.sw.com.mx',
    api: 'https://api.test.sw.com.mx',
    sat: satStatusUrl.test,
  },
}

/** The credentials, checked: a token, or a user and a password. */
export interface CheckedCredentials {
  readonly token?: string
  readonly user?: string
  readonly password?: string
}

/** @throws TypeError that names the missing or malformed option. */
export function credentialsOf({ token, user, password }: SwOptions): CheckedCredentials {
  if (token === undefined && user === undefined && password === undefined)
    throw new TypeError('sw: a token, or user and password, are required; all are undefined')
  if (token === undefined) return requireTexts('sw', { user, password })
  if (user !== undefined || password !== undefined)
    throw new TypeError('sw: either a token, or user and password')
  if (isToken(token)) return { token }
  throw new TypeError('sw: token must be text without spaces nor line breaks')
}

/** Whether a text can be a header value. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)
}
