import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { check, readCfdi, writeCfdi } from '../../src/index.js'
import { folder } from '../programs.js'
import { bad, draft, good } from './documents.js'
import { cli } from './world.js'

/** A folder of a host: nested, with what is no document. */
function host(): string {
  const cwd = folder({ 'b malo.json': bad, 'a.json': good, 'notas.txt': 'nada', '.oculto.txt': '' })
  mkdirSync(join(cwd, '2026/11'), { recursive: true })
  writeFileSync(join(cwd, '2026/11/c.XML'), writeCfdi(JSON.parse(good)))
  for (const hidden of ['.git', 'node_modules']) {
    mkdirSync(join(cwd, hidden))
    writeFileSync(join(cwd, hidden, 'x.json'), '{')
  }
  return cwd
}

describe('check', () => {
  it.each([
    ['JSON', good, 0],
    ['JSON with a BOM', `\ufeff${good}`, 0],
    ['XML', writeCfdi(JSON.parse(good)), 0],
    ['a wrong document', bad, 1],
    ['XML that is cut', '<cfdi:Comprobante', 5],
    ['XML of another kind', '<factura/>', 5],
    ['what is no JSON', 'hola', 5],
    ['nothing', '', 5],
  ])('ends as %s deserves', async (_, stdin, exit) => {
    expect((await cli(['check', '-'], { stdin })).exit).toBe(exit)
    expect((await cli(['check'], { stdin })).exit).toBe(exit)
  })

  it('says the findings of the library, each in a line with its path', async () => {
    const { stdout } = await cli(['check'], { stdin: bad })
    const findings = check(JSON.parse(bad))
    expect(findings.length).toBeGreaterThan(3)
    for (const { code, message, path } of findings)
      expect(stdout).toContain(`${code}  ${message}  ${path}\n`)
    expect(stdout).toMatch(/1 documento, \d+ errores, 1 aviso\n$/)
  })

  it('finds the documents of a folder, in order, and no others', async () => {
    const { exit, stdout, stderr } = await cli(['check', '.'], { cwd: host() })
    expect([exit, stderr]).toEqual([1, ''])
    expect(stdout.match(/^[✓✗] .*$/gm)).toEqual(['✓ 2026/11/c.XML', '✓ a.json', '✗ b malo.json'])
    expect(stdout).toContain('3 documentos')
  })

  it('judges what can be read when something cannot', async () => {
    const { exit, stdout } = await cli(['check', 'no-hay.xml', 'a.json', 'a.json'], { cwd: host() })
    expect(exit).toBe(5)
    expect(stdout).toContain('no-hay.xml: no existe.')
    expect(stdout).toContain('✓ a.json')
    expect(stdout).toContain('2 documentos, 0 errores, 0 avisos, 1 sin leer')
  })

  it.each(['check', 'verify'])(
    '%s says that a folder without documents was not judged, and ends so',
    async (command) => {
      const cwd = folder({ 'notas.txt': 'nada' })
      mkdirSync(join(cwd, 'vacía'))
      for (const path of ['.', 'vacía']) {
        const { exit, stderr } = await cli([command, path], { cwd })
        expect([exit, stderr]).toEqual([
          4,
          `carpeta ${path}: no hay ningún .xml ni .json; nada se revisó.\n`,
        ])
      }
      const { exit, stdout } = await cli([command, 'vacía', '--json'], { cwd })
      expect([exit, JSON.parse(stdout)]).toEqual([4, { documents: [] }])
      writeFileSync(join(cwd, 'a.xml'), 'nada')
      expect((await cli([command, 'vacía', 'a.xml'], { cwd })).exit).not.toBe(4)
    },
  )

  it('is quiet of what has no findings', async () => {
    const { stdout } = await cli(['check', '--quiet', '.'], { cwd: host() })
    expect(stdout.match(/^[✓✗] .*$/gm)).toEqual(['✓ 2026/11/c.XML', '✗ b malo.json'])
    expect(stdout).toContain('✓ 2026/11/c.XML\n  sin timbre')
  })

  it('reports a seal of another text, which no rule sees', async () => {
    const sealed = writeCfdi(JSON.parse(good))
    const changed = sealed.replace('Folio="1"', 'Folio="2"')
    const stdin = changed
    expect((await cli(['check', '-'], { stdin: sealed })).exit).toBe(0)
    const shown = await cli(['check', '-'], { stdin })
    expect(shown.exit).toBe(1)
    expect(shown.stdout).toContain('error  sello  Sello es de otro texto')
    const { documents } = JSON.parse((await cli(['check', '--json', '-'], { stdin })).stdout)
    expect(documents).toMatchObject([{ ok: false, findings: [], seal: { reason: 'changed' } }])
    const sarif = JSON.parse((await cli(['check', '--sarif', '-'], { stdin })).stdout)
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'sello', level: 'error' }, {}])
  })

  it('says of a draft what the stamp would', async () => {
    const cwd = folder({
      'a.json': draft,
      'b.json': JSON.stringify({ ...JSON.parse(draft), Moneda: 'MNX' }),
    })
    const { exit, stdout } = await cli(['check', '.'], { cwd })
    expect(exit).toBe(1)
    expect(stdout).toMatch(/✓ a.json\n✗ b.json\n {2}error {2}CFDI40113/)
  })

  it('names the option that would derive an amount as it is written here', async () => {
    const { Total: _, ...rest } = JSON.parse(draft)
    const { stdout } = await cli(['check'], { stdin: JSON.stringify({ ...rest, Fecha: 'AUTO' }) })
    expect([stdout.includes('--complete'), stdout.includes('complete: true')]).toEqual([
      true,
      false,
    ])
  })

  it('gives JSON', async () => {
    const { stdout } = await cli(['check', '--json', '.', 'no-hay.xml'], { cwd: host() })
    const { documents } = JSON.parse(stdout)
    expect(documents.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false, false])
    expect(documents[2].findings).toEqual(JSON.parse(JSON.stringify(check(JSON.parse(bad)))))
    expect(documents[3].unreadable).toContain('no existe')
  })
})

describe('SARIF', () => {
  // Of draft 4, of which nothing is in it that a later one says otherwise, but for its own name.
  const {
    $schema: _,
    id: __,
    ...schema
  } = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const formats = { uri: true, 'uri-reference': true, 'date-time': true } as const
  const validate = new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: { ...formats },
  }).compile(schema)

  it('is what its schema asks', async () => {
    const { exit, stdout } = await cli(['check', '--sarif', '.', 'no-hay.xml'], { cwd: host() })
    const log = JSON.parse(stdout)
    expect([validate(log), validate.errors, exit]).toEqual([true, null, 1])
    const [{ results, invocations, tool }] = log.runs
    const [note, ...errors] = results
    expect(note).toMatchObject({ ruleId: 'timbre', level: 'note' })
    expect(errors).toHaveLength(check(JSON.parse(bad)).length)
    expect(errors[0].locations[0].physicalLocation.artifactLocation.uri).toBe('b%20malo.json')
    expect(invocations[0].executionSuccessful).toBe(false)
    const rules = tool.driver.rules.map(({ id }: { id: string }) => id)
    expect(results.filter(({ ruleId }: { ruleId: string }) => !rules.includes(ruleId))).toEqual([])
  })

  it('would not be, with a level that there is none of', () => {
    expect(
      validate({
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: {}, level: 'aviso' }] }],
      }),
    ).toBe(false)
  })
})

describe('a terminal', () => {
  const coloured = '\u001b[31m'

  it('has colours unless NO_COLOR is set; a pipe has none unless FORCE_COLOR is', async () => {
    const said = async (isTerminal: boolean, env: Record<string, string>) =>
      (await cli(['check', '-'], { stdin: bad, isTerminal, env })).stdout.includes(coloured)
    expect(await said(true, {})).toBe(true)
    expect(await said(true, { NO_COLOR: '1' })).toBe(false)
    expect(await said(true, { TERM: 'dumb' })).toBe(false)
    expect(await said(false, {})).toBe(false)
    expect(await said(false, { FORCE_COLOR: '1' })).toBe(true)
  })

  it('sees how far a folder is, and nothing of it remains', async () => {
    const { stderr } = await cli(['check', '.'], { cwd: host(), isTerminal: true })
    expect(stderr).toContain('2 de 3')
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
  })

  it('is not moved by what a document holds', async () => {
    const document = { ...readCfdi(writeCfdi(JSON.parse(good))), Moneda: '\u001b[2J\u0007MXN' }
    const { stdout } = await cli(['check'], { stdin: JSON.stringify(document) })
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})
