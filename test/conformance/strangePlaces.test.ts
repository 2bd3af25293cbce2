/**
 * Known elements in unexpected places: the cadena is the official one, by our code and by our XSLT,
 * and readers refuse them.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cadenaOriginalXml, readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { complements } from '../../src/sat/declarations.js'
import { folder, itWith, transformed } from '../programs.js'
import { shared } from './shared.js'

interface Strange {
  readonly element: string
  readonly place: 'direct' | 'unknown' | 'foreign'
  readonly xml: string
  readonly cadena: string
}

const stylesheet = new URL('../../xslt/cadenaoriginal_4_0.xslt', import.meta.url).pathname
const lines = readFileSync(`${shared}conformance/strange-places.jsonl`, 'utf8').trim().split('\n')
const strange = lines.map((line) => JSON.parse(line) as Strange)
const title = ({ element, place }: Strange): string => `${element} (${place})`

describe('elements in strange places', () => {
  it('are all here', () => {
    expect(strange).toHaveLength(300)
  })

  it('have their official cadena', () => {
    expect(
      strange.filter(({ xml, cadena }) => cadenaOriginalXml(xml) !== cadena).map(title),
    ).toEqual([])
  })

  it('are refused by readers, but for complements that hang straight in cfdi:Complemento', () => {
    const roots = new Set(complements.map(({ prefix, name }) => `${prefix}:${name}`))
    const expected = strange.filter(
      ({ element, place }) => place === 'direct' && roots.has(element),
    )
    expect(strange.filter(({ xml }) => isRead(xml))).toEqual(expected)
    expect(
      strange.filter(({ xml }) => !checkXml(xml).some(({ severity }) => severity === 'error')),
    ).toEqual([])
  })

  itWith('xsltproc', 'have it by our XSLT too', async () => {
    const scratch = folder({})
    const paths = strange.map((_, index) => join(scratch, `${index}.xml`))
    for (const [index, { xml }] of strange.entries()) writeFileSync(paths[index]!, xml)
    const printed = await transformed(stylesheet, paths)
    expect(strange.filter(({ cadena }, index) => printed[index] !== cadena).map(title)).toEqual([])
  })
})

describe('our XSLT', () => {
  const xslt = readFileSync(stylesheet, 'utf8')

  it('reaches nodes at a distance as the SAT’s does', () => {
    const folder = `${shared}sat/schema/`
    const schemas = readdirSync(folder).filter((name) => /^[A-Za-z].*\.json$/.test(name))
    const texts = schemas.map((name) => readFileSync(folder + name, 'utf8'))
    const selects = texts.flatMap((text) =>
      [...text.matchAll(/"select": ?"([^"]+)"/g)].map(([, select]) => select!),
    )
    const far = [...new Set(selects)].filter((select) => /^\.\/\/|[^.]\/[^/]/.test(select))
    expect(far.length).toBeGreaterThan(5)
    expect(
      far.filter((select) => !xslt.includes(`select="${select.replace(/^\.\/(?!\/)/, '')}"`)),
    ).toEqual([
      // The templates of their parents are inline here, one within the other: the same nodes in the
      // same order.
      './cfdi:Retenciones/cfdi:Retencion',
      './cfdi:Traslados/cfdi:Traslado',
    ])
  })
})

function isRead(xml: string): boolean {
  try {
    readCfdi(xml)
    return true
  } catch {
    return false
  }
}
