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
const provider = { id: 'none', stamp: async () => ({ kind: 'unavailable' }) } as unknown as Provider
const of = (options: object = {}) =>
  createEngine({ signers: signer, provider, clock: () => noon, ...options })

describe('what is missing and could be derived', () => {
  const says = async (json: unknown, options: object = {}) =>
    (await of(options).check(json))
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message)

  it('is said with how', async () => {
    expect(await says(patch(draft('ingreso'), { Total: null, SubTotal: null }))).toEqual([
      'Comprobante.SubTotal: falta el atributo obligatorio; "AUTO" o `complete: true` lo calculan.',
      'Comprobante.Total: falta el atributo obligatorio; "AUTO" o `complete: true` lo calculan.',
    ])
    expect(await says(patch(draft('ingreso'), { Total: null }), { complete: true })).toEqual([])
    expect(await says(patch(draft('ingreso'), { Fecha: null }))).toEqual([
      'Comprobante.Fecha: falta el atributo obligatorio; "AUTO" lo pone.',
    ])
    expect(
      await says(patch(draft('ingreso'), { Conceptos: { 0: { Cantidad: null, Importe: null } } })),
    ).toEqual(expect.arrayContaining(['Concepto.Cantidad: falta el atributo obligatorio.']))
  })

  it('is offered where an hour is written as it must not be', async () => {
    expect(await says(patch(draft('ingreso'), { Fecha: '2026-11-20T16:00:00Z' }))).toEqual([
      'Comprobante.Fecha: debe ser la fecha y hora local, AAAA-MM-DDThh:mm:ss, sin Z ni zona ni fracciones de segundo; o "AUTO" (se encontró "2026-11-20T16:00:00Z").',
    ])
  })
})

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
      [
        'catalog',
        'code',
        'element',
        'expected',
        'field',
        'limits',
        'message',
        'path',
        'severity',
      ].sort(),
    )
  })

  it('keeps the cause of a signer, of a source of signers and of folios, for the host and in no copy', async () => {
    const cause = new Error('HSM-PIN-1234')
    const fails = () => {
      throw cause
    }
    const answers = await Promise.all([
      of({ signers: { ...signer, certificate: signer.certificate, sign: fails } }).stamp(
        draft('ingreso'),
      ),
      of({ signers: fails }).stamp(draft('ingreso')),
      of({ folios: { next: fails } }).stamp({ ...draft('ingreso'), Folio: 'AUTO' }),
    ])
    expect(answers).toMatchObject([{ code: 704 }, { code: 703 }, { code: 709 }])
    const [sealing, ...others] = answers as StampFailure[]
    expect(sealing?.cause).toMatchObject({ code: 'SEAL_SIGNER', cause })
    for (const answer of others) expect(answer.cause).toBe(cause)
    for (const answer of answers)
      expect(Object.keys(structuredClone(answer))).not.toContain('cause')
    expect(JSON.stringify(sealing)).not.toContain('HSM')
  })
})
