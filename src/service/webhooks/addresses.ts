/**
 * Public addresses of the Internet: destinations that a server may send to on a client's request.
 *
 * ipaddr.js reads addresses and knows the special-purpose ranges of IANA (RFC 6890, 5735, 4291 and
 * their updates). An IPv6 address that maps an IPv4 is checked by its IPv4: `::ffff:0:0/96` and the
 * prefix of NAT64, which resolvers return on networks without IPv4.
 * @module
 */
import ipaddr from 'ipaddr.js'

/** Azure's wire server, a public address that answers within its cloud. */
const wireServer = '168.63.129.16'

/** IPv6 addresses assigned to public use (RFC 4291, section 2.4). */
const public6 = ipaddr.parseCIDR('2000::/3')

/** Prefix of NAT64; the last 32 bits are an IPv4 address. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/**
 * Whether a text is a public address. Returns `false` for texts that are not addresses: names are
 * for {@link isPublicName}.
 * @example
 * isPublicAddress('203.0.113.9') // → false
 * isPublicAddress('::ffff:169.254.169.254') // → false
 */
export function isPublicAddress(address: string): boolean {
  const read = readAddress(address)
  if (read === undefined) return false
  const isMapping =
    read.kind() === 'ipv6' && ((read as ipaddr.IPv6).isIPv4MappedAddress() || isWithin(read, nat64))
  const reached = isMapping ? new ipaddr.IPv4(read.toByteArray().slice(12)) : read
  if (reached.range() !== 'unicast' || reached.toString() === wireServer) return false
  return reached.kind() === 'ipv4' || isWithin(reached, public6)
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Accepts only the unambiguous notation: an IPv4 of four decimals without leading zeros, also
 * within an IPv6, and no zone.
 */
function readAddress(text: string): Address | undefined {
  const [, before, four] = /^([\da-f:]*:)?(\d+(?:\.\d+){3})$/i.exec(text) ?? []
  if (four !== undefined && !ipaddr.IPv4.isValidFourPartDecimal(four)) return undefined
  if (four !== undefined && before === undefined) return ipaddr.IPv4.parse(four)
  // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1), which ipaddr.js reads as a mapped one.
  if (before === '::') return undefined
  if (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text))
    return ipaddr.IPv6.parse(text)
  return undefined
}

const isWithin = (address: Address, [network, bits]: [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network as ipaddr.IPv4 & ipaddr.IPv6, bits)

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
