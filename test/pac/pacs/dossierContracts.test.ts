/**
 * Dossiers against wire contracts: a dossier claims what a contract describes, and no stronger than
 * its sources.
 */
import { describe, expect, it } from 'vitest'
import type { Topic } from '../../../src/pac/adapter/dossier.js'
import { contracts } from '../../../src/pac/fakes/contracts/contracts.js'
import type { WireContract, WireRequest } from '../../../src/pac/fakes/wireContract.js'
import { dossiers, verdictOf } from '../../../tools/generate/parts/pacDossiers.js'
import { requestsFor, strengthOf, supports } from '../../../tools/generate/parts/pacMatrix.js'
import { names } from './pacs.js'

/** Operations of a topic. */
const operations: readonly (readonly [Topic, readonly string[]])[] = [
  ['stamp', ['stamp']],
  ['find', ['find']],
  ['cancel', ['cancel']],
  ['receiver', ['pending', 'answer']],
  ['related', ['related']],
  ['status', ['status']],
  ['balance', ['balance']],
  ['ping', ['ping']],
]

/** Sources of a request and of its replies. */
const sourcesOf = ({ from, replies = {} }: WireRequest) => [
  ...from,
  ...Object.values(replies).flatMap((one) => one.from),
]

const strongest = (contract: WireContract, requests: readonly WireRequest[]) =>
  strengthOf(contract, requests.flatMap(sourcesOf))

describe.each(names)('%s', (name) => {
  const contract = contracts[name]
  const { known, retenciones } = dossiers[name]

  it.each(operations)('%s', (topic, ops) => {
    const [answer, grade] = known[topic]
    const requests = ops.flatMap((op) => requestsFor(contract, op, 'cfdi'))
    const isOffered = grade !== 'unknown' && verdictOf(answer) !== 'no'
    if (isOffered) expect(requests.length, answer).toBeGreaterThan(0)
    // An operation may be described and not yet offered: of which hash NTLink's look-up is, no
    // source tells.
    if (requests.length === 0) expect(isOffered).toBe(false)
    if (requests.length > 0 && grade !== 'unknown')
      expect(supports(strongest(contract, requests), grade)).toBe(true)
    const described = JSON.stringify(requests) + Object.keys(contract.requests).join(' ')
    const operation = isOffered ? /`([\w/.]+)`/.exec(answer)?.[1] : undefined
    if (operation !== undefined) expect(described).toContain(operation.split('.').at(-1))
  })

  it('what a repeated document answers', () => {
    const [, grade] = known.repeat
    const evidence = strengthOf(contract, contract.memory.from)
    expect(evidence === 'unknown').toBe(grade === 'unknown')
    expect(supports(evidence, grade)).toBe(true)
  })

  it.each(['stamp', 'find', 'cancel'] as const)('retenciones: %s', (op) => {
    expect(requestsFor(contract, op, 'retenciones').length > 0).toBe(
      retenciones?.[op] !== undefined,
    )
  })
})
