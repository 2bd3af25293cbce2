import { describe, expect, it } from 'vitest'
import { catalogs } from '../../../../src/catalogs/catalogs.js'
import { createMemoryFolios } from '../../../../src/engine/folios.js'
import {
  regimenesSocietarios,
  removeRegimenSocietario,
} from '../../../../src/sat/regimenSocietario.js'
import { resolve } from '../../../../src/sat/cfdi40/resolve.js'
import { csd, noon } from '../../../fixtures.js'

describe('removeRegimenSocietario', () => {
  it.each([
    ['ESCUELA KEMPER URGATE SA DE CV', 'ESCUELA KEMPER URGATE'],
    ['CAFE & LIBROS DEL SUR S DE RL DE CV', 'CAFE & LIBROS DEL SUR'],
    ['Piñatas Ñandú, S.A. de C.V.', 'Piñatas Ñandú'],
    ['HIERROS S. A. P. I. DE C. V.', 'HIERROS'],
    ['CASA', 'CASA'],
    ['MUDANZAS LA CASA', 'MUDANZAS LA CASA'],
    ['SA DE CV', 'SA DE CV'],
    ['COLEGIO DE ABOGADOS AC', 'COLEGIO DE ABOGADOS'],
    ['DESPACHO RUIZ SC', 'DESPACHO RUIZ'],
  ])('%s', (name, expected) => {
    expect(removeRegimenSocietario(name)).toBe(expected)
  })

  it('removes every regime of the list', () => {
    for (const regimen of regimenesSocietarios)
      expect(removeRegimenSocietario(`EMPRESA ${regimen}`)).toBe('EMPRESA')
  })
})

describe('resolve', () => {
  const context = async (name = 'company') => ({
    catalogs,
    complete: false,
    certificate: (await csd(name)).certificate,
    clock: () => noon,
    random: (length: number) => new Uint8Array(length).fill(7),
    zoneOf: (code: string) => ({ '22000': 'America/Tijuana', '77500': 'America/Cancun' })[code],
  })

  it('gives the local hour of the place of issue', async () => {
    const fecha = async (LugarExpedicion: unknown) =>
      resolve({ Fecha: 'AUTO', LugarExpedicion }, await context())['Fecha']
    expect(await fecha('22000')).toBe('2026-11-21T10:00:00')
    expect(await fecha('77500')).toBe('2026-11-21T13:00:00')
    expect(await fecha('06600')).toBe('2026-11-21T12:00:00')
    expect(await fecha(undefined)).toBe('2026-11-21T12:00:00')
  })

  it('takes the issuer from the certificate, a company without its regime', async () => {
    const emisor = async (name: string) =>
      resolve({ Emisor: { Rfc: 'AUTO', Nombre: 'AUTO' } }, await context(name))['Emisor']
    expect(await emisor('company')).toEqual({
      Rfc: 'PLO150312QT1',
      Nombre: 'PAPELERIA LUNA DE OCTUBRE',
    })
    expect(await emisor('person')).toEqual({
      Rfc: 'TOAM850417U21',
      Nombre: 'MARIANA TORRES ACOSTA',
    })
  })

  it('gives a Carta Porte its folio', async () => {
    const resolved = resolve(
      { Complemento: { CartaPorte: { Version: '3.1', IdCCP: 'AUTO' } } },
      await context(),
    )
    expect(resolved['Complemento']).toEqual({
      CartaPorte: { Version: '3.1', IdCCP: expect.stringMatching(/^CCC[0-9A-F]{5}-/i) },
    })
  })

  it('leaves given values unchanged', async () => {
    const draft = {
      Fecha: 'x',
      Emisor: { Rfc: 'Y', Nombre: 'Z' },
      Sello: 'AUTO',
      Otra: [1],
    }
    expect(resolve(draft, await context())).toMatchObject({
      Fecha: 'x',
      Emisor: { Rfc: 'Y', Nombre: 'Z' },
      Sello: '',
      Otra: [1],
    })
    for (const strange of [
      {},
      { Emisor: null },
      { Emisor: [] },
      { Complemento: 'x' },
      { Complemento: { CartaPorte: 'x' } },
    ]) {
      expect(resolve(structuredClone(strange), await context())).toMatchObject(strange)
    }
  })
})

describe('createMemoryFolios', () => {
  it('counts each series of each issuer separately and reuses returned folios', async () => {
    const folios = createMemoryFolios((_, serie) => (serie === 'B' ? 100 : 1))
    const [one, two] = [await folios.next('X', 'A'), await folios.next('X', 'A')]
    expect([
      one.folio,
      two.folio,
      (await folios.next('X', 'B')).folio,
      (await folios.next('Y', 'A')).folio,
    ]).toEqual(['1', '2', '100', '1'])
    await one.release()
    await one.release()
    await two.commit()
    await two.release()
    expect([(await folios.next('X', 'A')).folio, (await folios.next('X', 'A')).folio]).toEqual([
      '1',
      '3',
    ])
  })
})
