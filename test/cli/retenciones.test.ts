/**
 * The program takes retenciones as it takes CFDI.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cadenaOriginalXml } from '../../src/index.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { cli, root } from './world.js'

const documents = [retenciones20]
const draft = readFileSync(join(root, 'fixtures/retenciones/dividendos.json'), 'utf8')

describe('a retención on the command line', () => {
  let xml = ''
  beforeAll(async () => {
    xml = (await cli(['stamp', '--sandbox'], { stdin: draft })).stdout
  })

  it('is stamped by the sandbox', () => {
    expect(xml).toMatch(/<retenciones:Retenciones .*<tfd:TimbreFiscalDigital /s)
  })

  it('is read, and written as it was', async () => {
    const { stdout: json } = await cli(['read', '-'], { stdin: xml })
    expect(await cli(['write'], { stdin: json })).toMatchObject({ exit: 0, stdout: xml })
  })

  it('has a cadena original', async () => {
    const { stdout } = await cli(['cadena'], { stdin: xml })
    expect(stdout).toBe(`${cadenaOriginalXml(xml, { documents })}\n`)
  })

  it('is checked, and a draft of one is', async () => {
    expect(await cli(['check', '-'], { stdin: xml })).toMatchObject({ exit: 0 })
    expect(await cli(['check', '-'], { stdin: draft })).toMatchObject({ exit: 0 })
    const wrong = draft.replace('"14"', '"16"')
    const { stdout } = await cli(['check', '-'], { stdin: wrong })
    expect(stdout).toContain('Reten20107')
  })

  it('has its rules explained', async () => {
    const { exit, stdout } = await cli(['explain', 'reten20107', '-'], { stdin: xml })
    expect([exit, stdout]).toEqual([0, expect.stringContaining('se cumple')])
  })
})
