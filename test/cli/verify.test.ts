import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { World } from '../../src/cli/command.js'
import { folder } from '../programs.js'
import {
  changed,
  forgedChain,
  inventedStamp,
  otherSignature,
  otherStamp,
  pacNumber,
  stamped,
  trustIn,
  unstamped,
} from '../received.js'
import { draft } from './documents.js'
import { cli } from './world.js'

const unstampedSays = 'sin timbre: no es un comprobante fiscal'

/** A folder of accounts payable, and the options that trust its PAC. */
function host(files: Readonly<Record<string, string>>) {
  const cwd = folder()
  const trust = trustIn(cwd)
  mkdirSync(join(cwd, 'recibidas'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(cwd, 'recibidas', name), text)
  return { cwd, trust }
}

async function verify(xml: string, more: readonly string[] = []) {
  const { cwd, trust } = host({ 'a.xml': xml })
  return cli(['verify', 'recibidas', ...(more.length === 0 ? trust : more)], { cwd })
}

describe('verify', () => {
  it('accepts what was stamped, under the authority and with the certificate that are given', async () => {
    const { exit, stdout } = await verify(stamped)
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(/^✓ recibidas\/a\.xml {2}CFDI válido: [\s\S]*\n1 válido\n/),
    ])
  })

  it.each([
    ['without a stamp', unstamped, 'timbre', unstampedSays],
    ['with an invented stamp', inventedStamp, 'timbre', 'SelloSAT'],
    ['with a signature that no PAC made', otherSignature, 'timbre', 'SelloSAT'],
    ['that changed', changed, 'sello', 'cambió'],
    ['with the stamp of another', otherStamp, 'timbre', 'otro comprobante'],
    [
      'of an authority with the same names',
      forgedChain,
      'certificado',
      'ninguna de las autoridades',
    ],
  ])('refuses one %s with 1, and names the step', async (_, xml, step, says) => {
    const { exit, stdout } = await verify(xml)
    expect([exit, stdout]).toEqual([
      1,
      expect.stringContaining('✗ recibidas/a.xml  no es válido\n'),
    ])
    expect(stdout).toMatch(new RegExp(`^  falla  ${step} .*${says}`, 'm'))
    expect(stdout).toContain('1 no válido\n')
  })

  it('lacks the certificate of the PAC: ends with 3, names its number and where the SAT publishes it', async () => {
    const { exit, stdout } = await verify(stamped, ['--only-anchor', 'confianza/ac.cer'])
    expect([exit, stdout]).toEqual([3, expect.stringContaining('? recibidas/a.xml  incompleto')])
    expect(stdout).toContain(`falta  timbre       Falta el certificado ${pacNumber} del PAC`)
    expect(stdout).toContain('https://rdc.sat.gob.mx/rccf/')
  })

  it('does not know an RFC that is not in the list of PACs', async () => {
    const { exit, stdout } = await verify(stamped, [
      '--only-anchor',
      'confianza/ac.cer',
      '--pac',
      'confianza/pac/pac.cer',
    ])
    expect([exit, stdout]).toEqual([
      3,
      expect.stringMatching(/falta {2}timbre .*no está en la lista de PAC/),
    ])
  })

  it('trusts the authorities of the SAT, and those that are added to them', async () => {
    const options = ['--pac', 'confianza/pac', '--pac-list', 'confianza/pac.txt']
    expect((await verify(stamped, options)).exit).toBe(1)
    expect((await verify(stamped, ['--legacy-anchors', ...options])).exit).toBe(1)
    expect((await verify(stamped, ['--anchor', 'confianza', ...options])).exit).toBe(0)
  })

  it('of a folder judges XML and JSON side by side, names each, and ends as the worst', async () => {
    const good = { 'a.xml': stamped, 'a.json': draft }
    const { cwd, trust } = host(good)
    expect(await cli(['verify', 'recibidas', ...trust], { cwd })).toMatchObject({ exit: 0 })
    const files = {
      ...good,
      'b.xml': unstamped,
      'c.xml': forgedChain,
      'd.xml': '',
      'e.xml': stamped.slice(0, 900),
      'f.xml': otherSignature,
    }
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(cwd, 'recibidas', name), text)
    const { exit, stdout } = await cli(['verify', 'recibidas', ...trust], { cwd })
    const marks = [...stdout.matchAll(/^([✓✗?-]) recibidas\/(\w\.\w+)/gm)].map(
      ([, mark, name]) => `${mark}${name}`,
    )
    expect([exit, marks]).toEqual([
      1,
      ['-a.json', '✓a.xml', '✗b.xml', '✗c.xml', '✗d.xml', '✗e.xml', '✗f.xml'],
    ])
    expect(stdout).toContain('es un JSON, un borrador, y no un documento recibido')
    expect(stdout).toContain('✗ recibidas/d.xml: está vacío.\n')
    expect(stdout).toContain('✗ recibidas/e.xml: el XML está cortado')
    expect(stdout).toContain('1 válido, 3 no válidos, 2 sin leer, 1 borrador en JSON\n')
    expect(
      (await cli(['verify', 'recibidas/a.xml', 'recibidas/d.xml', ...trust], { cwd })).exit,
    ).toBe(5)
    expect((await cli(['verify', 'recibidas/a.json', ...trust], { cwd })).exit).toBe(4)
  })

  it('gives the whole verdict as JSON', async () => {
    const { cwd, trust } = host({
      'a.xml': stamped,
      'b.xml': unstamped,
      'c.json': draft,
      'd.xml': '',
    })
    const { exit, stdout } = await cli(['verify', '--json', 'recibidas', ...trust], { cwd })
    const [valid, bare, json, empty] = JSON.parse(stdout).documents
    expect(exit).toBe(1)
    expect(valid).toMatchObject({
      file: 'recibidas/a.xml',
      ok: true,
      verdict: 'valid',
      environment: 'test',
      findings: [],
    })
    expect(valid).toMatchObject({
      steps: { stamp: { state: 'passed' } },
      document: { Version: '4.0' },
      pacCertificate: { noCertificado: pacNumber },
    })
    expect(bare).toMatchObject({
      ok: false,
      verdict: 'invalid',
      steps: { stamp: { state: 'failed', reason: 'absent' } },
    })
    expect([json, empty]).toMatchObject([
      { ok: false, skipped: expect.any(String) },
      { ok: false, unreadable: expect.any(String) },
    ])
  })

  it('asks the SAT for the certificate of a PAC only when it is told to, and keeps it', async () => {
    const { cwd } = host({ 'a.xml': stamped, 'b.xml': stamped })
    const options = ['--only-anchor', 'confianza/ac.cer', '--pac-list', 'confianza/pac.txt']
    const asked: string[] = []
    const send: World['send'] = async ({ url }) => {
      asked.push(url)
      return { status: 200, headers: {}, body: readFileSync(join(cwd, 'confianza/pac/pac.cer')) }
    }
    expect((await cli(['verify', 'recibidas', ...options], { cwd, send })).exit).toBe(3)
    expect(
      (await cli(['verify', 'recibidas', ...options, '--fetch-pac'], { cwd, send })).exit,
    ).toBe(2)
    expect(asked).toEqual([])
    const fetching = [...options, '--pac', 'cache', '--fetch-pac']
    expect(await cli(['verify', 'recibidas', ...fetching], { cwd, send })).toMatchObject({
      exit: 0,
    })
    expect(asked).toEqual([expect.stringContaining(`/${pacNumber}.cer`)])
    expect((await cli(['verify', 'recibidas', ...fetching], { cwd })).exit).toBe(0)
  })

  it('says why the SAT did not give it', async () => {
    const { cwd } = host({ 'a.xml': stamped })
    const send: World['send'] = async () => ({ sent: 'no', error: { code: 'ENOTFOUND' } })
    const args = [
      'verify',
      'recibidas',
      '--only-anchor',
      'confianza/ac.cer',
      '--pac',
      'cache',
      '--fetch-pac',
    ]
    const { exit, stdout } = await cli(args, { cwd, send })
    expect([exit, stdout]).toEqual([3, expect.stringMatching(/Falta el certificado .*ENOTFOUND/)])
  })

  it('is quiet of what is valid', async () => {
    const { cwd, trust } = host({ 'a.xml': stamped, 'b.xml': unstamped })
    const { stdout } = await cli(['verify', '--quiet', 'recibidas', ...trust], { cwd })
    expect(stdout.match(/^[✓✗?]/gm)).toEqual(['✗'])
  })

  it.each([
    [['--pac', 'README.md'], 5, 'README.md: no es un certificado'],
    [['--pac', 'no-hay.cer'], 5, 'no-hay.cer: no existe.'],
    [['--pac', 'docs'], 5, 'no tiene ningún certificado'],
    [['--anchor', 'fixtures/csd/pac.cer'], 5, 'no es de una autoridad'],
    [['--pac-list', 'README.md'], 5, 'no es el RFC de un PAC'],
    [
      ['--only-anchor', 'fixtures/csd/root.cer', '--anchor', 'fixtures/csd/root.cer'],
      2,
      '--only-anchor no va con',
    ],
  ])('does not take %j', async (options, exit, says) => {
    const ended = await cli(['verify', ...options], { stdin: stamped })
    expect([ended.exit, ended.stdout]).toEqual([exit, ''])
    expect(ended.stderr).toContain(says)
  })
})

describe('check of an XML', () => {
  it('says in a line of its own that there is no stamp, which a document before its stamp may lack', async () => {
    const { exit, stdout } = await cli(['check'], { stdin: unstamped })
    expect([exit, stdout]).toEqual([
      0,
      `✓ -\n  ${unstampedSays}\n1 documento, 0 errores, 0 avisos\n`,
    ])
    expect((await cli(['check', '--quiet'], { stdin: unstamped })).stdout).toContain(unstampedSays)
    expect((await cli(['check'], { stdin: stamped })).stdout).toBe(
      '✓ -\n1 documento, 0 errores, 0 avisos\n',
    )
    expect((await cli(['check'], { stdin: draft })).stdout).not.toContain('timbre')
  })

  it.each([
    ['of another document', otherStamp, 'otro comprobante', /^ {2}error {2}CFDI40-S40 /m],
    ['that is invented', inventedStamp, 'SelloSAT', /^ {2}error {2}timbre /m],
  ])('has one error for a stamp %s', async (_, stdin, says, line) => {
    const { exit, stdout } = await cli(['check'], { stdin })
    expect([exit, stdout]).toEqual([1, expect.stringMatching(line)])
    expect(stdout).toContain(says)
    expect(stdout).toContain('\n1 documento, 1 error, 0 avisos\n')
    const [document] = JSON.parse((await cli(['check', '--json'], { stdin })).stdout).documents
    expect([document.ok, JSON.stringify(document).includes(says)]).toEqual([false, true])
    const [{ results }] = JSON.parse((await cli(['check', '--sarif'], { stdin })).stdout).runs
    expect(results).toMatchObject([
      { level: 'error', message: { text: expect.stringContaining(says) } },
    ])
  })
})
