import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cfdi } from '../../src/sat/cfdi40/model.js'

it('complements/typed.ts names every complement in the place where it hangs', () => {
  const source = readFileSync(new URL('../../src/sat/typed.ts', import.meta.url), 'utf8')
  const [comprobante = '', concepto = ''] = source.split('ComplementosDelConcepto')
  for (const { name, at } of cfdi.complements) {
    expect(at === 'comprobante' ? comprobante : concepto, name).toMatch(
      new RegExp(`readonly ${name}\\?:`),
    )
  }
})
