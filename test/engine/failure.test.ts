/**
 * What an answer without a stamp keeps of what went wrong.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import type { StampFailure } from '../../src/engine/result.js'
import type { Provider } from '../../src/pac/provider.js'
import { csd, draft, noon } from '../fixtures.js'
import { patch } from '../rules/fixture.js'

const signer = await csd('person')
const provider = { id: 'none' } as unknown as Provider
const of = (options: object = {}) => createEngine({ signers: signer, provider, clock: () => noon, ...options })

describe('StampFailure', () => {
  it('keeps all of a finding but the value that was found', async () => {
    const json = patch(draft('ingreso'), {
      Total: '1.00',
      Conceptos: { 0: { ClaveUnidad: 'QQQ', Importe: '0.01' } },
    })
    const findings = (await of().check(json)).filter(({ severity }) => severity === 'error')
    const { errors } = (await of().stamp(json)) as StampFailure
    expect(errors).toEqual(findings.map(({ value, ...rest }) => rest))
    const keys = new Set(errors.flatMap((error) => Object.keys(error)))
    expect([...keys].sort()).toEqual(
      ['catalog', 'code', 'element', 'expected', 'field', 'limits', 'message', 'path', 'severity'].sort(),
    )
  })

  it('keeps the cause of a signer, of a source of signers and of folios, for the host and in no copy', async () => {
    const cause = new Error('HSM-PIN-1234')
    const fails = () => {
      throw cause
    }
    const answers = await Promise.all([
      of({ signers: { ...signer, certificate: signer.certificate, sign: fails } }).stamp(draft('ingreso')),
      of({ signers: fails }).stamp(draft('ingreso')),
      of({ folios: { next: fails } }).stamp({ ...draft('ingreso'), Folio: 'AUTO' }),
    ])
    expect(answers).toMatchObject([{ code: 704 }, { code: 703 }, { code: 709 }])
    const [sealing, ...others] = answers as StampFailure[]
    expect((sealing?.cause as Error).cause).toBe(cause)
    for (const answer of others) expect(answer.cause).toBe(cause)
    for (const answer of answers) expect(Object.keys(structuredClone(answer))).not.toContain('cause')
    expect(JSON.stringify(sealing)).not.toContain('HSM')
  })
})
