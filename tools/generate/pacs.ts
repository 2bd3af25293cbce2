/**
 * `pacs.md` and the page of each PAC, from their dossiers.
 * @module
 */
import type { PacName } from '../../src/pac/pacs.js'
import type { Files } from './parts/files.js'
import { dossiers, pacPage, pacsPage, pageOf } from './parts/pacDossiers.js'

const names = Object.keys(dossiers) as PacName[]

export const generate = (): Files => ({ ...pagesIn('en'), ...pagesIn('es') })

const pagesIn = (lang: 'en' | 'es'): Files => ({
  [`docs/${lang}/pacs.md`]: pacsPage(lang),
  ...Object.fromEntries(
    names.map((name) => [`docs/${lang}/pacs/${pageOf(name)}.md`, pacPage(name, lang)]),
  ),
})
