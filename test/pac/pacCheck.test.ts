/** `npm run pac:check`, against the fakes. */
import { describe, expect, it } from 'vitest'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../src/pac/sandbox/testSealer.js'
import { fakeAccount } from '../../src/pac/fakes/fake.js'
import { checkPac, main, reportOf, tableOf } from '../../tools/pacCheck.js'
import { type Fake, providerOf, startFake } from './pacs/pacs.js'

const pac = createSandboxPac()

describe('what it prints', () => {
  it.each([
    [
      'finkok',
      'confirmed only if it says that it is the same: unknown · stamped · 307',
      'before: absent; after: stamped · earlier',
    ],
    ['prodigia', 'confirmed: the same UUID', 'before: unknown'],
    ['fel', 'unknown · stamped · 801', 'after: stamped · earlier'],
  ] as const)('%s', async (name, repeat, find) => {
    const fake = await startFake(name, { pac })
    const table = tableOf(await checkPac(name, providerOf(fake), await createTestSealer(pac)))
    await fake.close()
    expect(table).toContain(repeat)
    expect(table).toContain(find)
    expect(table).toContain('Vigente')
    expect(table).toMatch(/changed after it was sealed: rejected · 302/)
  })
})

describe('with --cancel', () => {
  const sign = async (uuid: string) =>
    `<Cancelacion xmlns="http://cancelacfd.sat.gob.mx"><Folios><Folio UUID="${uuid}" Motivo="02"/></Folios><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></Cancelacion>`
  const names: readonly Fake['name'][] = [
    'finkok',
    'solucionFactible',
    'prodigia',
    'sifei',
    'ntlink',
    'comercioDigital',
    'sw',
    'timbox',
  ]

  it.each(names)(
    '%s: cancels the first document, once and again, and asks the status',
    async (name) => {
      const fake = await startFake(name, { pac })
      const table = tableOf(
        await checkPac(name, providerOf(fake), await createTestSealer(pac), sign),
      )
      const refusals = [...fake.refusals]
      await fake.close()
      expect(refusals).toEqual([])
      expect(table).toContain('once: accepted · 201')
      expect(table).toContain('again: accepted · 202')
      expect(table).toContain('then: Cancelado')
    },
  )
})

it('tells how to record an account that cannot stamp', async () => {
  const fake = await startFake('fel', { pac, credits: 0 })
  const findings = await checkPac('fel', providerOf(fake), await createTestSealer(pac))
  await fake.close()
  expect(tableOf(findings)).toContain('account: [{"text":"Sin timbres disponibles","means":"…"}]')
})

it('its report holds nothing of the account, of its holder, or of a document', () => {
  const { user, password } = fakeAccount
  const base64 = Buffer.from(`${user}:${password}`).toString('base64')
  const answer = `unknown · El usuario ${user} (${password}, ${base64}) de EKU9003173C9, ESCUELA KEMPER, no timbró 01724196-AC5A-4735-B621-E3B42BCBB459`
  const report = reportOf(
    'finkok',
    [{ topic: 'stamp', held: 'yes, recorded', answer }],
    [user, password, 'ESCUELA KEMPER'],
  )
  expect(JSON.parse(report)).toMatchObject({ pac: 'finkok', findings: [{ topic: 'stamp' }] })
  for (const secret of [user, password, base64, 'EKU9003173C9', 'KEMPER', '01724196'])
    expect(report).not.toContain(secret)
})

it('does not run in CI, and says what it lacks', async () => {
  await expect(main('finkok', { CI: '1' })).rejects.toThrow('not for CI')
  await expect(main('nadie', {})).rejects.toThrow('which PAC? finkok')
  await expect(main('finkok', { PAC_USER: 'u' })).rejects.toThrow('PAC_PASSWORD is missing')
  await expect(main('finkok', { PAC_USER: 'u' }, ['--otro'])).rejects.toThrow('--cancel, --report')
  await expect(main('finkok', { PAC_USER: 'u' }, ['--report'])).rejects.toThrow(
    '--cancel, --report',
  )
})
