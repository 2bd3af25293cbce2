import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { instant, localTime } from '../../src/lib/time.js'

const zoneOf = (code: string): string => catalogs.zoneOf(code)!

/**
 * Postal code, place, and the local time of moments around its changes of hour. Sources: the law of
 * 28 October 2022 and IANA tz data.
 */
const moments: readonly (readonly [string, string, string, string])[] = [
  // Centre: no daylight saving since 30 October 2022; it had it until then.
  ['06600', 'Ciudad de México', '2022-10-30T06:59:59Z', '2022-10-30T01:59:59'],
  ['06600', 'Ciudad de México', '2022-10-30T07:00:00Z', '2022-10-30T01:00:00'],
  ['06600', 'Ciudad de México', '2023-04-02T08:00:00Z', '2023-04-02T02:00:00'],
  ['06600', 'Ciudad de México', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  ['64000', 'Monterrey', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  ['97000', 'Mérida', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  // Border of Tamaulipas, Nuevo León and Coahuila: changes with the United States, Central.
  ['87300', 'Matamoros', '2026-03-08T07:59:59Z', '2026-03-08T01:59:59'],
  ['87300', 'Matamoros', '2026-03-08T08:00:00Z', '2026-03-08T03:00:00'],
  ['88000', 'Nuevo Laredo', '2026-11-01T06:59:59Z', '2026-11-01T01:59:59'],
  ['88000', 'Nuevo Laredo', '2026-11-01T07:00:00Z', '2026-11-01T01:00:00'],
  ['26000', 'Piedras Negras', '2026-07-01T05:00:00Z', '2026-07-01T00:00:00'],
  ['27500', 'Guerrero, Coahuila', '2026-07-01T05:00:00Z', '2026-07-01T00:00:00'],
  ['65000', 'Anáhuac, Nuevo León', '2026-07-01T05:00:00Z', '2026-07-01T00:00:00'],
  ['25000', 'Saltillo', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  ['87000', 'Ciudad Victoria', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  // Baja California: changes with California.
  ['22000', 'Tijuana', '2026-03-08T09:59:59Z', '2026-03-08T01:59:59'],
  ['22000', 'Tijuana', '2026-03-08T10:00:00Z', '2026-03-08T03:00:00'],
  ['21000', 'Mexicali', '2026-11-01T08:59:59Z', '2026-11-01T01:59:59'],
  ['21000', 'Mexicali', '2026-11-01T09:00:00Z', '2026-11-01T01:00:00'],
  ['22800', 'Ensenada', '2026-12-01T08:00:00Z', '2026-12-01T00:00:00'],
  ['23000', 'La Paz', '2026-07-01T07:00:00Z', '2026-07-01T00:00:00'],
  // Sonora: never; Sinaloa and Nayarit: not since 2022.
  ['83000', 'Hermosillo', '2022-07-01T07:00:00Z', '2022-07-01T00:00:00'],
  ['84000', 'Nogales', '2026-07-01T07:00:00Z', '2026-07-01T00:00:00'],
  ['80000', 'Culiacán', '2022-07-01T06:00:00Z', '2022-07-01T00:00:00'],
  ['80000', 'Culiacán', '2026-07-01T07:00:00Z', '2026-07-01T00:00:00'],
  ['63000', 'Tepic', '2026-07-01T07:00:00Z', '2026-07-01T00:00:00'],
  ['63732', 'Bahía de Banderas', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  // Quintana Roo: an hour ahead of the centre since 1 February 2015, no daylight saving.
  ['77500', 'Cancún', '2026-01-01T05:00:00Z', '2026-01-01T00:00:00'],
  ['77500', 'Cancún', '2026-07-01T05:00:00Z', '2026-07-01T00:00:00'],
  // Chihuahua: from Pacific to Central on 30 October 2022; its border to the hours of the United
  // States on 30 November 2022.
  ['31000', 'Chihuahua', '2022-10-30T07:59:59Z', '2022-10-30T01:59:59'],
  ['31000', 'Chihuahua', '2022-10-30T08:00:00Z', '2022-10-30T02:00:00'],
  ['31000', 'Chihuahua', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  ['32000', 'Ciudad Juárez', '2022-11-29T06:00:00Z', '2022-11-29T00:00:00'],
  ['32000', 'Ciudad Juárez', '2022-12-01T07:00:00Z', '2022-12-01T00:00:00'],
  ['32000', 'Ciudad Juárez', '2026-03-08T08:59:59Z', '2026-03-08T01:59:59'],
  ['32000', 'Ciudad Juárez', '2026-03-08T09:00:00Z', '2026-03-08T03:00:00'],
  ['31820', 'Ascensión', '2026-07-01T06:00:00Z', '2026-07-01T00:00:00'],
  ['32880', 'Ojinaga', '2026-01-01T06:00:00Z', '2026-01-01T00:00:00'],
  ['32880', 'Ojinaga', '2026-03-08T08:00:00Z', '2026-03-08T03:00:00'],
]

describe('the hour of a postal code', () => {
  it.each(moments)('%s %s at %s: %s', (code, _, utc, local) => {
    expect(localTime(new Date(utc), zoneOf(code))).toBe(local)
    // Back: the same moment, or the first of two when the clock shows that time twice.
    const back = instant(local, zoneOf(code)).getTime()
    expect([0, -3_600_000]).toContain(back - Date.parse(utc))
    expect(localTime(new Date(back), zoneOf(code))).toBe(local)
  })
})

describe('zoneOf', () => {
  it('knows every postal code of the catalogue, and nothing else', () => {
    const without = [...catalogs.catalog('c_CodigoPostal').codes()].filter(
      (code) => catalogs.zoneOf(code) === undefined,
    )
    expect(without).toEqual(['00000'])
    for (const code of ['', '00000', '0660', '066000', '6600', 'ABCDE', ' 6600', '-6600', '17500'])
      expect(catalogs.zoneOf(code)).toBeUndefined()
  })

  it('differs from the SAT only where the SAT differs from the law', () => {
    const offset = (code: string, month: string): number =>
      (Date.parse(`${localTime(new Date(`2026-${month}-15T12:00:00Z`), zoneOf(code))}Z`) -
        Date.parse(`2026-${month}-15T12:00:00Z`)) /
      3_600_000
    const wrong = new Set<string>()
    for (const { clave, estado, husoVeranoDiferencia, husoInviernoDiferencia } of catalogs
      .catalog('c_CodigoPostal')
      .rows()) {
      if (clave === '00000') continue
      if (
        offset(clave, '07') !== husoVeranoDiferencia ||
        offset(clave, '01') !== husoInviernoDiferencia
      )
        wrong.add(`${estado} ${zoneOf(clave)}`)
    }
    // Ciudad Juárez has its two offsets swapped, Ojinaga no daylight saving, 68318 lies in Oaxaca
    // and is listed under Nayarit.
    expect([...wrong].sort()).toEqual([
      'CHH America/Ciudad_Juarez',
      'CHH America/Ojinaga',
      'NAY America/Mexico_City',
    ])
  })
})
