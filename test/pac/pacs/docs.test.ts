/**
 * The dossiers of PACs, from which their pages are written, have evidence for each claim of the
 * adapters.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../src/node/connect.js'
import type { Topic } from '../../../src/pac/adapter/dossier.js'
import { fakeAccount } from '../../../src/pac/fakes/fake.js'
import { fakes } from '../../../src/pac/fakes/fakes.js'
import type { Capabilities } from '../../../src/pac/provider.js'
import { dossiers } from '../../../tools/generate/parts/pacDossiers.js'
import { adapterOf, names } from './pacs.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The evidence that a capability needs. */
const claims: readonly [Topic, (can: Capabilities) => boolean][] = [
  ['repeat', (can) => can.dedupByContent || can.dedupByReference === true],
  ['earlier', (can) => can.returnsEarlierStamp === 'always'],
  ['find', (can) => can.findKinds.length > 0],
  ['cancel', (can) => can.cancelSigned],
  ['status', (can) => can.satStatus],
  ['balance', (can) => can.balance],
]

describe.each(names)('%s', (name) => {
  const account = fakes[name].account('http://127.0.0.1:1', fakeAccount)
  const adapter = adapterOf({ name, account } as never)
  const { capabilities } = adapter

  it('its page gives connect what the adapter needs', () => {
    expect(Object.keys(account)).toEqual(expect.arrayContaining([...dossiers[name].account]))
    const given = dossiers[name].account.map((member) => [member, 'x'])
    const urls = { services: 'https://pac.example' }
    const options = {
      ...Object.fromEntries(given),
      sandbox: true,
      ...(name === 'ntlink' && { urls }),
    }
    expect(() => connect(name, options as never)).not.toThrow()
  })

  it('calls nothing recorded without saying by whom', () => {
    const { known, recordings } = dossiers[name]
    const isRecorded = Object.values(known).some(([, grade]) => grade === 'recorded')
    expect(recordings.length > 0).toBe(isRecorded)
  })

  it('claims nothing without evidence', () => {
    const bare = claims.filter(
      ([topic, isClaimed]) =>
        isClaimed(capabilities) && dossiers[name].known[topic][1] === 'unknown',
    )
    expect(bare).toEqual([])
    const { receiver, related } = dossiers[name].known
    if (adapter.pending ?? adapter.answer) expect(receiver[1]).not.toBe('unknown')
    if (adapter.related) expect(related[1]).not.toBe('unknown')
  })

  it('says at the head of its file what is not known, and that nothing was tried', () => {
    const head = readFileSync(`${root}src/pac/${name}/${name}.ts`, 'utf8').split('*/')[0]
    expect(head).toMatch(/never\s+(?:\*\s+)?tested\s+(?:\*\s+)?against its\s+(?:\*\s+)?servers/)
    expect(head).toMatch(/\bUnknown\b|Not known/)
    expect(dossiers[name].questions.length).toBeGreaterThan(0)
  })
})
