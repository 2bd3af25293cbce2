import { expect, it } from 'vitest'
import { listCodes } from '../src/codes/listCodes.js'
import { lookUp } from '../src/codes/lookUp.js'
import * as meanings from '../src/codes/meanings.js'
import { listRules } from '../src/sat/listRules.js'

it('every code is found, as it is written or in small letters', () => {
  const tables: readonly meanings.Meanings[] = Object.values(meanings)
  const said = [
    ...tables.flatMap((table) => Object.keys(table)),
    ...listRules().map(({ code }) => code),
  ]
  const found = (code: string) =>
    [...lookUp(code).codes, ...lookUp(code.toLowerCase()).rules].length > 0
  expect(tables.length).toBeGreaterThan(5)
  expect([...new Set(said)].filter((code) => !found(code))).toEqual([])
})

it('a number with several sources lists all of them', () => {
  expect(lookUp('301').codes.map(({ from }) => from)).toEqual([
    'al timbrar: `check`, o el PAC',
    'al cancelar, el SAT',
  ])
  expect(lookUp('1310').codes).toMatchObject([{ from: 'al cancelar una retención, el SAT' }])
})

it('an unknown one suggests the nearest', () => {
  expect(lookUp('CSD_PASWORD')).toEqual({ rules: [], codes: [], near: 'CSD_PASSWORD' })
  expect(lookUp('?????????????')).toEqual({ rules: [], codes: [] })
})

it('no text has Markdown that a terminal would show', () => {
  expect(listCodes().filter(({ says, cure }) => /\]\(|\*\*/.test(says + cure))).toEqual([])
})
