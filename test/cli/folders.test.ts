/**
 * Folders as they are on disks: XML and JSON side by side, and what is neither under their names.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeCfdi } from '../../src/index.js'
import { defaultLimits } from '../../src/lib/limits.js'
import { folder } from '../programs.js'
import { document, good } from './documents.js'
import { cli } from './world.js'

const xml = writeCfdi(document)
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const deep = (tag: string) =>
  `<${tag} xmlns="http://www.sat.gob.mx/esquemas/retencionpago/1" Version="1.0"/>`

/** Content, and how it is named. */
const foreign: readonly (readonly [file: string, content: string | Uint8Array, says: string])[] = [
  ['vacio.xml', '', 'está vacío.'],
  ['bom.xml', '\ufeff \r\n', 'está vacío: solo tiene espacios.'],
  ['ceros.xml', new Uint8Array(2_000), 'está vacío: sus 2000 bytes son ceros.'],
  ['zip.xml', Buffer.from('PK\u0003\u0004....', 'latin1'), 'es un archivo ZIP'],
  ['gz.xml', gzipSync(xml), 'está comprimido con gzip'],
  ['pdf.xml', '%PDF-1.7\n', 'es un PDF'],
  ['png.xml', Buffer.from('\u0089PNG\r\n\u001a\n\0', 'latin1'), 'es una imagen'],
  ['binario.xml', Buffer.from([1, 2, 0, 3, 250, 251]), 'no es un XML ni un JSON: es binario.'],
  ['texto.xml', 'Estimado cliente:', 'no es un XML ni un JSON: no empieza como ellos.'],
  [
    'html.xml',
    '\n<!DOCTYPE html><html><body>Sesión expirada</body></html>',
    'es una página web (HTML), no un CFDI.',
  ],
  ['cortado.xml', xml.slice(0, 500), 'el XML está cortado: '],
  ['roto.xml', `${xml}<`, 'el XML está cortado: '],
  ['mezclado.xml', `${xml}${xml}`, 'el XML está dañado: '],
  [
    'latin1.xml',
    Buffer.from(xml.replace('MARIANA', 'MARÍA'), 'latin1'),
    'el XML está dañado: El XML no está en la codificación',
  ],
  [
    'cfdi33.xml',
    '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" Version="3.3"/>',
    'no es un CFDI 4.0: es un CFDI 3.3.',
  ],
  [
    'retencion.xml',
    deep('Retenciones'),
    'no es un CFDI 4.0: es un CFDI de retenciones e información de pagos 1.0.',
  ],
  [
    'acuse.xml',
    '<?xml version="1.0"?><!-- <x> --><Acuse Fecha="2026-11-20"/>',
    'no es un CFDI 4.0: es un acuse',
  ],
  ['otro.xml', '<factura/>', 'no es un CFDI 4.0: es un XML de otra clase (factura).'],
  ['cortado.json', good.slice(0, 300), 'el JSON está cortado: no termina.'],
  [
    'roto.json',
    '{\n "Version": "4.0",\n "Emisor": {"Rfc" "x"}\n}',
    'el JSON está dañado (línea 3, columna ',
  ],
  [
    'latin1.json',
    Buffer.from('{"Version": "4.0", "Nombre": "Ñ"}', 'latin1'),
    'el JSON no está en UTF-8.',
  ],
  ['utf16.json', utf16(good), 'el JSON no está en UTF-8.'],
  ['package.json', '{"name": "x", "private": true}', 'es un JSON, pero no de un CFDI'],
  ['lista.json', '[1]', 'El comprobante debe ser un objeto JSON.'],
]

function host(): string {
  const cwd = folder()
  for (const [file, content] of foreign) writeFileSync(join(cwd, file), content)
  writeFileSync(join(cwd, 'bueno.xml'), xml)
  writeFileSync(join(cwd, 'utf16.xml'), utf16(xml.replace('encoding="UTF-8"', 'encoding="UTF-16"')))
  return cwd
}

describe('check', () => {
  it('names each file that is not a CFDI, in Spanish, and judges the others', async () => {
    const { exit, stdout } = await cli(['check', '.'], { cwd: host() })
    const lines = stdout.split('\n')
    const missing = foreign.filter(
      ([file, , says]) =>
        !lines.some(
          (line) => line.startsWith(`✗ ${file}: ${says.slice(0, 3)}`) && line.includes(says),
        ),
    )
    expect(missing.map(([file]) => lines.find((line) => line.includes(file)))).toEqual([])
    expect(lines.filter((line) => line.startsWith('✓'))).toEqual(['✓ bueno.xml', '✓ utf16.xml'])
    expect(stdout).toContain(
      `${foreign.length + 2} documentos, 0 errores, 0 avisos, ${foreign.length} sin leer\n`,
    )
    expect(exit).toBe(5)
  })

  it('has no English in it', async () => {
    const { stdout } = await cli(['check', '.'], { cwd: host() })
    expect(stdout).not.toMatch(/unexpected|encod(ed|ing) (data|was)|expected|position|token/i)
  })

  it.each(['json', 'sarif'])('of --%s has every file', async (option) => {
    const { exit, stdout } = await cli(['check', `--${option}`, '.'], { cwd: host() })
    const log = JSON.parse(stdout)
    const names = (
      option === 'json'
        ? log.documents.map(
            (one: { file: string; unreadable?: string }) => one.unreadable && one.file,
          )
        : log.runs[0].invocations[0].toolExecutionNotifications.map(
            (one: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
              one.locations[0]!.physicalLocation.artifactLocation.uri,
          )
    ).filter((name: unknown) => name !== undefined)
    expect([exit, names.sort()]).toEqual([5, foreign.map(([file]) => file).sort()])
  })

  it('ends as the worst: an error before what cannot be read', async () => {
    const cwd = folder({
      'a.xml': '',
      'b.xml': xml.replace(' Moneda="MXN"', ' Moneda="MXX"'),
      'c.xml': xml,
    })
    expect((await cli(['check', '.'], { cwd })).exit).toBe(1)
    expect((await cli(['check', 'a.xml', 'c.xml'], { cwd })).exit).toBe(5)
    expect((await cli(['check', 'c.xml'], { cwd })).exit).toBe(0)
  })
})

describe('a folder', () => {
  it('with links that lead back ends, and says that they were left out', async () => {
    const cwd = folder({ 'a.xml': xml })
    mkdirSync(join(cwd, 'dentro'))
    symlinkSync('..', join(cwd, 'dentro/arriba'))
    symlinkSync('yo.xml', join(cwd, 'yo.xml'))
    const { exit, stdout, stderr } = await cli(['check', '.'], { cwd })
    expect([exit, stdout.match(/^✓ .*$/gm), stderr]).toEqual([
      0,
      ['✓ a.xml'],
      'carpeta .: 2 enlaces sin seguir.\n',
    ])
    const looped = await cli(['check', 'yo.xml', 'a.xml'], { cwd })
    expect([looped.exit, looped.stdout]).toEqual([
      5,
      expect.stringContaining('✗ yo.xml: es un enlace que vuelve a sí mismo.\n✓ a.xml'),
    ])
  })

  it('of which a part cannot be read is judged but for that', async () => {
    const cwd = folder({ 'a.xml': xml })
    // Node cannot remove what no path leads to: from the inside out, a folder at a time.
    onTestFinished(() => {
      execFileSync(process.execPath, ['-e', unnest], { cwd })
      rmSync(cwd, { recursive: true, force: true })
    })
    const unnest =
      "const name = '0'.repeat(250); for (let at = 0; at < 17; at += 1) process.chdir(name); for (let at = 0; at < 17; at += 1) { process.chdir('..'); fs.rmdirSync(name) }"
    // Nested deeper than the system takes a path. Root may read every other folder.
    const nest =
      "for (let at = 0; at < 17; at += 1) { const name = '0'.repeat(250); fs.mkdirSync(name); process.chdir(name) }"
    execFileSync(process.execPath, ['-e', nest], { cwd })
    const { exit, stdout } = await cli(['check', '.'], { cwd })
    const problem = /^✗ 0[0/]+: tiene un nombre demasiado largo\.$/m
    expect([exit, stdout]).toEqual([5, expect.stringMatching(problem)])
    expect(stdout).toContain('✓ a.xml\n')
  })

  it('opens names that are not UTF-8, as old archives leave them', async () => {
    const cwd = folder({ 'año ñ.xml': xml, '-raro.xml': xml, '#%20 ?&.xml': xml })
    writeFileSync(
      Buffer.concat([Buffer.from(`${cwd}/Factura_A`), Buffer.from([0xf1]), Buffer.from('o.xml')]),
      xml,
    )
    const { exit, stdout } = await cli(['check', '.'], { cwd })
    expect([exit, stdout.match(/^✓ .*$/gm)]).toEqual([
      0,
      ['✓ #%20 ?&.xml', '✓ -raro.xml', '✓ Factura_Año.xml', '✓ año ñ.xml'],
    ])
  })

  it('says that archives were not opened', async () => {
    const cwd = folder({ 'descarga.zip': 'PK\u0003\u0004', 'a.xml': xml })
    expect(await cli(['check', '.'], { cwd })).toMatchObject({
      exit: 0,
      stderr: 'carpeta .: 1 archivo .zip sin abrir: descomprima antes de revisar.\n',
    })
  })

  it('of thousands is judged in order, and once each', async () => {
    const cwd = folder()
    for (let at = 0; at < 1_000; at += 1)
      writeFileSync(join(cwd, `${String(at).padStart(4, '0')}.xml`), at === 7 ? '' : '<x/>')
    const { exit, stdout } = await cli(['check', '.', '0001.xml', './0001.xml'], { cwd })
    const lines = stdout.trimEnd().split('\n')
    expect([exit, lines.length, lines.at(-1)]).toEqual([
      5,
      1_001,
      '1000 documentos, 0 errores, 0 avisos, 1000 sin leer',
    ])
    expect(lines[7]).toBe('✗ 0007.xml: está vacío.')
  })
})

describe('what has no end', () => {
  const endless = async function* () {
    for (;;) yield new Uint8Array(1_000_000)
  }

  it('is not read to it', async () => {
    const most = `${Math.floor(defaultLimits.length / 1e6)} MB`
    const piped = await cli(['check'], { stdin: endless() })
    expect([piped.exit, piped.stdout]).toEqual([
      5,
      expect.stringContaining(`✗ -: mide más de ${most}`),
    ])
    const device = await cli(['check', '/dev/zero'])
    expect([device.exit, device.stdout]).toEqual([
      5,
      expect.stringContaining(`✗ /dev/zero: mide más de ${most}`),
    ])
  })
})
