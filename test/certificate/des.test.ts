import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptPortable, decryptTripleDes } from '../../src/certificate/des.js'
import { loadModule } from '../loadModule.js'

const hex = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const zeros = new Uint8Array(8)

/** A vector of one key thrice, which is DES, and of one block with an IV of zeros, which is ECB. */
const decryptBlock = (key: string, cipher: string): string =>
  Buffer.from(decryptPortable(hex(key.repeat(3)), zeros, hex(cipher)))
    .toString('hex')
    .toUpperCase()

/**
 * Rows of NIST Special Publication 800-20 (tables A.1 to A.4, the vectors of SP 500-20): key, plain
 * text, cipher text. Variable plain text, variable key, permutation operation, and substitution
 * tables, whose 19 rows reach all entries of the eight boxes.
 */
const rows: readonly (readonly [string, string, string])[] = [
  ['0101010101010101', '8000000000000000', '95F8A5E5DD31D900'],
  ['0101010101010101', '4000000000000000', 'DD7F121CA5015619'],
  ['0101010101010101', '2000000000000000', '2E8653104F3834EA'],
  ['0101010101010101', '0000000000000001', '166B40B44ABA4BD6'],
  ['8001010101010101', '0000000000000000', '95A8D72813DAA94D'],
  ['4001010101010101', '0000000000000000', '0EEC1487DD8C26D5'],
  ['0101010101010102', '0000000000000000', '869EFD7F9F265A09'],
  ['1046913489980131', '0000000000000000', '88D55E54F54C97B4'],
  ['7CA110454A1A6E57', '01A1D6D039776742', '690F5B0D9A26939B'],
  ['0131D9619DC1376E', '5CD54CA83DEF57DA', '7A389D10354BD271'],
  ['07A1133E4A0B2686', '0248D43806F67172', '868EBB51CAB4599A'],
  ['3849674C2602319E', '51454B582DDF440A', '7178876E01F19B2A'],
  ['04B915BA43FEB5B6', '42FD443059577FA2', 'AF37FB421F8C4095'],
  ['0113B970FD34F2CE', '059B5E0851CF143A', '86A560F10EC6D85B'],
  ['0170F175468FB5E6', '0756D8E0774761D2', '0CD3DA020021DC09'],
  ['43297FAD38E373FE', '762514B829BF486A', 'EA676B2CB7DB2B7A'],
  ['07A7137045DA2A16', '3BDD119049372802', 'DFD64A815CAF1A0F'],
  ['04689104C2FD3B2F', '26955F6835AF609A', '5C513C9C4886C088'],
  ['37D06BB516CB7546', '164D5E404F275232', '0A2AEEAE3FF4AB77'],
  ['1F08260D1AC2465E', '6B056E18759F5CCA', 'EF1BF03E5DFA575A'],
  ['584023641ABA6176', '004BD6EF09176062', '88BF0DB6D70DEE56'],
  ['025816164629B007', '480D39006EE762F2', 'A1F9915541020B56'],
  ['49793EBC79B3258F', '437540C8698F3CFA', '6FBF1CAFCFFD0556'],
  ['4FB05E1515AB73A7', '072D43A077075292', '2F22E49BAB7CA1AC'],
  ['49E95D6D4CA229BF', '02FE55778117F12A', '5A6B612CC26CCE4A'],
  ['018310DC409B26D6', '1D9D5C5018F728C2', '5F4C038ED12B2E41'],
  ['1C587F1C13924FEF', '305532286D6F295A', '63FAC0D034D9F793'],
]

describe('triple DES in JavaScript', () => {
  it.each(rows)('SP 800-20: key %s, %s from %s', (key, plain, cipher) => {
    expect(decryptBlock(key, cipher)).toBe(plain)
  })

  it('SP 800-67, appendix B.1: three keys', () => {
    const key = hex('0123456789ABCDEF 23456789ABCDEF01 456789ABCDEF0123')
    const blocks = ['A826FD8CE53B855F', 'CCE21C8112256FE6', '68D5C05DD9B6B900']
    const plain = blocks.map((block) =>
      Buffer.from(decryptPortable(key, zeros, hex(block))).toString('latin1'),
    )
    expect(plain.join('')).toBe('The qufck brown fox jump')
  })

  it('undoes OpenSSL for any key, vector and text', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(bytes(24), bytes(8), fc.array(bytes(8), { maxLength: 12 }), (key, iv, blocks) => {
        const text = Buffer.concat(blocks)
        const cipher = createCipheriv('des-ede3-cbc', key, iv).setAutoPadding(false)
        expect(Buffer.from(decryptPortable(key, iv, cipher.update(text)))).toEqual(text)
      }),
    )
  })

  it('equals OpenSSL’s result for 16 kB, also for a part of a buffer', () => {
    const memory = Uint8Array.from(randomBytes(16_400))
    const [key, iv, data] = [
      memory.subarray(3, 27),
      memory.subarray(5, 13),
      memory.subarray(11, 11 + 16_384),
    ]
    const theirs = createDecipheriv('des-ede3-cbc', key, iv).setAutoPadding(false).update(data)
    expect(Buffer.from(decryptPortable(key, iv, data)).equals(theirs)).toBe(true)
  })
})

describe('decryptTripleDes', () => {
  const [key, iv, data] = [randomBytes(24), randomBytes(8), randomBytes(64)]
  const ours = Buffer.from(decryptPortable(key, iv, data))

  it("is the platform's", () => {
    expect(Buffer.from(decryptTripleDes(key, iv, data))).toEqual(ours)
  })

  const refuse = () => {
    throw new Error('Unknown cipher')
  }
  const keepBack = () => ({ setAutoPadding: () => ({ update: () => new Uint8Array(56) }) })

  it.each([
    ['is none', undefined],
    ['has no such cipher, as Deno', { getBuiltinModule: () => ({ createDecipheriv: refuse }) }],
    ['keeps a block back', { getBuiltinModule: () => ({ createDecipheriv: keepBack }) }],
  ])('is ours where the platform %s', (_, process) => {
    const loaded = loadModule<typeof import('../../src/certificate/des.js')>(
      'certificate/des.ts',
      process,
    )
    expect(Buffer.from(loaded.decryptTripleDes(key, iv, data))).toEqual(ours)
  })

  it.each([
    [23, 8, 8],
    [24, 7, 8],
    [24, 8, 7],
  ])('takes no key of %i bytes, vector of %i and data of %i', (...lengths) => {
    const [first, second, third] = lengths.map((length) => randomBytes(length)) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    expect(() => decryptTripleDes(first, second, third)).toThrow(RangeError)
  })
})
