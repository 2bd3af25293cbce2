import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classOfCode } from '../../src/cancel/acuse.js'
import { classOfAnswerCode } from '../../src/cancel/answer.js'
import * as meanings from '../../src/codes/meanings.js'
import { failureCodes } from '../../src/engine/codes.js'
import { meaningOf } from '../../src/pac/adapter/classify.js'
import { cadenaRules } from '../../src/sat/cfdi40/rules/cadena.js'
import { listRules } from '../../src/sat/listRules.js'
import { errorClasses } from '../../tools/generate/errors.js'
import * as english from '../../tools/generate/mistakes/meanings.en.js'
import { filesIn, root } from '../tree.js'

describe.each([
  ['Spanish', meanings],
  ['English', english],
])('the meanings in %s', (_language, told) => {
  const { ofEngine, ofErrors, ofReception, ofStamping, ofCancellation, ofRetencion, ofReceiver } =
    told

  it('has the cure of each code, and none of a code that is not', () => {
    expect(Object.keys(ofEngine).sort()).toEqual(Object.values(failureCodes).map(String).sort())
    expect(Object.keys(ofErrors).sort()).toEqual(errorClasses.flatMap((one) => one.codes).sort())
  })

  it('has those of the rules about what others made', () => {
    const own = listRules().map(({ code }) => code)
    expect(Object.keys(ofReception).filter((code) => !own.includes(code))).toEqual([])
    expect(Object.keys(ofReception)).toEqual(Object.keys(cadenaRules.rules))
  })

  it('has those of the warnings of builders', () => {
    const sources = filesIn('src/sat', '.ts').filter((file) => file.includes('/build/'))
    const codes = sources.flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(/'([A-Z0-9]+-B\d\d)'/g)].map(
        ([, code]) => code,
      ),
    )
    expect(Object.keys(told.ofBuilders).sort()).toEqual([...new Set(codes)].sort())
  })

  it('has that of each code of the PACs and of the SAT that the library knows', () => {
    const numbers = Array.from({ length: 3000 }, (_, number) => String(number))
    const known = (isKnown: (code: string) => boolean) => numbers.filter(isKnown)
    expect(Object.keys(ofStamping)).toEqual(known((code) => meaningOf(code) !== undefined))
    const isOf = (service: 'cfdi' | 'retenciones') => (code: string) =>
      classOfCode(code, service) !== 'unknown'
    expect(Object.keys(ofCancellation)).toEqual(known(isOf('cfdi')))
    expect(Object.keys(ofRetencion)).toEqual(known(isOf('retenciones')))
    const isOfReceiver = (code: string) =>
      classOfAnswerCode(code) !== 'unknown' && !isOf('cfdi')(code)
    expect(Object.keys(ofReceiver)).toEqual(known(isOfReceiver))
  })
})
