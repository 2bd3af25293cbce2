/**
 * Search: pages are found by the words that people type, and how-to pages come before the API and
 * the changelog.
 * @module
 */

/** Words that people type for a page and that its heading lacks. */
const words = {
  'first-invoice': {
    es: 'empezar, inicio rápido, tutorial, timbrar una factura, getting started',
    en: 'getting started, quick start, tutorial',
  },
  cancellation: { es: 'cancelar factura', en: 'cancel an invoice' },
  production: { es: 'certificado CSD', en: 'CSD certificate' },
  payments: { es: 'complemento de pago, REP', en: 'complemento de pago, REP' },
  'global-invoice': { es: 'público en general', en: 'público en general' },
  payroll: { es: 'recibo de nómina, payroll', en: 'nómina' },
  pdf: { es: 'PDF de la factura, logotipo', en: 'PDF, logo' },
  events: { es: 'webhooks', en: 'webhooks' },
}

/** Returns the words of a page, by its file among the pages of the site. */
function wordsOf(file) {
  const [, en, at] = /^(en\/)?(.*)\.md$/.exec(file)
  return words[at]?.[en === undefined ? 'es' : 'en']
}

/** Renders a page for the index: its words stand in its heading. */
export async function renderForSearch(source, env, md) {
  const html = await md.render(source, env)
  if (env.frontmatter?.search === false) return ''
  const added = wordsOf(env.relativePath)
  return added === undefined ? html : html.replace(/(<h1[^>]*>.*?)( <a )/, `$1 · ${added}$2`)
}

/** Options of MiniSearch. VitePress sends these functions to the browser as text. */
export const searchOptions = {
  options: {
    processTerm: (term) =>
      term
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, ''),
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 8, text: 1, titles: 2 },
    boostDocument: (id) => {
      if (/\/api\/|\/api\.html|changelog|\/source|contributing/.test(id)) return 0.1
      if (/complements\/|\/rules|\/auto/.test(id)) return 0.4
      return id.includes('#') && !/first-invoice|cancellation/.test(id) ? 1 : 3
    },
  },
}
