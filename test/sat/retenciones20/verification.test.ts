import { expect, it } from 'vitest'
import type { Retenciones } from '../../../src/sat/retenciones20/declaration.js'
import { verificationUrl } from '../../../src/sat/retenciones20/verification.js'
import { soundDocument } from './documents.js'

const urlOf = (name: string, amount: string): URL => {
  const { Totales, ...document } = soundDocument(name) as unknown as Retenciones
  const changed = { ...document, Totales: { ...Totales, MontoTotOperacion: amount } }
  return new URL(verificationUrl(changed, '5F9A0C1E-0B1C-4A55-9A10-6F6E9E1E2A3B'))
}

it.each([
  ['1000.00', '1000.0'],
  ['1000', '1000.0'],
  ['0.10', '0.1'],
  ['12.34', '12.34'],
])('the page of retenciones is asked for %s as %s', (amount, written) => {
  expect(urlOf('dividendos', amount).searchParams.get('tt')).toBe(written)
})

it('a foreign receiver is its tax number in 20 characters', () => {
  const { searchParams } = urlOf('pagosExtranjeros', '1')
  expect([searchParams.get('nr'), searchParams.get('rr')]).toEqual(['000000000000P1234567', null])
})
