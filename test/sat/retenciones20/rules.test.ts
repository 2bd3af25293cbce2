/**
 * The rules of Retenciones 2.0: a sound document of each kind, and a breaking one for each rule.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { writeCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../../src/sat/cfdi40/check.js'
import { explain } from '../../../src/sat/cfdi40/explain.js'
import { listRules } from '../../../src/sat/listRules.js'
import type { Retenciones } from '../../../src/sat/retenciones20/declaration.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { patch } from '../../rules/fixture.js'
import { brokenCodes, draftNames, readBroken, soundDocument } from './documents.js'

const documents = [retenciones20]
const rules = listRules({ documents }).slice(listRules().length)
const at = new Date('2026-11-24T17:00:00Z')

describe('sound documents', () => {
  it.each(draftNames)('%s has no finding, as JSON and as XML', (name) => {
    const document = soundDocument(name)
    expect(check(document, { documents, at })).toEqual([])
    const xml = writeCfdi(document as unknown as Retenciones, { documents })
    expect(checkXml(xml, { documents, at })).toEqual([])
  })
})

describe('fixtures/retenciones/rules', () => {
  it.each(brokenCodes)('%s: the change breaks that rule and those that it names', (code) => {
    const { base, change, with: others = [], taxpayers = [] } = readBroken(code)
    const listed = taxpayers.map((row) => ({ regimenes: [], ...row }))
    const found = { find: (rfc: string) => listed.find((row) => row.rfc === rfc) }
    const registries = taxpayers.length === 0 ? {} : { taxpayers: found }
    const document = patch(soundDocument(base), change)
    const findings = check(document, { documents, at, registries })
    const words = findings.map(({ path, message }) => `${path} ${message}`).join('\n')
    expect([...new Set(findings.map((finding) => finding.code))].sort(), words).toEqual(
      [code, ...others].sort(),
    )
    const broken = explain(document, { documents, at, registries })
      .filter(({ outcome }) => outcome === 'broken')
      .map((one) => one.code)
    expect(broken).toContain(code)
  })

  it('has one for every rule that can be evaluated, and no other', () => {
    const askable = rules
      .filter(({ status }) => status === 'active' || status === 'partial')
      .map(({ code }) => code)
    expect([...brokenCodes].sort()).toEqual(askable.sort())
  })
})
