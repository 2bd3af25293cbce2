/**
 * Forged documents, each with the step that must refuse it, and as many genuine ones. Certificates
 * and signatures are made by node-forge and node:crypto (`test/attacks`), and nothing of them by
 * the library.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { CfdiVerification } from '../../src/seal/verification.js'
import { verifySello, verifyTimbre } from '../../src/seal/verify.js'
import { type CfdiPolicy, verifyCfdi } from '../../src/seal/verifyCfdi.js'
import type { Forgery, Trust } from '../attacks/forgeries/forgery.js'
import { forgeries } from '../attacks/forgeries/index.js'
import { genuine } from '../attacks/genuine.js'
import { trust } from '../attacks/parties.js'
import { noon } from '../fixtures.js'

/**
 * Policy of a receiver with that trust. The type says anchors for both kinds: the verb itself reads
 * `'none'`.
 */
function policyOf(changes: Partial<Trust> = {}): CfdiPolicy {
  const { anchors, pacCertificates, pacs } = { ...trust, ...changes }
  const listed = pacs.map((rfc) => ({ rfc, name: rfc, evidence: 'test' }))
  const rest = { pacCertificates, pacs: { date: '2026-11-23', pacs: listed }, check: { at: noon } }
  return { ...rest, anchors: anchors as CfdiPolicy['anchors'] }
}

const findings = [...new Set(forgeries.map(({ finding }) => finding))]
const stepsOf = ({ step }: Forgery) => (typeof step === 'string' ? [step] : step)

/** Whether a step that may refuse a forgery does. */
function isRefusedThere(forgery: Forgery, { steps }: CfdiVerification): boolean {
  const state = forgery.verdict === 'incomplete' ? 'not-checked' : 'failed'
  return stepsOf(forgery).some((name) => {
    const step = steps[name]
    const { reason } = forgery
    return (
      step.state === state && (reason === undefined || ('reason' in step && step.reason === reason))
    )
  })
}

/** Steps that did not pass, for the message of a failed test. */
function wordsOf({ steps }: CfdiVerification): string {
  const words = Object.entries(steps).map(
    ([name, step]) => `${name} ${step.reason ?? step.missing ?? step.state}`,
  )
  return words.join(', ')
}

describe('verifyCfdi of forged documents', () => {
  it('has some two hundred of them, each with a name of its own', () => {
    expect(forgeries.length).toBeGreaterThan(200)
    expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length)
  })

  it.each(findings)('%s: none is ok, and the right step has the reason', async (finding) => {
    const wrong: string[] = []
    for (const forgery of forgeries.filter((one) => one.finding === finding)) {
      const received = await verifyCfdi(forgery.xml(), policyOf(forgery.trust))
      const { name, verdict = 'invalid' } = forgery
      const isRight =
        !received.ok && received.verdict === verdict && isRefusedThere(forgery, received)
      if (!isRight) wrong.push(`${name}: ${received.verdict}, ${wordsOf(received)}`)
      expect(received.message).toMatch(/\.$/)
    }
    expect(wrong).toEqual([])
  })
})

describe('the verbs for single steps, of forged documents', () => {
  const sealsAlone = forgeries.filter(
    ({ step, trust: own, verdict }) =>
      (step === 'seal' || step === 'certificate') && own === undefined && verdict === undefined,
  )

  it('verifySello is ok for none whose seal or certificate is wrong', async () => {
    expect(sealsAlone.length).toBeGreaterThan(60)
    const wrong: string[] = []
    for (const { name, xml } of sealsAlone) {
      if ((await verifySello(xml(), { anchors: trust.anchors })).ok) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })

  it('verifyTimbre is ok for none whose stamp is wrong, whatever certificate is given', async () => {
    const stamps = forgeries.filter(
      ({ step, name, verdict }) =>
        step === 'stamp' && (verdict === undefined || name.includes('ordinary company')),
    )
    expect(stamps.length).toBeGreaterThan(50)
    const wrong: string[] = []
    for (const { name, xml, trust: own } of stamps) {
      const text = xml()
      const { anchors, pacCertificates, pacs } = policyOf(own)
      for (const certificate of pacCertificates as readonly Uint8Array[]) {
        if ((await verifyTimbre(text, certificate, { anchors, pacs })).ok) wrong.push(name)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('verifyCfdi of genuine documents', () => {
  it('has as many of them as there are forgeries', () => {
    expect(genuine.length).toBeGreaterThanOrEqual(forgeries.length)
  })

  it('each is valid, and is read from the verdict', async () => {
    const wrong: string[] = []
    for (const { name, xml, trust: own } of genuine) {
      const received = await verifyCfdi(xml(), policyOf(own))
      if (!received.ok) wrong.push(`${name}: ${received.verdict}, ${received.message}`)
      else expect(received.document.Sello.trim()).toBe(received.timbre.SelloCFD)
    }
    expect(wrong).toEqual([])
  })
})
