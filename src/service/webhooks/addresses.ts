/**
 * Public addresses of the Internet: destinations that a server may send to on a client's request.
 *
 * Sources: the special-purpose registries of IANA (RFC 6890, 5735, 4291 and their updates), and the
 * one public address that clouds answer internally (168.63.129.16, of Azure). An IPv6 address that
 * maps an IPv4 is checked by its IPv4: `::ffff:0:0/96` and the prefix of NAT64, which resolvers
 * return on networks without IPv4.
 * @module
 */

type Range = readonly [network: string, bits: number]

/** IPv4 ranges that are not public. */
const notPublic4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; Alibaba's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's wire server
  ['169.254.0.0', 16], // link-local; the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; Oracle's metadata
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/** IPv6 addresses assigned to public use (RFC 4291, section 2.4) … */
const public6: Range = ['2000::', 3]

/** … except these. */
const notPublic6: readonly Range[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

/** IPv6 ranges whose last 32 bits are an IPv4 address reached through them. */
const mapping6: readonly Range[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]

/**
 * Whether a text is a public address. Returns `false` for texts that are not addresses: names are
 * for {@link isPublicName}.
 * @example
 * isPublicAddress('203.0.113.9') // → false
 * isPublicAddress('::ffff:169.254.169.254') // → false
 */
export function isPublicAddress(address: string): boolean {
  const four = bytes4(address)
  if (four !== undefined) return !notPublic4.some((range) => within(four, range, bytes4))
  const six = address.includes('%') ? undefined : bytes6(address)
  if (six === undefined) return false
  if (mapping6.some((range) => within(six, range, bytes6)))
    return isPublicAddress(six.slice(12).join('.'))
  return within(six, public6, bytes6) && !notPublic6.some((range) => within(six, range, bytes6))
}

function within(
  address: readonly number[],
  [network, bits]: Range,
  read: (text: string) => readonly number[] | undefined,
): boolean {
  const wanted = read(network) as readonly number[]
  return wanted.every((byte, at) => {
    const mask = (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 0xff
    return ((address[at] as number) & mask) === (byte & mask)
  })
}

/** Accepts only the unambiguous notation: four decimals without leading zeros. */
function bytes4(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  const isWritten = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))
  const bytes = parts.map(Number)
  if (isWritten && bytes.every((byte) => byte <= 255)) return bytes
  return undefined
}

/** RFC 4291, section 2.2. */
function bytes6(text: string): readonly number[] | undefined {
  const [before, after, ...others] = text.split('::').map(groups6)
  if (before === undefined || others.length > 0) return undefined
  const missing = 16 - before.length - (after?.length ?? 0)
  if (after === undefined ? missing !== 0 : missing < 2) return undefined
  const all = [...before, ...Array<number>(missing).fill(0), ...(after ?? [])]
  if (all.every((byte) => byte >= 0)) return all
  return undefined
}

/** Bytes of some groups; -1 for an invalid one. */
function groups6(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((group, at, groups) => {
    const four = at === groups.length - 1 ? bytes4(group) : undefined
    if (four !== undefined) return four
    const value = /^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN
    if (Number.isNaN(value)) return [-1, -1]
    return [value >> 8, value & 0xff]
  })
}

/**
 * Endings of names that no public resolver knows (RFC 6761, 6762, 8375, 7686, 9476), and internal
 * ones of clouds.
 */
const localEndings = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
]

/**
 * Whether a name may be public: it has a dot, and no ending of local networks. Its addresses are
 * known only when it is resolved.
 */
export function isPublicName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, '')
  if (!plain.includes('.') || plain.length > 253) return false
  return !localEndings.some((ending) => plain === ending || plain.endsWith(`.${ending}`))
}
