/**
 * A member that is `undefined` counts as absent: adding every declared member as undefined changes
 * no result.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { Csd } from '../../src/certificate/csd.js'
import { createEngine } from '../../src/engine/engine.js'
import type { Element, Member } from '../../src/model/grammar.js'
import { selectComplement } from '../../src/model/version.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { cadenaOriginal, composeCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { check } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { seal } from '../../src/seal/sello.js'
import { csd, draft, fixture, invoice, noon } from '../fixtures.js'
import { allComplementFixtures, readComplementFixture } from './complementFixtures.js'
import { baseNames, readBase } from './fixture.js'

type Json = Readonly<Record<string, unknown>>

/**
 * The same value with each member that it lacks, undefined or null: those of its element, and every
 * complement in a slot.
 */
function filled(value: unknown, { shape, content }: Element, nothing: null | undefined): unknown {
  if (shape === 'list')
    return (value as Json[]).map((item) =>
      filledMember(item, Object.values(content)[0] as Member, nothing),
    )
  if (typeof value !== 'object' || value === null) return value
  const given = value as Json
  const members = Object.entries(content).map(([key, member]) => {
    return [
      key,
      given[key] === undefined ? nothing : filledMember(given[key], member, nothing),
    ] as const
  })
  return { ...given, ...Object.fromEntries(members) }
}

function filledMember(value: unknown, member: Member, nothing: null | undefined): unknown {
  if (member.kind === 'slot') return filledSlot(value as Json, nothing)
  if (member.kind !== 'child') return value
  const { element } = member
  return Array.isArray(value) && element.shape !== 'list'
    ? value.map((item) => filled(item, element, nothing))
    : filled(value, element, nothing)
}

function filledSlot(slot: Json, nothing: null | undefined): Json {
  const absent = Object.fromEntries(cfdi.complements.map(({ name }) => [name, nothing]))
  const present = Object.entries(slot).map(([name, content]) => {
    const { root } = selectComplement(cfdi.complements, name, content) ?? {}
    return [
      name,
      root === undefined || Array.isArray(content) ? content : filled(content, root, nothing),
    ] as const
  })
  return { ...absent, ...Object.fromEntries(present) }
}

const documents = [
  ...baseNames.map((name) => [name, readBase(name)] as const),
  ...allComplementFixtures.map((name) => [name, readComplementFixture(name)] as const),
]

describe('undefined is absent', () => {
  it.each(documents)('%s', (_, document) => {
    const all = filled(document, cfdi.document.root, undefined)
    expect(all).not.toStrictEqual(document)
    expect(check(all)).toEqual(check(document))
  })
})

describe('null is absent', () => {
  it.each(documents)('%s: for check, explain, write and the cadena', (_, document) => {
    const all = filled(document, cfdi.document.root, null) as Comprobante
    expect(all).not.toStrictEqual(document)
    expect(check(all)).toEqual(check(document))
    expect(explain(all)).toEqual(explain(document))
    expect(writeCfdi(all)).toBe(writeCfdi(document as Comprobante))
    expect(composeCfdi(all)).toEqual(composeCfdi(document as Comprobante))
    expect(cadenaOriginal(all)).toBe(cadenaOriginal(document as Comprobante))
  })

  it('in derivation, preview, seal and stamp', async () => {
    const signers = await Promise.all(['company', 'person', 'ampersand', 'enye'].map(csd))
    const pac = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
    const engine = createEngine({ signers, provider: pac, clock: () => noon, complete: true })
    for (const name of ['ingreso', 'egreso', 'global', 'extranjero']) {
      const bare = draft(name)
      const all = filled(bare, cfdi.document.root, null)
      expect(await engine.check(all)).toEqual(await engine.check(bare))
      for (const json of [all, JSON.stringify(all)])
        expect(await engine.stamp(json)).toMatchObject({ ok: true })
    }
    const unsealed = filled(invoice(), cfdi.document.root, null) as Comprobante
    const person = signers[1] as Csd
    expect((await seal(unsealed, person)).xml).toBe((await seal(invoice(), person)).xml)
  })

  it('reports a null in the place of a required member, or in a list', () => {
    const [, document] = documents[0] as (typeof documents)[number]
    const found = (changes: object) =>
      check({ ...(document as object), ...changes }).map(({ message }) => message)
    expect(found({ Total: null })).toEqual(found({ Total: undefined }))
    expect(found({ Receptor: null, Extra: null })).toEqual(found({ Receptor: undefined }))
    expect(found({ Conceptos: [null] })).not.toEqual([])
    const round: Record<string, unknown> = { Serie: null }
    round['Extra'] = { round, none: null }
    expect(check(round).length).toBeGreaterThan(0)
    expect(check(null)).toHaveLength(1)
  })
})
