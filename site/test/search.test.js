/**
 * The search of the built site, with the library that its pages search with: people type these
 * words, and the page is among the first three.
 * @module
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import MiniSearch from 'minisearch'
import { searchOptions } from '../build/search.js'

const chunks = new URL('../out/html/assets/chunks/', import.meta.url)

/** Loads the index of a language as the search box of VitePress does. */
async function loadIndex(language) {
  const file = readdirSync(chunks).find((name) => name.startsWith(`@localSearchIndex${language}.`))
  const { default: index } = await import(new URL(file, chunks))
  return MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...searchOptions.options,
    searchOptions: searchOptions.searchOptions,
  })
}

/** Words that people type, and the page that answers them. */
const questions = {
  root: [
    ['cancelar factura', 'cancellation'],
    ['getting started', 'first-invoice'],
    ['empezar', 'first-invoice'],
    ['express', 'express'],
    ['CSD', 'production'],
    ['complemento de pago', 'payments'],
    ['nómina', 'payroll'],
    ['carta porte', 'carta-porte'],
    ['factura global', 'global-invoice'],
    ['nota de crédito', 'credit-notes'],
    ['retenciones', 'retenciones'],
    ['lambda', 'lambda'],
    ['PostgreSQL', 'scaling'],
    ['redondeo', 'rounding'],
    ['PDF', 'pdf'],
  ],
  en: [
    ['cancel invoice', 'cancellation'],
    ['getting started', 'first-invoice'],
    ['express', 'express'],
    ['CSD', 'production'],
    ['payments', 'payments'],
    ['payroll', 'payroll'],
    ['credit note', 'credit-notes'],
    ['webhook', 'api-clients'],
    ['rounding', 'rounding'],
    ['pdf', 'pdf'],
    ['MCP', 'mcp'],
    ['SDK', 'sdks'],
    ['sqlite', 'sqlite'],
    ['KMS', 'kms'],
  ],
}

for (const [language, asked] of Object.entries(questions)) {
  describe(`the search of ${language}`, async () => {
    const index = await loadIndex(language)
    for (const [words, page] of asked) {
      it(`${words}: ${page}`, () => {
        const found = index.search(words).slice(0, 3)
        const paths = found.map(({ id }) => id.replace(/^.*\/|\.html|#.*$/g, ''))
        assert.ok(paths.includes(page), `the first three: ${found.map(({ id }) => id).join(' ')}`)
      })
    }
  })
}
