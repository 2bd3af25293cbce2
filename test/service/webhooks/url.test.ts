import { BlockList, isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicName } from '../../../src/service/webhooks/addresses.js'
import { judgeWebhookUrl } from '../../../src/service/webhooks/url.js'

const judged = (url: unknown) => {
  const verdict = judgeWebhookUrl(url)
  return verdict.ok ? verdict.url : verdict.reason
}

describe('where events may be delivered', () => {
  it.each([
    ['https://erp.example.mx/hooks/cfdi?x=1#y', 'https://erp.example.mx/hooks/cfdi?x=1'],
    ['https://ERP.Example.MX:8443', 'https://erp.example.mx:8443/'],
    ['https://facturación.mx/', 'https://xn--facturacin-obb.mx/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('takes %s', (url, kept) => {
    expect(judged(url)).toBe(kept)
  })

  it.each([
    ['http://erp.example.mx/', 'scheme'],
    ['ftp://erp.example.mx/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:pass@erp.example.mx/', 'credentials'],
    ['https://user@127.0.0.1/', 'credentials'],
    ['erp.example.mx', 'url'],
    ['https://', 'url'],
    ['https://1.2.3.4.5/', 'url'],
    [`https://erp.example.mx/${'a'.repeat(3000)}`, 'url'],
    [undefined, 'url'],
    [{ href: 'https://erp.example.mx/' }, 'url'],
  ])('refuses %s: %s', (url, reason) => {
    expect(judged(url)).toBe(reason)
  })

  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://api.localhost/',
    'https://intranet/',
    'https://db.internal/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://printer.local/',
    'https://router.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.0.0.192/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
  ])('refuses %s: it leads into a network', (url) => {
    expect(judged(url)).toBe('address')
  })

  it('accepts allowed origins, and no others', () => {
    const allow = ['http://127.0.0.1:8080']
    expect(judgeWebhookUrl('http://127.0.0.1:8080/hook', allow).ok).toBe(true)
    for (const url of [
      'http://127.0.0.1:8081/',
      'https://127.0.0.1:8080/',
      'http://u:p@127.0.0.1:8080/',
    ])
      expect(judgeWebhookUrl(url, allow).ok).toBe(false)
  })

  it('gives the reason in Spanish', () => {
    expect(judgeWebhookUrl('https://10.0.0.1/')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/pública/),
    })
  })
})

/** Node's own result for ranges, from the registries of IANA as written there. */
const blocked = new BlockList()
for (const [network, bits] of [
  ...([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32',
    '169.254.0.0/16',
  ] as const),
  ...([
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
  ] as const),
  ...([
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
  ] as const),
  ...(['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
].map((range) => range.split('/') as [string, string]))
  blocked.addSubnet(network, Number(bits), 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, bits, 'ipv6')

describe('public addresses', () => {
  const near4 = fc
    .tuple(
      fc.constantFrom(10, 100, 127, 168, 169, 172, 192, 198, 203, 223, 239, 8),
      fc.nat(255),
      fc.nat(255),
      fc.nat(255),
    )
    .map((bytes) => bytes.join('.'))

  it('agree with the lists of Node over IPv4', () => {
    fc.assert(
      fc.property(fc.oneof(near4, fc.ipV4()), (address) => {
        expect(isPublicAddress(address)).toBe(!blocked.check(address, 'ipv4'))
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
      }),
      { numRuns: 100 },
    )
  })

  it('are no IPv4 in the deprecated form of IPv6', () => {
    for (const address of ['::1.0.0.0', '::8.8.8.8', '::127.0.0.1'])
      expect(isPublicAddress(address)).toBe(false)
    expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true)
  })

  it('agree with the lists of Node over IPv6', () => {
    const start = fc.constantFrom(
      '2000',
      '2001',
      '2001:db8',
      '2002',
      '2620:4f:8000',
      '2606:4700',
      '3fff',
      '3fff:1000',
      'fe80',
      '4000',
    )
    const near6 = fc
      .tuple(start, fc.nat(0xffff))
      .map(([head, tail]) => `${head}::${tail.toString(16)}`)
    fc.assert(
      fc.property(
        fc.oneof(
          near6,
          fc.ipV6().filter((text) => !/^(::ffff|64:ff9b)/i.test(text)),
        ),
        (address) => {
          const isMapped = /^(0{1,4}:){5}ffff:|^0{0,4}:?:ffff:/i.test(address)
          if (!isMapped)
            expect(isPublicAddress(address)).toBe(
              global6.check(address, 'ipv6') && !special6.check(address, 'ipv6'),
            )
        },
      ),
      { numRuns: 100 },
    )
  })

  it('are read as Node reads addresses, and nothing else is one', () => {
    const odd = fc.oneof(
      fc.string({ unit: fc.constantFrom('0', '1', 'f', ':', '.', '%', 'g'), maxLength: 20 }),
      fc.constantFrom(
        '8.8.8.08',
        '8.8.8',
        '8.8.8.256',
        '2606::1::2',
        '2606:4700',
        '2606:4700::1%eth0',
        ' 8.8.8.8',
        '8.8.8.8 ',
      ),
      fc.constantFrom(
        '1:2:3:4:5:6:7::',
        '1:2:3:4:5:6:7:8::',
        '2606:4700:0:0:0:0:0:0:1',
        '2606:4700::12345',
        '2606:4700::1.2.3.4',
      ),
    )
    fc.assert(
      fc.property(odd, (text) => {
        if (isPublicAddress(text)) expect(isIPv4(text) || isIPv6(text)).toBe(true)
      }),
      { numRuns: 200 },
    )
    expect(isPublicAddress('2606:4700::1.2.3.4')).toBe(true)
    expect(isPublicAddress('2606:4700:0:0:0:0:0:1111')).toBe(true)
  })

  it('names have a dot and no ending of local networks', () => {
    expect(['erp.example.mx', 'a.b.'].map(isPublicName)).toEqual([true, true])
    expect(
      ['intranet', 'x.LOCAL', 'localhost.', `${'a.'.repeat(200)}mx`].map(isPublicName),
    ).toEqual([false, false, false, false])
  })
})
