/**
 * Programs that are bundled have the catalogues without the long descriptions. Judging needs none
 * of them; reading one says which import has them.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { only } from '../../src/catalogs/only.js'
import { packed } from '../../src/catalogs/packed/codes.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { refuseMissingTexts } from '../../src/catalogs/table.js'
import { check } from '../../src/sat/cfdi40/check.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

const without = createCatalogSet({
  packed: refuseMissingTexts(packed, (owner) => `import ${owner}`),
})

describe('without descriptions', () => {
  const folders = ['fixtures/documents', 'fixtures/complements']
  const documents = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${folder}/${file}`),
  )

  it.each(documents)('%s has the same findings', (file) => {
    const json = JSON.parse(readFileSync(join(root, file), 'utf8'))
    // A wrong code of each kind, so that suggestions are compared too.
    const wrong = { ...json, Moneda: 'MXM', LugarExpedicion: '99999', FormaPago: '98' }
    for (const document of [json, wrong])
      expect(check(document, { catalogs: without })).toEqual(check(document))
  })

  it('a description that is missing is an error, and a code is not', () => {
    expect(without.catalog('c_ClaveProdServ').find('60131300')?.clave).toBe('60131300')
    expect(without.catalog('c_UsoCFDI').get('G03', 'texto')).toBe('Gastos en general.')
    expect(() => without.search('c_ClaveProdServ', 'guitarra')).toThrow(/import c_ClaveProdServ$/)
    expect(() => without.catalog('c_Municipio_CartaPorte').get('001', 'texto', 'JAL')).toThrow(
      expect.objectContaining({ code: 'CATALOG_UNREADABLE' }),
    )
  })

  it('one catalogue alone names its own import', () => {
    const alone = only('c_ClaveUnidad', { c_ClaveUnidad: packed('c_ClaveUnidad') as string })
    expect(alone.has('H87')).toBe(true)
    expect(() => alone.get('H87', 'texto')).toThrow(
      /: cfdi-stamp\/catalogs\/c_ClaveUnidad\.texto has them$/,
    )
  })
})

describe('a program in one file', () => {
  async function said(from: string): Promise<string> {
    const contents = `import { catalogs } from '${from}'
      try { console.log(catalogs.search('c_ClaveProdServ', 'guitarra').length) } catch ({ code, message }) { console.log(code, message) }`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      write: false,
      format: 'esm',
      logLevel: 'silent',
    })
    return execFileSync(process.execPath, ['--input-type=module'], {
      cwd: '/',
      input: outputFiles[0]!.text,
      encoding: 'utf8',
    })
  }

  it('names the import that has the descriptions', async () => {
    expect(await said('cfdi-stamp/catalogs')).toMatch(
      /^CATALOG_UNREADABLE the descriptions of c_ClaveProdServ .*'cfdi-stamp\/catalogs\/all'/,
    )
  })

  it('has them from there', async () => {
    expect(Number(await said('cfdi-stamp/catalogs/all'))).toBeGreaterThan(0)
  })
})
