import { expect, test } from 'vitest'
import { carrying } from '../../../src/model/nodes.js'
import { comprobante } from '../../../src/sat/cfdi40/declaration.js'
import { at, ofAnyVersion } from '../../../src/sat/cfdi40/nodes.js'
import { nomina12 } from '../../../src/sat/nomina12/declaration.js'

const recibo = carrying(at(comprobante), ofAnyVersion(nomina12))

function visits(Complemento: unknown): number {
  let count = 0
  recibo.each({ Complemento }, () => {
    count++
  })
  return count
}

test('a document that carries a complement is visited once, however many it carries and of whatever version', () => {
  expect(visits({ Nomina: [{ Version: '1.2' }, { Version: '1.2' }] })).toBe(1)
  expect(visits({ Nomina: { Version: '1.1' } })).toBe(1)
  expect(visits({ Pagos: { Version: '2.0' } })).toBe(0)
  expect(visits(undefined)).toBe(0)
  expect(recibo.tipos).toEqual(['N'])
})

test('a version that cannot be converted to text is unknown', () => {
  const visit = () => expect.unreachable()
  at(nomina12).each({ Complemento: { Nomina: { Version: Object.create(null) } } }, visit)
})
