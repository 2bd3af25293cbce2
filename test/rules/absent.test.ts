/**
 * A member that is `undefined` is one that is absent: documents are judged alike with every declared member in them.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { cfdi } from '../../src/model/cfdi.js'
import { selectComplement } from '../../src/model/check.js'
import type { Element, Member } from '../../src/model/grammar.js'
import { check } from '../../src/rules/check.js'
import { allComplementFixtures, readComplementFixture } from './complementFixtures.js'
import { baseNames, readBase } from './fixture.js'

type Json = Readonly<Record<string, unknown>>

/** The same value with each member that it lacks, `undefined`: those of its element, and every complement in a slot. */
function filled(value: unknown, { shape, content }: Element): unknown {
  if (shape === 'list') return (value as Json[]).map((item) => filledMember(item, Object.values(content)[0] as Member))
  if (typeof value !== 'object' || value === null) return value
  const given = value as Json
  const members = Object.entries(content).map(([key, member]) => {
    return [key, given[key] === undefined ? undefined : filledMember(given[key], member)] as const
  })
  return { ...given, ...Object.fromEntries(members) }
}

function filledMember(value: unknown, member: Member): unknown {
  if (member.kind === 'slot') return filledSlot(value as Json)
  if (member.kind !== 'child') return value
  const { element } = member
  return Array.isArray(value) && element.shape !== 'list'
    ? value.map((item) => filled(item, element))
    : filled(value, element)
}

function filledSlot(slot: Json): Json {
  const absent = Object.fromEntries(cfdi.complements.map(({ name }) => [name, undefined]))
  const present = Object.entries(slot).map(([name, content]) => {
    const { root } = selectComplement(cfdi.complements, name, content) ?? {}
    return [name, root === undefined || Array.isArray(content) ? content : filled(content, root)] as const
  })
  return { ...absent, ...Object.fromEntries(present) }
}

const documents = [
  ...baseNames.map((name) => [name, readBase(name)] as const),
  ...allComplementFixtures.map((name) => [name, readComplementFixture(name)] as const),
]

describe('undefined is absent', () => {
  it.each(documents)('%s', (_, document) => {
    const all = filled(document, cfdi.document.root)
    expect(all).not.toStrictEqual(document)
    expect(check(all)).toEqual(check(document))
  })
})
