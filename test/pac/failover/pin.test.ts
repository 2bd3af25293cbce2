/**
 * A document that a PAC may have stamped before the journal knew of it: it is in doubt there, and
 * nowhere else.
 */
import { describe, expect, it } from 'vitest'
import { JournalError } from '../../../src/errors.js'
import type { JournalEntry } from '../../../src/pac/journal.js'
import type { FaultScript } from '../../../src/pac/sandbox/faults.js'
import { timbreOf } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { createStage, hour, minute } from '../stage.js'

const sealed = await sealedDocument(1)
const lost: FaultScript = { stamp: ['timeout-before'] }
const silent: FaultScript = { always: { stamp: 'timeout-before', find: 'timeout' } }
const [blind, forgetful] = [{ findKinds: [] }, { dedupByContent: false, findKinds: [] }] as const

describe('a document that is pinned', () => {
  it('gives the stamp that its PAC made', async () => {
    const at = createStage()
    await at.pacs.uno.stamp(sealed)
    await at.stamping.pin(sealed, 'uno')
    expect(at.entry()).toMatchObject({
      version: 1,
      status: 'open',
      inDoubt: { pac: 'uno', why: 'unjournaled' },
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'earlier' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it.each([
    ['with switch too', {}, silent],
    ['when it can neither be looked up nor recognises it', forgetful, {}],
  ] as const)('goes to no other PAC: %s', async (_, capabilities, uno) => {
    const at = createStage({ capabilities, uno, options: { once: ['uno'] } })
    await at.stamping.pin(sealed, 'uno')
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno', why: 'unjournaled' })
    expect(await at.wait(80 * hour, 10 * hour)).toBe(true)
    expect([at.pacs.uno.received, at.pacs.dos.received]).toEqual([[], []])
  })

  it('goes to no other PAC, though its own is none of the failover’s', async () => {
    const at = createStage()
    await at.stamping.pin(sealed, 'tres')
    expect(await at.stamp()).toMatchObject({
      kind: 'unknown',
      pac: 'tres',
      message: expect.stringContaining('bitácora'),
    })
    expect(await at.wait(hour)).toBe(true)
    expect([at.pacs.uno.received, at.pacs.dos.received]).toEqual([[], []])
  })

  it('goes to its PAC again, once look-ups prove that it does not have it', async () => {
    const at = createStage({ options: { onUnknown: 'hold' } })
    await at.stamping.pin(sealed, 'uno')
    expect(await at.wait(hour, 6 * minute)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'fresh' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('ends with the rejection of a PAC that looks for what it stamped first', async () => {
    const rejects: FaultScript = { always: { stamp: 'reject-document' } }
    const at = createStage({ capabilities: blind, uno: rejects })
    await at.stamping.pin(sealed, 'uno')
    expect(await at.stamp()).toMatchObject({ kind: 'rejected', pac: 'uno' })
  })

  it.each(['not-stamped', 'stamped'] as const)('ends as a person says: %s', async (word) => {
    const at = createStage({ capabilities: forgetful, options: { once: ['uno'] } })
    await at.stamping.pin(sealed, 'uno')
    const { token } = at.entry() as JournalEntry
    await at.stamping.settle(token, word === 'stamped' ? timbreOf('uno', 1, sealed.sello) : word, {
      by: 'Ana Ruiz',
    })
    await at.stamping.pin(sealed, 'uno')
    expect(at.entry()).toMatchObject({
      version: 2,
      abandoned: [{ why: 'settled', by: 'Ana Ruiz' }],
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped' })
  })
})

describe('pin', () => {
  it('changes nothing of what is in doubt or stamped', async () => {
    const at = createStage({ uno: lost, options: { onUnknown: 'hold' } })
    await at.stamp()
    const open = at.entry()
    await at.stamping.pin(sealed, 'dos')
    expect(at.entry()).toEqual(open)
    await at.wait(hour, 6 * minute)
    const stamped = at.entry()
    await at.stamping.pin(sealed, 'dos')
    expect(at.entry()).toEqual(stamped)
  })

  it('opens again what had ended before, without a stamp', async () => {
    const at = createStage({ uno: { stamp: ['down'] }, dos: { stamp: ['down'] } })
    expect(await at.stamp()).toMatchObject({ kind: 'unavailable' })
    await at.stamping.pin(sealed, 'dos')
    expect(at.entry()).toMatchObject({ status: 'open', inDoubt: { pac: 'dos' } })
    expect(at.entry()).not.toHaveProperty('outcome')
  })

  it.each(['load', 'append'] as const)('says that nothing was sent when %s fails', async (call) => {
    const at = createStage()
    Object.assign(at.journal, { [call]: () => Promise.reject(new Error('disk full')) })
    const error = await at.stamping.pin(sealed, 'uno').catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(JournalError)
    expect(error).toMatchObject({ notSent: true })
  })

  it('says so too when somebody else writes meanwhile', async () => {
    const at = createStage()
    at.journal.append = async () => false
    await expect(at.stamping.pin(sealed, 'uno')).rejects.toMatchObject({ notSent: true })
  })
})
