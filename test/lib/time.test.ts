import { formatInTimeZone, fromZonedTime } from 'date-fns-tz'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { instant, localTime } from '../../src/lib/time.js'

const zones = [
  'America/Mexico_City',
  'America/Tijuana',
  'America/Cancun',
  'America/Hermosillo',
  'America/Ojinaga',
  'America/Matamoros',
  'America/Ciudad_Juarez',
  'UTC',
  'Europe/Madrid',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
]
const anyZone = fc.constantFrom(...zones)
const anyMoment = fc.integer({ min: Date.UTC(2014, 0, 1), max: Date.UTC(2035, 0, 1) })

/** The platform's own result. */
function byIntl(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')
}

describe('localTime', () => {
  it('agrees with the platform everywhere', () => {
    fc.assert(
      fc.property(anyMoment, anyZone, (at, zone) => {
        expect(localTime(new Date(at), zone)).toBe(byIntl(new Date(at), zone))
      }),
      { numRuns: 300 },
    )
  })

  it('agrees with formatInTimeZone of date-fns-tz', () => {
    fc.assert(
      fc.property(anyMoment, anyZone, (at, zone) => {
        expect(localTime(new Date(at), zone)).toBe(
          formatInTimeZone(at, zone, "yyyy-MM-dd'T'HH:mm:ss"),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('agrees at every quarter of an hour around a change, in any order', () => {
    const change = Date.UTC(2026, 2, 8, 10)
    const lordHowe = Date.UTC(2026, 9, 3, 15, 30)
    for (const [zone, at] of [
      ['America/Tijuana', change],
      ['Australia/Lord_Howe', lordHowe],
    ] as const) {
      for (const quarter of [3, -1, 0, -4, 1, -2, 2, -3, 4]) {
        const moment = new Date(at + quarter * 900_000)
        expect(localTime(moment, zone)).toBe(byIntl(moment, zone))
        expect(localTime(new Date(moment.getTime() - 1), zone)).toBe(
          byIntl(new Date(moment.getTime() - 1), zone),
        )
      }
    }
  })

  it('drops the fraction of a second', () => {
    expect(localTime(new Date('2026-01-01T06:00:00.999Z'), 'America/Mexico_City')).toBe(
      '2026-01-01T00:00:00',
    )
  })

  it.each(['', ' ', 'America/Nope', 'Mexico City', '__proto__', '-06:00', 'Z'])(
    'refuses the zone %j',
    (zone) => {
      expect(() => localTime(new Date(), zone)).toThrow(TypeError)
      expect(() => instant('2026-01-01T00:00:00', zone)).toThrow(TypeError)
    },
  )

  it.each([new Date(Number.NaN), undefined, '2026-01-01', 0])('refuses the date %s', (at) => {
    expect(() => localTime(at as never, 'UTC')).toThrow(TypeError)
  })
})

describe('instant', () => {
  it('is undone by localTime wherever the clock shows the time', () => {
    fc.assert(
      fc.property(anyMoment, anyZone, (at, zone) => {
        const local = localTime(new Date(at), zone)
        const back = instant(local, zone)
        expect(localTime(back, zone)).toBe(local)
        expect(back.getTime()).toBeLessThanOrEqual(at)
      }),
      { numRuns: 300 },
    )
  })

  it('agrees with fromZonedTime of date-fns-tz', () => {
    fc.assert(
      fc.property(
        anyMoment,
        fc.constantFrom('America/Mexico_City', 'America/Cancun', 'America/Hermosillo', 'UTC'),
        (at, zone) => {
          const local = new Date(at).toISOString().slice(0, 19)
          // The hours of a change apart, where libraries differ in taste.
          fc.pre(
            [-24, 24].every((hours) => offset(at + hours * 3_600_000, zone) === offset(at, zone)),
          )
          expect(instant(local, zone).getTime()).toBe(fromZonedTime(local, zone).getTime())
        },
      ),
      { numRuns: 200 },
    )
  })

  const offset = (at: number, zone: string): number =>
    Date.parse(`${localTime(new Date(at), zone)}Z`) - Math.floor(at / 1000) * 1000

  it('takes the first of two, and reads a skipped time with the offset before', () => {
    expect(instant('2026-11-01T01:30:00', 'America/Tijuana').toISOString()).toBe(
      '2026-11-01T08:30:00.000Z',
    )
    expect(instant('2026-03-08T02:30:00', 'America/Tijuana').toISOString()).toBe(
      '2026-03-08T10:30:00.000Z',
    )
  })

  it.each([
    '',
    '2026-01-01',
    '2026-01-01T00:00',
    '2026-01-01 00:00:00',
    '2026-01-01T00:00:00Z',
    '2026-02-30T00:00:00',
    '2026-13-01T00:00:00',
    '2026-01-01T24:00:00',
    '2026-01-01T00:60:00',
  ])('refuses %j', (local) => {
    expect(() => instant(local, 'America/Mexico_City')).toThrow(TypeError)
  })
})

describe('a platform with old tz data', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('takes Denver for Ciudad Juárez', async () => {
    class Old extends Intl.DateTimeFormat {
      constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
        if (options?.timeZone === 'America/Ciudad_Juarez')
          throw new RangeError('Invalid time zone specified')
        super(locale, options)
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Old })
    vi.resetModules()
    const time = await import('../../src/lib/time.js')
    expect(time.localTime(new Date('2021-07-01T06:00:00Z'), 'America/Ciudad_Juarez')).toBe(
      '2021-07-01T00:00:00',
    )
    expect(time.localTime(new Date('2021-01-01T07:00:00Z'), 'America/Ciudad_Juarez')).toBe(
      '2021-01-01T00:00:00',
    )
  })
})
