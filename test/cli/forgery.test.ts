/**
 * No line of the output begins with, or is reordered by, the content of a document or the name of a
 * file; and no text is a command to a CI runner. What a runner reads is written here apart:
 * GitHub's `ActionCommand.cs` trims a line and looks for `::`, and for `##[` anywhere in it.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeCfdi } from '../../src/index.js'
import { folder } from '../programs.js'
import { document } from './documents.js'
import { cli } from './world.js'

/** Every way to end a line, of terminals, editors and log viewers. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const isCommand = (line: string): boolean => /^\s*::/.test(line) || /##\w*\[/.test(line)
// ESC [ … m is this program's own colour. LF ends lines; the rest of the controls, and those of
// direction, are nobody's.
const isControl = (line: string): boolean =>
  [...line.replaceAll(/\u001b\[\d+m/g, '')].some((character) => {
    const code = character.codePointAt(0)!
    return (
      code < 0x20 ||
      (code >= 0x7f && code < 0xa0) ||
      code === 0x61c ||
      (code >= 0x200e && code <= 0x200f) ||
      (code >= 0x2028 && code <= 0x202e) ||
      (code >= 0x2066 && code <= 0x2069)
    )
  })

const ends = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f']
const forged = [
  '::error file=app.js::pwned',
  '##[error]pwned',
  '##vso[task.complete result=Succeeded]',
  '✓ otro.json',
]
const hostile = [
  ...ends.flatMap((end) => forged.map((line) => `x${end}${line}`)),
  ...forged,
  '  ::stop-commands::x',
  'x\u202egnp.exe',
  'x\u2066\u061c\u200f',
  '\u001b[2J\u001b]0;titulo\u0007',
  '\u009b2J',
]
/** XML 1.0 has no other controls than these. */
const isXmlText = (text: string): boolean => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)

/** Every hostile text as the name of a member and as a value. */
const draftWithAll = JSON.stringify({
  ...document,
  ...Object.fromEntries(hostile.map((text) => [text, 'y'])),
  Moneda: hostile[0],
  CfdiRelacionados: hostile.map((text) => ({
    TipoRelacion: text,
    CfdiRelacionado: [{ UUID: text }],
  })),
})

const withName = (text: string) => ({ ...document, Emisor: { ...document.Emisor, Nombre: text } })

/** A stamp that holds the text, behind character references, which attributes keep. */
function stampedWith(text: string): string {
  const escaped = [...text]
    .map((character) => `&#x${character.codePointAt(0)!.toString(16)};`)
    .join('')
  const tfd = `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${escaped}" FechaTimbrado="2026-11-21T10:00:00" RfcProvCertif="${escaped}" SelloCFD="x" NoCertificadoSAT="${escaped}" SelloSAT="x" Otro="${escaped}"/>`
  const xml = writeCfdi(document).replace(/ Moneda="MXN"/, ` Moneda="${escaped}"`)
  return xml.replace(
    '</cfdi:Comprobante>',
    `<cfdi:Complemento>${tfd}</cfdi:Complemento></cfdi:Comprobante>`,
  )
}

const wrongLines = (text: string) =>
  text.split('\n').filter((line) => isCommand(line) || isControl(line))
const own =
  /^(✓ -|✗ -|- -| {2,4}\S| *$|\d+ (documento|borrador|(no )?válido|incompleto|sin leer)|No se preguntó |cfdi-stamp: |\d{3} {2}|CFDI40114)/

/** Those whose lines all begin with words of this program. */
const commands: readonly string[] = [
  'check -',
  'check --quiet -',
  'verify -',
  'explain CFDI40114 -',
  'stamp --sandbox -',
]
const encoders: readonly string[] = [
  'check --json -',
  'check --sarif -',
  'read -',
  'explain CFDI40114 - --json',
  'verify --json -',
  'stamp --sandbox --json -',
]
const exact: readonly string[] = ['write -', 'cadena -', 'cadena --timbre -', 'stamp --sandbox -']

describe('the content of a document', () => {
  it.each(commands)(
    'begins no line of %s, nor is a command to a runner',
    async (line) => {
      const inputs = [draftWithAll, ...hostile.filter(isXmlText).map(stampedWith)]
      for (const stdin of inputs) {
        for (const isTerminal of [false, true]) {
          const { stdout, stderr } = await cli(line.split(' '), { stdin, isTerminal })
          const printed = `${stdout}${stderr}`
          expect(printed).not.toBe('')
          expect(wrongLines(printed)).toEqual([])
          const lines = printed.replaceAll(/\u001b\[\d+m/g, '').split(lineEnds)
          expect(lines.filter((one) => !own.test(one))).toEqual([])
        }
      }
    },
    60_000,
  )

  it.each(encoders)('is escaped by %s, and comes back whole', async (line) => {
    const { stdout, stderr } = await cli(line.split(' '), {
      stdin: line === 'read -' ? stampedWith(hostile[3]!) : draftWithAll,
    })
    expect(wrongLines(`${stdout}${stderr}`)).toEqual([])
    if (line === 'read -') expect(JSON.parse(stdout).Moneda).toBe(hostile[3])
    else
      expect([
        stdout !== '' && JSON.parse(stdout) === undefined,
        stdout === '' && stderr === '',
      ]).toEqual([false, false])
  })

  it.each(exact)(
    '%s writes no line of its own',
    async (line) => {
      for (const text of hostile) {
        for (const stdin of [
          JSON.stringify(withName(text)),
          ...(isXmlText(text) ? [stampedWith(text)] : []),
        ]) {
          const { stdout, stderr } = await cli(line.split(' '), { stdin })
          expect(wrongLines(`${stdout}${stderr}`), JSON.stringify(text)).toEqual([])
        }
      }
    },
    60_000,
  )

  it('nor does an Addenda, which is written as it is', async () => {
    const Addenda = '<a>\n::error file=app.js::pwned\n</a>'
    const stdin = JSON.stringify({ ...document, Addenda })
    expect(await cli(['write'], { stdin })).toMatchObject({ exit: 2, stdout: '' })
    expect((await cli(['write', '--raw'], { stdin })).stdout).toContain(Addenda)
  })
})

describe('the name of a file', () => {
  const names = hostile.map((text) => `${text.replaceAll('/', '-')}.xml`)
  const contents = ['', '<a', '{"']
  const programs = [
    ['check'],
    ['verify'],
    ['check', '--json'],
    ['check', '--sarif'],
    ['verify', '--json'],
    ['cadena'],
    ['read'],
  ]

  it('is not a line, nor reordered, whatever is in the file and whether it is there', async () => {
    const cwd = folder()
    for (const content of contents) {
      for (const name of names) writeFileSync(join(cwd, name), content)
      for (const args of programs) {
        const given = args[0] === 'check' || args[0] === 'verify' ? ['.'] : [names[0]!]
        for (const where of [
          given,
          ['no-hay.xml', ...names.map((name) => `no/${name}`)].slice(0, args.length > 1 ? 9 : 3),
        ]) {
          const { stdout, stderr } = await cli([...args, ...where], { cwd })
          expect(wrongLines(stdout + stderr)).toEqual([])
        }
      }
    }
    expect((await cli([names[0]!], { cwd })).stderr.split(lineEnds)).toHaveLength(2)
  }, 60_000)
})

describe('what is of use only as it is', () => {
  const text = 'MARIANA\u202e TORRES'
  const draft = JSON.stringify({ ...document, Emisor: { ...document.Emisor, Nombre: text } })

  it.each(['cadena', 'write'])(
    '%s is refused when it could alter what is seen, and written whole with --raw',
    async (name) => {
      const { exit, stdout, stderr } = await cli([name], { stdin: draft })
      expect([exit, stdout]).toEqual([2, ''])
      expect(stderr).toContain('--raw')
      const raw = await cli([name, '--raw'], { stdin: draft })
      expect([raw.exit, raw.stdout.includes(text)]).toEqual([0, true])
    },
  )

  it('JSON loses nothing: what could be harmful is escaped', async () => {
    const { stdout } = await cli(['read'], { stdin: writeCfdi(JSON.parse(draft)) })
    expect([stdout.includes('\u202e'), JSON.parse(stdout).Emisor.Nombre]).toEqual([false, text])
  })
})
