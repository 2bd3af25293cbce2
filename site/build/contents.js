/**
 * What is on the site and where: the table of contents, of which pages, menus and links are made. A page has its source in the
 * tree, its address, its title in both languages, and the language it is written in.
 * @module
 */

import { existsSync } from 'node:fs'
import { subpaths } from './subpaths.js'

/** @typedef {{ source: string, at: string, es: string, en: string, lang: 'es' | 'en' | 'both' }} Page */

/** A page by its cells. */
const page = (source, at, es, en, lang) => ({ source, at, es, en, lang })
const both = (source, at, es, en) => page(source, at, es, en, 'both')

/** A program of `examples/recipes`, by its folder. */
const recipe = (name, es, en) => page(`examples/recipes/${name}/README.md`, `recetas/${name}`, es, en, 'es')

/** The page of a PAC. */
const pac = (name, title) => page(`docs/pacs/${name}.md`, `en/pacs/${name}`, title, title, 'en')

/** The sections of the menu, in order. What is in one language only is listed in the menu of the other, and says so. */
export const contents = [
  {
    es: 'Empezar',
    en: 'Start',
    pages: [
      page('README.es.md', 'guia', 'Qué es y qué hace', 'What it is', 'es'),
      page('README.md', 'en/guide', 'Qué es y qué hace', 'What it is', 'en'),
      page('docs/documentos.md', 'documentos', 'Global, pago, nómina, KMS', 'Builders, many, a KMS', 'es'),
      page('docs/produccion.md', 'produccion', 'De cero a producción', 'From zero to production', 'es'),
      page('docs/tropiezos.md', 'tropiezos', 'Tropiezos de quien empieza', 'Mistakes of beginners', 'es'),
      page('docs/errores.md', 'errores', 'Los errores y su cura', 'Errors and their cure', 'es'),
      page('docs/drafts.md', 'en/drafts', 'Borradores con tipos', 'Typed drafts', 'en'),
    ],
  },
  {
    es: 'Recetas',
    en: 'Recipes',
    pages: [
      page('examples/recipes/README.md', 'recetas', 'Todas las recetas', 'All recipes', 'es'),
      recipe('endpoint', 'Un endpoint con base de datos', 'An endpoint with a database'),
      recipe('factura-global', 'De tickets a factura global', 'From tickets to the global invoice'),
      recipe('recibo-de-pago', 'Un pago en tres monedas', 'A payment over three currencies'),
      recipe('nomina', 'Cincuenta recibos de nómina', 'Fifty payslips'),
      recipe('carta-porte', 'Carta Porte', 'Carta Porte'),
      recipe('validador', 'Validar una carpeta', 'Validate a folder'),
      recipe('kms', 'La llave en un KMS', 'A key in a KMS'),
      recipe('lambda', 'AWS Lambda', 'AWS Lambda'),
      recipe('nextjs', 'Next.js', 'Next.js'),
      page('examples/worker/README.md', 'en/worker', 'Una cola de trabajos', 'A queue of jobs', 'en'),
    ],
  },
  {
    es: 'El documento',
    en: 'The document',
    pages: [
      both('docs/auto.md', 'auto', 'Todo lo que puede decir "AUTO"', 'All that may say "AUTO"'),
      both('docs/rules.md', 'reglas', 'Todas las reglas', 'Every rule'),
      page('docs/complements.md', 'en/complements', 'Todos los complementos', 'Every complement', 'en'),
      page('docs/catalogs.md', 'en/catalogs', 'Los catálogos', 'The catalogues', 'en'),
      page('docs/rounding.md', 'en/rounding', 'Cómo se redondea', 'Rounding', 'en'),
      page('docs/schemas.md', 'en/schemas', 'JSON Schema, zod, OpenAPI', 'JSON Schema, zod, OpenAPI', 'en'),
      page('docs/impresa.md', 'impresa', 'La representación impresa', 'The printed document (es)', 'es'),
      page('docs/pdf.md', 'en/pdf', 'PDF y vista, con ejemplos', 'The printed document', 'en'),
    ],
  },
  {
    es: 'En operación',
    en: 'In operation',
    pages: [
      page('docs/pacs.md', 'en/pacs', 'Los ocho PAC', 'The eight PACs', 'en'),
      page('docs/failover.md', 'en/failover', 'Respaldo entre PAC', 'Failover', 'en'),
      page('docs/keys.md', 'en/keys', 'Un pedido, una factura', 'One order, one invoice', 'en'),
      page('docs/scaling.md', 'en/scaling', 'Muchas máquinas', 'Many machines', 'en'),
      page('docs/journal.md', 'en/journal', 'La bitácora en disco', 'The journal on disk', 'en'),
      page('docs/cancelacion.md', 'cancelacion', 'Cancelación', 'Cancellation (es)', 'es'),
      page('docs/cancellation.md', 'en/cancellation', 'Cancelación, completa', 'Cancellation', 'en'),
      page('docs/performance.md', 'en/performance', 'Qué tan rápido', 'How fast', 'en'),
    ],
  },
  {
    es: 'Cada PAC',
    en: 'Each PAC',
    pages: [
      pac('finkok', 'Finkok'),
      pac('solucionFactible', 'Solución Factible'),
      pac('prodigia', 'Prodigia'),
      pac('fel', 'FEL'),
      pac('sifei', 'SIFEI'),
      pac('ntlink', 'NTLink'),
      pac('comercioDigital', 'Comercio Digital'),
      pac('sw', 'SW Sapien'),
    ],
  },
  {
    es: 'Línea de comandos y servidor',
    en: 'Command line and server',
    pages: [
      page('docs/cli.md', 'cli', 'npx cfdi-stamp', 'npx cfdi-stamp', 'es'),
      page('docs/runtimes.md', 'en/runtimes', 'Dónde corre: matriz', 'Where it runs: the matrix', 'en'),
      page('docs/service.md', 'en/service', 'El servicio', 'The service', 'en'),
      page('docs/server.md', 'en/server', 'El servidor', 'The server', 'en'),
      page('docs/events.md', 'en/events', 'Avisos', 'Events', 'en'),
      page('docs/api-clients.md', 'en/api-clients', 'Clientes de la API', 'Clients of the API', 'en'),
      page('docs/tools.md', 'en/tools', 'Herramientas para modelos', 'Tools for models', 'en'),
    ],
  },
  {
    es: 'El proyecto',
    en: 'The project',
    pages: [
      page('docs/comparacion.md', 'comparacion', 'Cómo se compara', 'How it compares', 'es'),
      page('docs/migracion.md', 'migracion', 'Migrar de otra biblioteca', 'Migrating', 'es'),
      page('SECURITY.md', 'en/security', 'Qué promete cada verbo', 'What each verb promises', 'en'),
      page('CHANGELOG.md', 'en/changelog', 'Qué cambió', 'Changes', 'en'),
      page('src/README.md', 'en/source', 'Cómo está hecho', 'How it is built', 'en'),
      page('CONTRIBUTING.md', 'en/contributing', 'Contribuir', 'Contributing', 'en'),
      page('docs/writing-an-adapter.md', 'en/writing-an-adapter', 'Escribir un adaptador', 'Writing an adapter', 'en'),
      page(
        'docs/adding-a-complement.md',
        'en/adding-a-complement',
        'Agregar un complemento',
        'Adding a complement',
        'en',
      ),
    ],
  },
]

/** Every page. */
export const pages = contents.flatMap((section) => section.pages)

/** The menu of a language: its own pages first, then those of the other, marked. */
export function menuOf(lang) {
  const sections = contents.map((section) => ({
    text: section[lang],
    collapsed: false,
    items: itemsOf(section.pages, lang),
  }))
  return [...sections, { text: lang === 'es' ? 'API · inglés' : 'API', collapsed: true, items: api }]
}

function itemsOf(listed, lang) {
  const own = listed.filter((one) => one.lang === lang || one.lang === 'both')
  const titles = new Set(own.map((one) => one[lang]))
  const foreign = listed.filter((one) => !own.includes(one) && !titles.has(one[lang]))
  return [...own.map((one) => itemOf(one, lang, '')), ...foreign.map((one) => itemOf(one, lang, markOf(lang)))]
}

/** The API, of which TypeDoc writes a page a subpath; of one with namespaces, a folder. */
const api = subpaths.map(({ name, page }) => {
  const isFolder = existsSync(new URL(`../out/pages/en/api/${page}/README.md`, import.meta.url))
  return { text: name, link: `/en/api/${page}${isFolder ? '/README' : ''}` }
})

const markOf = (lang) => (lang === 'es' ? ' · inglés' : ' · Spanish')
const itemOf = (one, lang, mark) => ({ text: one[lang] + mark, link: `/${one.at}` })
