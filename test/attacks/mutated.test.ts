/**
 * Genuine stamped documents, changed at random by the fuzzer's mutations: a change is refused, or
 * what was signed is what the document says, and there is nothing more in it.
 * @module
 */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cadenaOriginal } from '../../src/sat/cfdi40/cfdi.js'
import type { ValidCfdi } from '../../src/seal/verification.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { mutateXml } from '../../tools/fuzz/mutateXml.js'
import { Chance } from '../../tools/fuzz/random.js'
import { runs } from '../effort.js'
import { noon } from '../fixtures.js'
import { genuine } from './genuine.js'
import { trust } from './parties.js'

const pacs = {
  date: '2026-11-23',
  pacs: trust.pacs.map((rfc) => ({ rfc, name: rfc, evidence: 'test' })),
}
const policy = {
  anchors: trust.anchors,
  pacCertificates: trust.pacCertificates,
  pacs,
  check: { at: noon },
}

/** Text of documents that the usual trust takes, one of each kind. */
const whole = genuine
  .filter(({ name, trust: own }) => own === undefined && !name.startsWith('folio'))
  .map(({ xml }) => xml())
  .filter((xml) => typeof xml === 'string')

/** How many values a document has, but for those of the Addenda: nobody signs that. */
function countValues({ document }: ValidCfdi): number {
  const { Addenda: _, ...rest } = document
  const visit = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + visit(one), 0)
      : 1
  return visit(rest)
}

/**
 * Whether the cadena has every value but Sello, Certificado and those of the stamp. The SAT's
 * transformation leaves out complements (terceros, for one) and attributes of others: whoever
 * changes those changes nothing that was signed.
 */
function isSignedWhole(received: ValidCfdi): boolean {
  const printed = received.cadena!.slice(2, -2).split('|').length
  return countValues(received) === printed + 2 + Object.keys(received.timbre).length
}

/** Those of them that are signed whole. */
const corpus: string[] = []

/** What PAC and issuer signed of a document. */
const signedOf = ({ cadena, timbre }: ValidCfdi): string => `${cadena} ${timbre.SelloSAT}`

/** Number of values of each document of the corpus, by what was signed. */
const countBy = new Map<string, number>()

async function learn(): Promise<void> {
  for (const xml of whole) {
    const received = await verifyCfdi(xml, policy)
    if (!received.ok || !isSignedWhole(received)) continue
    corpus.push(xml)
    countBy.set(signedOf(received), countValues(received))
  }
}

const seeds = [
  ['that of the run', undefined],
  ['a drawn one', randomInt(2 ** 31)],
] as const

describe.each(seeds)('the seed is %s', (_, seed) => {
  it('no change is valid that changes what was signed, or adds to it', async () => {
    if (countBy.size === 0) await learn()
    expect(countBy.size).toBeGreaterThan(30)
    await fc.assert(
      fc.asyncProperty(fc.nat(2 ** 31), async (one) => {
        const received = await verifyCfdi(mutateXml(corpus, new Chance(one)), policy)
        if (!received.ok) return
        // By the SAT's design the names of fields are not signed: the same values may stand in
        // others.
        expect(cadenaOriginal(received.document)).toBe(received.cadena)
        expect(countValues(received)).toBe(countBy.get(signedOf(received)))
      }),
      { numRuns: runs(1_500), ...(seed !== undefined && { seed }) },
    )
  })
})
