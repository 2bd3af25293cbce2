import { describe, expect, it, vi } from 'vitest'
import { createUuid, secureRandom } from '../../src/lib/uuid.js'

describe('secureRandom', () => {
  it('returns as many bytes as requested, each to one caller only', () => {
    const lengths = [0, 1, 16, 1023, 1024, 1025, 5000]
    for (const length of lengths) expect(secureRandom(length)).toHaveLength(length)
    const [one, other] = [secureRandom(16), secureRandom(16)]
    const before = [...other]
    one.fill(0)
    expect([...other]).toEqual(before)
    expect(one.buffer).not.toBe(other.buffer)
  })

  it('repeats none', () => {
    const many = Array.from({ length: 2000 }, () => createUuid(secureRandom))
    expect(new Set(many).size).toBe(many.length)
  })

  it('requests bytes from the platform rarely', () => {
    const asked = vi.spyOn(crypto, 'getRandomValues')
    for (let time = 0; time < 100; time++) secureRandom(16)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
    asked.mockRestore()
  })
})
