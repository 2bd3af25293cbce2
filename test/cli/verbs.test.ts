import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogNames } from '../../src/catalogs/packed/names.js'
import { cadenaOriginalXml, cadenaTimbre, readCfdi, writeCfdi } from '../../src/index.js'
import { folder } from '../programs.js'
import { bad, draft, good } from './documents.js'
import { cli, root } from './world.js'

const text = (name: string): string => readFileSync(join(root, 'fixtures/documents', name), 'utf8')
const person = ['--cer', 'fixtures/csd/person.cer', '--key', 'fixtures/csd/person.key']
const company = ['--cer', 'fixtures/csd/company.cer', '--key', 'fixtures/csd/company.key']
const password = '12345678a'

describe('read and write', () => {
  it.each(['egreso.json', 'caracteres.json', 'global.json'])('are inverse: %s', async (name) => {
    const { stdout: xml } = await cli(['write', `fixtures/documents/${name}`])
    expect(xml).toBe(`${writeCfdi(JSON.parse(text(name)))}\n`)
    const { stdout: json } = await cli(['read', '-'], { stdin: xml })
    expect(await cli(['write'], { stdin: json })).toEqual({ exit: 0, stdout: xml, stderr: '' })
  })

  it.each([
    ['read', '<factura/>'],
    ['read', '{}'],
    ['write', '{"Version": {}}'],
    ['write', '[]'],
    ['cadena', '<a'],
    ['cadena', '{"Version": {}}'],
  ])('%s of %s ends with 5, and says why', async (verb, stdin) => {
    const { exit, stdout, stderr } = await cli([verb], { stdin })
    expect([exit, stdout]).toEqual([5, ''])
    expect(stderr.length).toBeGreaterThan(20)
  })
})

describe('what the sandbox stamped', () => {
  let xml = ''
  beforeAll(async () => {
    xml = (await cli(['stamp', '--sandbox'], { stdin: draft })).stdout
  })

  it('is a stamped CFDI', () => {
    expect(readCfdi(xml).Complemento?.TimbreFiscalDigital).toBeDefined()
  })

  it('has a cadena original, and its stamp has one', async () => {
    const { TimbreFiscalDigital } = readCfdi(xml).Complemento!
    expect((await cli(['cadena'], { stdin: xml })).stdout).toBe(`${cadenaOriginalXml(xml)}\n`)
    expect((await cli(['cadena', '--timbre'], { stdin: xml })).stdout).toBe(
      `${cadenaTimbre(TimbreFiscalDigital as never)}\n`,
    )
    expect(await cli(['cadena', '--timbre'], { stdin: good })).toMatchObject({ exit: 5 })
  })

  it('is not, when it is wrong', async () => {
    const { exit, stdout, stderr } = await cli(['stamp', '--sandbox', ...person], {
      stdin: bad,
      env: { CSD_PASSWORD: password },
    })
    expect([exit, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^702 [\s\S]*CFDI40104/)
  })
})

describe('a key', () => {
  const stamped = (more: readonly string[], given = {}) =>
    cli(['csd', 'info', company[1]!, ...company.slice(2), ...more], given)

  it.each([
    ['the environment', [], { env: { CSD_PASSWORD: password } }],
    ['a variable', ['--password-env', 'MIA'], { env: { MIA: password } }],
    ['who types it', [], { isTerminal: true, typed: password, env: { NO_COLOR: '1' } }],
    ['a file', ['--password-file', 'contraseña.txt'], {}],
    ['an argument, with a warning', ['--password', password], {}],
  ])('opens with the pass phrase of %s, which is not shown', async (from, more, given) => {
    const cwd = folder({ 'contraseña.txt': `${password}\r\n` })
    const args = more.map((one) => (one.endsWith('.txt') ? join(cwd, one) : one))
    const { exit, stdout, stderr } = await stamped(args, given)
    expect([exit, stderr.includes('aviso:')]).toEqual([0, from.startsWith('an argument')])
    expect(stdout).toContain('abre y es la del certificado')
    expect(stdout + stderr).not.toContain(password)
  })

  it.each([
    ['is wrong', [], { env: { CSD_PASSWORD: 'otra-frase' } }, 5],
    ['is missing', [], {}, 2],
    ['is in no variable', ['--password-env', 'NADA'], { env: { CSD_PASSWORD: password } }, 2],
    ['is in no file', ['--password-file', 'no-hay'], {}, 5],
  ])('does not when it %s', async (_, more, given, exit) => {
    const ended = await stamped(more, given)
    expect([ended.exit, ended.stdout]).toEqual([exit, ''])
    expect(ended.stderr).not.toMatch(/otra-frase|12345678a/)
  })

  it('seals with the CSD that was given, which the sandbox knows by its authority', async () => {
    const { stdout } = await cli(['stamp', '--sandbox', '--json', ...person], {
      stdin: draft,
      env: { CSD_PASSWORD: password },
    })
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 705 })
  })

  it('is told of: whose, what for, until when', async () => {
    expect(
      JSON.parse((await cli(['csd', 'info', '--json', 'fixtures/csd/enye.cer'])).stdout),
    ).toMatchObject({
      rfc: 'PÑA110620H80',
      kind: 'csd',
      state: 'valid',
    })
    expect(await cli(['csd', 'info', 'fixtures/csd/efirma.cer'])).toMatchObject({ exit: 1 })
    expect(await cli(['csd', 'info', 'README.md'])).toMatchObject({ exit: 5, stdout: '' })
    expect(await cli(['csd', 'info', 'no-hay.cer'])).toMatchObject({ exit: 5, stdout: '' })
  })
})

describe('what the SAT says', () => {
  it('of a rule, and of it in a document', async () => {
    for (const code of ['cfdi40167', '40167'])
      expect((await cli(['explain', code])).stdout).toContain('CFDI40167  Concepto.Importe')
    expect(await cli(['explain', 'CFDI4016Z'])).toMatchObject({ exit: 1, stdout: '' })
    const broken = await cli(['explain', 'CFDI40104', '-'], { stdin: bad })
    expect([broken.exit, broken.stdout.includes('no se cumple')]).toEqual([1, true])
    const held = await cli(['explain', '--json', 'CFDI40108', '-'], { stdin: good })
    expect([held.exit, JSON.parse(held.stdout).outcomes[0].outcome]).toEqual([0, 'holds'])
  })

  it('of a code that is no rule: who says it, what it means, what to do', async () => {
    const { exit, stdout } = await cli(['explain', '301'])
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(/^301 {2}al timbrar[\s\S]*Qué hacer: [\s\S]*301 {2}al cancelar/),
    ])
    expect((await cli(['explain', '307'])).stdout).toMatch(
      /Comprobante\.Complemento[\s\S]*el PAC ya timbró el mismo/,
    )
    expect((await cli(['explain', '705'])).stdout).toMatch(/el motor[\s\S]*Finkok/)
    expect((await cli(['explain', 'co1001'])).stdout).toContain('SW Sapien')
    expect((await cli(['explain', 'journal_locked'])).stdout).toContain(
      'PostgreSQL (docs/es/scaling.md)',
    )
    expect(JSON.parse((await cli(['explain', '708', '--json'])).stdout)).toMatchObject({
      rules: [],
      codes: [
        { code: '708', cure: expect.stringContaining('No facture otra vez.') },
        { from: 'Finkok' },
      ],
    })
  })

  it('of a code that nobody knows: what is near, and where to look', async () => {
    const { exit, stdout, stderr } = await cli(['explain', 'CSD_PASWORD'])
    expect([exit, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/¿Quiso decir CSD_PASSWORD\?[\s\S]*docs\/es\/errors\.md/),
    ])
    expect(await cli(['explain', '301', '-'], { stdin: bad })).toMatchObject({
      exit: 2,
      stdout: '',
    })
  })

  it('in a catalogue: a code, words, the beginning, the names', async () => {
    expect(await cli(['catalog', 'UsoCFDI', 'G03'])).toEqual({
      exit: 0,
      stdout: 'G03  Gastos en general.\n',
      stderr: '',
    })
    expect((await cli(['catalog', 'c_UsoCFDI', 'gastos', 'general'])).stdout).toContain('G03')
    expect(await cli(['catalog', 'c_UsoCFDI', 'xyzxyz'])).toMatchObject({ exit: 1, stdout: '' })
    const first = await cli(['catalog', 'c_ClaveProdServ', '--limit', '3'])
    expect([first.stdout.trim().split('\n').length, first.stderr.includes('3 de ')]).toEqual([
      3,
      true,
    ])
    expect((await cli(['catalog'])).stdout.trim().split('\n')).toEqual([...catalogNames])
    expect(
      JSON.parse((await cli(['catalog', 'c_Moneda', 'MXN', '--json'])).stdout)[0].decimales,
    ).toBe(2)
  })
})

describe('the program', () => {
  const main = join(root, 'dist/bundle/cli/main.js')

  it('runs, reads what is piped in, and ends with its code', () => {
    const run = (args: string[], input = '') =>
      execFileSync(process.execPath, [main, ...args], {
        cwd: root,
        input,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(run(['--version'])).toBe(`${version}\n`)
    expect(run(['check'], good)).toContain('✓ -')
    expect(() => run(['check'], bad)).toThrow(expect.objectContaining({ status: 1 }))
  })
})

describe('docs/es/cli.md', () => {
  const page = readFileSync(join(root, 'docs/es/cli.md'), 'utf8')

  it('has every command and option', async () => {
    const { commands } = await import('../../src/cli/commands.js')
    const missing = commands.flatMap(({ name, options }) =>
      [`## ${name}`, ...Object.keys(options).map((option) => `--${option}`)].filter(
        (word) => !page.includes(word),
      ),
    )
    expect(missing).toEqual([])
  })
})
