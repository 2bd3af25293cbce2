import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { check, checkXml, writeCfdi } from '../../src/index.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import * as ordinary from '../../src/sat/ordinary.js'

const fixtures = new URL('../../fixtures/', import.meta.url)
const at = new Date('2026-11-21T18:00:00Z')

type Json = Record<string, unknown>

const documents = ['documents', 'complements'].flatMap((folder) =>
  readdirSync(new URL(folder, fixtures))
    .filter((file) => file.endsWith('.json'))
    .map((file): [string, Json] => [
      file,
      JSON.parse(readFileSync(new URL(`${folder}/${file}`, fixtures), 'utf8')),
    ]),
)

const isApart = ([name]: [string, Json]): boolean => /^(?:cartaPorte|comercioExterior)/.test(name)

/** A document, and the same with each member missing or unknown, so that rules have findings. */
const variantsOf = (document: Json): Json[] => [
  document,
  ...Object.keys(document).flatMap((name) => [
    { ...document, [name]: undefined },
    { ...document, [name]: 'ZZ9' },
  ]),
]

describe('cfdi-stamp/ordinary', () => {
  it.each(documents.filter((one) => !isApart(one)))('finds in %s what check finds', (_, whole) => {
    for (const document of variantsOf(whole))
      expect(ordinary.check(document, { at })).toEqual(check(document, { at }))
  })

  it('finds in XML what checkXml finds', () => {
    const [, document] = documents.find(([name]) => name === 'nomina12.ordinaria.json')!
    const xml = writeCfdi({
      ...(document as never as Comprobante),
      Fecha: '2026-11-21T10:00:00',
      NoCertificado: '3'.repeat(20),
    })
    expect(ordinary.checkXml(xml, { at })).toEqual(checkXml(xml, { at }))
  })

  it.each(documents.filter(isApart))(
    'refuses %s, and names the import that checks it',
    (_, document) => {
      expect(() => ordinary.check(document, { at })).toThrow(
        expect.objectContaining({
          code: 'CATALOG_UNREADABLE',
          message: expect.stringMatching(
            /^c_\w+ is not in cfdi-stamp\/ordinary: import check and checkXml of cfdi-stamp instead$/,
          ),
        }),
      )
    },
  )

  it('refuses the descriptions likewise', () => {
    expect(() => ordinary.catalogs.catalog('c_ClaveUnidad').find('H87')?.texto).toThrow(
      expect.objectContaining({ code: 'CATALOG_UNREADABLE' }),
    )
  })
})
