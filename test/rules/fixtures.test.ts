import { describe, expect, it } from 'vitest'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { listRules } from '../../src/sat/listRules.js'
import {
  baseNames,
  changedOptionsOf,
  fixtureCodes,
  optionsOf,
  patch,
  readBase,
  readFixture,
} from './fixture.js'

const rules = listRules()

describe('base documents', () => {
  it.each(baseNames)('%s is clean', (name) => {
    const base = readBase(name)
    expect(check(base)).toEqual([])
    expect(checkXml(writeCfdi(base as unknown as Comprobante))).toEqual([])
  })
})

describe('fixtures/rules', () => {
  it.each(fixtureCodes)('%s: the change breaks that rule and no other', (code) => {
    const fixture = readFixture(code)
    const base = readBase(fixture.base)
    expect(check(base, optionsOf(fixture)), 'the base').toEqual([])
    const changed = patch(base, fixture.change ?? {})
    const findings = check(changed, changedOptionsOf(fixture))
    const words = findings.map(({ message, path }) => `${path} ${message}`).join('\n')
    expect([...new Set(findings.map((finding) => finding.code))].sort(), words).toEqual(
      [code, ...(fixture.with ?? [])].sort(),
    )
    const own = findings.find((finding) => finding.code === code)
    if (fixture.path !== undefined) expect(own?.path).toBe(fixture.path)
    const severity = rules.find((rule) => rule.code === code)?.severity
    expect(own?.severity).toBe(severity)
  })

  it.each(fixtureCodes)('%s: explain reports it as broken', (code) => {
    const fixture = readFixture(code)
    const changed = patch(readBase(fixture.base), fixture.change ?? {})
    const broken = explain(changed, changedOptionsOf(fixture)).filter(
      ({ outcome }) => outcome === 'broken',
    )
    expect(broken.map((explanation) => explanation.code)).toContain(code)
  })

  const askable = rules
    .filter(({ status }) => status === 'active' || status === 'partial')
    .map(({ code }) => code)
  const families = [...new Set(askable.map(familyOf))]

  it.each(families)('%s: every rule that can be evaluated has one', (family) => {
    const codes = askable.filter((code) => familyOf(code) === family)
    expect(codes.filter((code) => !fixtureCodes.includes(code))).toEqual([])
  })

  it('no other rule has one', () => {
    expect(fixtureCodes.filter((code) => !askable.includes(code))).toEqual([])
  })
})

/** The letters that codes of one document begin with; those of the PACs have none. */
function familyOf(code: string): string {
  return /^[A-Z]+/.exec(code)?.[0] ?? 'PAC'
}
