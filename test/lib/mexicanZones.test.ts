import { describe, expect, it, vi } from 'vitest'
import zonas from '../../src/catalogs/packed/zonas.js'
import { mexicanOffset } from '../../src/lib/mexicanZones.js'

const hour = 3_600_000
const [since, until] = [Date.UTC(2022, 11, 1), Date.UTC(2029, 0, 1)]
const names = [...new Set(zonas.match(/America\/\w+/g))]

/** The platform's offset. */
function offsetByIntl(format: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour: hours, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day!, hours!, minute!, second!) - moment
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })

describe('the offsets of Mexico', () => {
  it('have every zone of the postal codes', () => {
    expect(names).toHaveLength(12)
    for (const name of names) expect(mexicanOffset(name, since)).toBeDefined()
  })

  it.each(names)('are those of the platform in %s, at every change and on every day', (name) => {
    const format = formatOf(name)
    for (let day = since; day < until; day += 24 * hour) {
      const [first, next] = [offsetByIntl(format, day), offsetByIntl(format, day + 24 * hour)]
      expect(mexicanOffset(name, day)).toBe(first)
      if (first === next || day + 24 * hour >= until) continue
      for (let moment = day; moment <= day + 24 * hour; moment += hour) {
        for (const at of [moment - 1000, moment]) {
          if (at >= since) expect(mexicanOffset(name, at)).toBe(offsetByIntl(format, at))
        }
      }
    }
  })

  it('are unknown before December 2022, after 2028, and in another country', () => {
    for (const name of names) {
      expect(mexicanOffset(name, since - 1)).toBeUndefined()
      expect(mexicanOffset(name, until)).toBeUndefined()
    }
    expect(mexicanOffset('America/Denver', since)).toBeUndefined()
    expect(mexicanOffset('__proto__', since)).toBeUndefined()
  })

  it('need no formatter of the platform', async () => {
    vi.stubGlobal('Intl', undefined)
    vi.resetModules()
    const { instant, localTime } = await import('../../src/lib/time.js')
    for (const name of names) {
      const at = new Date('2026-07-01T12:00:00.000Z')
      expect(instant(localTime(at, name), name)).toEqual(at)
    }
    vi.unstubAllGlobals()
    vi.resetModules()
  })
})
