/**
 * The end of a version of the interface, as its answers announce it.
 * @module
 */

/** The announced end of this version of the interface. */
export interface Retirement {
  /** Day of the announcement. */
  readonly announced: Date
  /** Day from which the version may be gone. At least six months after the announcement. */
  readonly ends: Date
  /** Address of a page that names the next version and the changes. */
  readonly url: string
}

/** Days between an announcement and the end. */
const leastNotice = 180

/**
 * Returns the headers that announce the end of a version: `Deprecation` (RFC 9745, section 2),
 * `Sunset` (RFC 8594, section 3) and `Link` with the relation of each.
 * @throws TypeError for times that are not valid or too near, and for another address
 */
export function retirementHeaders(
  retirement: Retirement | undefined,
): Readonly<Record<string, string>> {
  if (retirement === undefined) return {}
  const { announced, ends, url } = retirement
  for (const [name, date] of Object.entries({ announced, ends })) {
    if (!(date instanceof Date) || Number.isNaN(date.getTime()))
      throw new TypeError(`createService: retirement.${name} must be a valid Date`)
  }
  if (ends.getTime() - announced.getTime() < leastNotice * 86_400_000)
    throw new TypeError(
      `createService: retirement.ends must be ${leastNotice} days or more after retirement.announced`,
    )
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError('createService: retirement.url must be an http or https URL')
  const { href } = new URL(url)
  return {
    deprecation: `@${Math.floor(announced.getTime() / 1000)}`,
    sunset: ends.toUTCString(),
    link: `<${href}>; rel="deprecation", <${href}>; rel="sunset"`,
  }
}
