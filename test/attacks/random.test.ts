/**
 * Stamps made with the CSD of an ordinary taxpayer, and certificates with random defects: never
 * `ok`, by any verb. With the seed of the run (`FC_SEED`) and with one that is drawn and printed on
 * failure.
 * @module
 */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifySello, verifyTimbre } from '../../src/seal/verify.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { noon } from '../fixtures.js'
import { type Credential, type Hash, type Profile, rsaKey } from './certificates.js'
import { type Stamp, sealed, stamped } from './documents.js'
import {
  authorities,
  csdOf,
  efirmaOf,
  nextNumber,
  type Party,
  pac,
  parties,
  person,
  subjectOf,
  trust,
} from './parties.js'

const pacs = {
  date: '2026-11-23',
  pacs: trust.pacs.map((rfc) => ({ rfc, name: rfc, evidence: 'test' })),
}
const { anchors } = trust
const seeds = [
  ['that of the run', undefined],
  ['a drawn one', randomInt(2 ** 31)],
] as const

/** Taxpayers who are no PAC. */
const taxpayer: fc.Arbitrary<Party> = fc.constantFrom<Party>(
  parties.stranger,
  parties.strangeCompany,
  parties.company,
  parties.person,
  { ...parties.strangeCompany, representative: parties.pac.rfc },
  { ...parties.strangeCompany, name: parties.pac.name },
)

/** What a taxpayer may type as the name of a branch. */
const unit = fc.oneof(
  fc.constantFrom(
    'Matriz',
    'PAC',
    `PAC${parties.pac.rfc}`,
    `MEGAPAC${parties.otherPac.rfc}`,
    'PACSAT970701NN301',
    'PACHUCA',
  ),
  fc.stringMatching(/^[A-Z0-9 .-]{1,40}$/),
)

/** Wishes for an ordinary CSD, which the SAT issues: nothing is wrong with it. */
const ordinary = fc.record({
  party: taxpayer,
  unit,
  by: fc.constantFrom('sat' as const, 'older' as const),
  hash: fc.constantFrom<Hash>('sha256', 'sha384', 'sha512'),
})

function issueOrdinary({
  party,
  by,
  ...wishes
}: typeof ordinary extends fc.Arbitrary<infer Wishes> ? Wishes : never) {
  return csdOf(party, { ...wishes, by: authorities[by] })
}

/** Fields of a stamp that whoever makes it may choose. */
const fields = fc.record(
  {
    RfcProvCertif: fc.constantFrom(
      parties.pac.rfc,
      parties.otherPac.rfc,
      parties.strangeCompany.rfc,
      parties.company.rfc,
      parties.stranger.rfc,
    ),
    UUID: fc.uuid().map((uuid) => uuid.toUpperCase()),
    FechaTimbrado: fc
      .integer({ min: 0, max: 59 })
      .map((minute) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00`),
    Leyenda: fc.stringMatching(/^[A-Z][a-z]{11,40}$/),
  },
  { requiredKeys: ['RfcProvCertif'] },
) as fc.Arbitrary<Partial<Stamp>>

/** Verdicts of every verb on a document, with whatever certificate is at hand. */
async function verdictsOf(xml: string, given: readonly Credential[]) {
  const certificates = given.map(({ der }) => der)
  const received = await verifyCfdi(xml, {
    anchors,
    pacs,
    pacCertificates: certificates,
    check: { at: noon },
  })
  const stamps = await Promise.all(
    certificates.map((der) => verifyTimbre(xml, der, { anchors, pacs })),
  )
  return { cfdi: received.ok, timbre: stamps.some(({ ok }) => ok) }
}

interface Defect extends Partial<Profile> {
  readonly by?: Credential
  readonly holder?: Party
  readonly isEfirma?: boolean
}

/** Changes of a certificate, of which each alone is enough to refuse it. */
const known: Readonly<Record<string, Defect>> = {
  impostor: { by: authorities.impostor },
  'test authority': { by: authorities.test },
  'test authority and number': { by: authorities.test, number: nextNumber('30001') },
  'root of roots': { by: authorities.root },
  'issued by a taxpayer': { by: csdOf(parties.stranger) },
  'signed by a taxpayer': { signer: csdOf(parties.stranger).privateKey },
  authority: { isAuthority: true },
  'e.firma': { isEfirma: true },
  'of a person': { holder: parties.stranger },
  'of a company': { holder: parties.strangeCompany },
  'SHA-1': { hash: 'sha1' },
  MD5: { hash: 'md5' },
  '1024 bits': { key: rsaKey('weak', 1024) },
  ...Object.fromEntries(
    (['keyEncipherment', 'dataEncipherment', 'keyAgreement', 'keyCertSign'] as const).map(
      (usage) => [usage, { usages: [usage] }],
    ),
  ),
}

/**
 * A known defect by its name, or a term by the year in which it ends or, after that of the
 * document, begins.
 */
const defect = fc.oneof(
  fc.constantFrom(...Object.keys(known)),
  fc.integer({ min: 2001, max: 2025 }),
  fc.integer({ min: 2027, max: 2040 }),
)
const defects = fc.array(defect, { minLength: 1, maxLength: 3 })

function termOf(year: number): Defect {
  const [from, to] = year < 2026 ? [year - 1, year] : [year, year + 4]
  return { from: `${from}-01-01T00:00:00Z`, to: `${to}-01-01T00:00:00Z` }
}

function forge(party: Party, some: readonly (string | number)[]): Credential {
  const chosen = some.map((one) => (typeof one === 'number' ? termOf(one) : known[one]!))
  const { holder, isEfirma, ...wishes }: Defect = Object.assign({}, ...chosen)
  if (isEfirma) return efirmaOf(party, wishes)
  return csdOf(party, {
    ...wishes,
    ...(holder && { subject: subjectOf(holder, `PAC${party.rfc}`) }),
  })
}

describe.each(seeds)('the seed is %s', (_, seed) => {
  const options = seed === undefined ? {} : { seed }

  it('100 stamps made with ordinary CSDs: none is ok', async () => {
    await fc.assert(
      fc.asyncProperty(ordinary, fields, async (wishes, changes) => {
        const csd = issueOrdinary(wishes)
        const xml = stamped(sealed(), csd, changes)
        expect(await verdictsOf(xml, [csd, pac])).toEqual({ cfdi: false, timbre: false })
      }),
      { numRuns: 100, ...options },
    )
  })

  it('40 certificates with random defects: no seal of theirs is ok, nor any stamp', async () => {
    await fc.assert(
      fc.asyncProperty(defects, async (some) => {
        const credential = forge(parties.person, some)
        const xml = stamped(sealed(credential))
        expect((await verifySello(xml, { anchors })).ok).toBe(false)
        const stamper = forge(parties.pac, some)
        const byForger = stamped(sealed(person), stamper)
        expect([await verdictsOf(xml, [pac]), await verdictsOf(byForger, [stamper, pac])]).toEqual([
          { cfdi: false, timbre: false },
          { cfdi: false, timbre: false },
        ])
      }),
      { numRuns: 40, ...options },
    )
  })
})
