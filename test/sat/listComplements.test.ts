import { describe, expect, it } from 'vitest'
import { complements } from '../../src/sat/declarations.js'
import { listComplements } from '../../src/sat/listComplements.js'

describe('listComplements', () => {
  const list = listComplements()

  it('agrees with each declaration, in the same order', () => {
    expect(list.map(({ name }) => name)).toEqual(complements.map(({ name }) => name))
    for (const [index, facts] of list.entries()) expect(complements[index]).toMatchObject(facts)
  })

  it('is plain data: it survives JSON', () => {
    expect(JSON.parse(JSON.stringify(list))).toEqual(list)
    expect(list.find(({ name }) => name === 'Complemento_SPEI')).not.toHaveProperty('version')
  })

  it('is frozen, down to its lists, and always the same', () => {
    expect(listComplements()).toBe(list)
    for (const value of [list, ...list, ...list.map(({ tipos }) => tipos)])
      expect(Object.isFrozen(value)).toBe(true)
  })

  it('every two differ', () => {
    const keys = list.map(({ namespace, name, version }) => [namespace, name, version].join())
    expect(new Set(keys).size).toBe(list.length)
  })

  it('those that only older documents have', () => {
    const old = list
      .filter(({ status }) => status === 'historico')
      .map(({ name, version }) => [name, version].join(' ').trim())
    expect(old.sort()).toEqual([
      'CartaPorte 2.0',
      'CartaPorte 3.0',
      'ComercioExterior 1.1',
      'Complemento_SPEI',
      'EstadoDeCuentaBancario 1.0',
      'Pagos 1.0',
    ])
  })

  it('each is dated, but for those of no document of CFDI 4.0', () => {
    for (const { desde, hasta, status } of list) {
      if (desde !== undefined) expect(desde).toMatch(/^202\d-\d\d-\d\d$/)
      expect(status === 'historico').toBe(desde === undefined || hasta !== undefined)
    }
    const never = list.filter(({ desde }) => desde === undefined).map(({ name }) => name)
    expect(never.sort()).toEqual(['Complemento_SPEI', 'EstadoDeCuentaBancario', 'Pagos'])
  })

  it('those that hang from a concept', () => {
    const inConcepts = list.filter(({ at }) => at === 'concepto').map(({ name }) => name)
    expect(inConcepts.sort()).toEqual([
      'HidroYPetro',
      'PorCuentadeTerceros',
      'VentaVehiculos',
      'acreditamientoIEPS',
      'instEducativas',
    ])
  })
})
