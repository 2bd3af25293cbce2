/**
 * What is on the site and where: the table of contents, of which pages, menus and links are made. A page has one address, under `/`
 * in Spanish and under `/en/` in English; its titles; and its source in each language.
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { subpaths } from './subpaths.js'

/** @typedef {'es' | 'en'} Language */
/** @typedef {{ at: string, titles: Record<Language, string>, sources: Partial<Record<Language, string>>, alone?: string }} Page */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A page by its cells. */
const page = (at, titles, sources) => ({ at, titles: { es: titles[0], en: titles[1] }, sources })

/** A page of `docs`: in one language there, in the other in `docs/es` or `docs/en`. */
const doc = (name, ...titles) => page(name, titles, siblingsOf(name))

function siblingsOf(name) {
  const [base, es, en] = [`docs/${name}.md`, `docs/es/${name}.md`, `docs/en/${name}.md`]
  if (existsSync(root + es)) return { es, en: base }
  if (existsSync(root + en)) return { es: base, en }
  throw new Error(`${base} has no sibling in docs/es or docs/en`)
}

/** A README of a folder of `examples`, whose programs are in Spanish. */
const example = (folder, at, ...titles) =>
  page(at, titles, { es: `examples/${folder}README.md`, en: `examples/${folder}README.en.md` })
const recipe = (name, ...titles) => example(`recipes/${name}/`, `recetas/${name}`, ...titles)

/** A page in English alone, and why. */
const alone = (source, at, ...titles) => ({
  ...page(at, titles, { en: source }),
  alone: 'for who works on the library, in the language of its comments',
})

/** The page of a PAC. */
const pac = (name, title) => doc(`pacs/${name}`, title, title)

/** The sections of the menu, in order. */
export const contents = [
  {
    es: 'Empezar',
    en: 'Start',
    pages: [
      page('guia', ['Qué es y qué hace', 'What it is'], { es: 'README.es.md', en: 'README.md' }),
      doc('documentos', 'Global, pago, nómina, KMS', 'Builders, many at once, a KMS'),
      doc('produccion', 'De cero a producción', 'From zero to production'),
      doc('tropiezos', 'Tropiezos de quien empieza', 'Mistakes of beginners'),
      doc('errores', 'Los errores y su cura', 'Errors and their cure'),
      doc('drafts', 'Borradores con tipos', 'Typed drafts'),
    ],
  },
  {
    es: 'Recetas',
    en: 'Recipes',
    pages: [
      example('recipes/', 'recetas', 'Todas las recetas', 'All recipes'),
      recipe('endpoint', 'Un endpoint con base de datos', 'An endpoint with a database'),
      recipe('factura-global', 'De tickets a factura global', 'From tickets to the global invoice'),
      recipe('recibo-de-pago', 'Un pago en tres monedas', 'A payment over three currencies'),
      recipe('nomina', 'Cincuenta recibos de nómina', 'Fifty payslips'),
      recipe('carta-porte', 'Carta Porte', 'Carta Porte'),
      recipe('validador', 'Validar una carpeta', 'Validate a folder'),
      recipe('kms', 'La llave en un KMS', 'A key in a KMS'),
      recipe('lambda', 'AWS Lambda', 'AWS Lambda'),
      recipe('nextjs', 'Next.js', 'Next.js'),
      page('worker', ['Una cola de trabajos', 'A queue of jobs'], {
        es: 'examples/worker/README.es.md',
        en: 'examples/worker/README.md',
      }),
    ],
  },
  {
    es: 'El documento',
    en: 'The document',
    pages: [
      doc('auto', 'Todo lo que puede decir "AUTO"', 'All that may say "AUTO"'),
      doc('rules', 'Todas las reglas', 'Every rule'),
      doc('complements', 'Todos los complementos', 'Every complement'),
      doc('catalogs', 'Los catálogos', 'The catalogues'),
      doc('rounding', 'Cómo se redondea', 'Rounding'),
      doc('schemas', 'JSON Schema, zod, OpenAPI', 'JSON Schema, zod, OpenAPI'),
      page('pdf', ['La representación impresa', 'The printed document'], { es: 'docs/impresa.md', en: 'docs/pdf.md' }),
    ],
  },
  {
    es: 'En operación',
    en: 'In operation',
    pages: [
      doc('pacs', 'Los ocho PAC', 'The eight PACs'),
      doc('failover', 'Respaldo entre PAC', 'Failover'),
      doc('keys', 'Un pedido, una factura', 'One order, one invoice'),
      doc('scaling', 'Muchas máquinas', 'Many machines'),
      doc('journal', 'La bitácora en disco', 'The journal on disk'),
      page('cancelacion', ['Cancelación', 'Cancellation'], { es: 'docs/cancelacion.md', en: 'docs/cancellation.md' }),
      doc('performance', 'Qué tan rápido', 'How fast'),
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
      doc('cli', 'npx cfdi-stamp', 'npx cfdi-stamp'),
      doc('runtimes', 'Dónde corre: matriz', 'Where it runs: the matrix'),
      doc('service', 'El servicio', 'The service'),
      doc('server', 'El servidor', 'The server'),
      doc('events', 'Avisos', 'Events'),
      doc('api-clients', 'Clientes de la API', 'Clients of the API'),
      doc('tools', 'Herramientas para modelos', 'Tools for models'),
    ],
  },
  {
    es: 'El proyecto',
    en: 'The project',
    pages: [
      doc('comparacion', 'Cómo se compara', 'How it compares'),
      doc('migracion', 'Migrar de otra biblioteca', 'Migrating'),
      page('security', ['Qué promete cada verbo', 'What each verb promises'], {
        es: 'docs/es/security.md',
        en: 'SECURITY.md',
      }),
      doc('writing-an-adapter', 'Escribir un adaptador', 'Writing an adapter'),
      doc('adding-a-complement', 'Agregar un complemento', 'Adding a complement'),
      alone('CHANGELOG.md', 'changelog', 'Qué cambió', 'Changes'),
      alone('src/README.md', 'source', 'Cómo está hecho', 'How it is built'),
      alone('CONTRIBUTING.md', 'contributing', 'Contribuir', 'Contributing'),
    ],
  },
]

/** Every page. */
export const pages = contents.flatMap((section) => section.pages)

/** The languages of the site, the one at the root first. */
export const languages = ['es', 'en']

/** Where a page is in a language, or, if it is not, in the one that it is in. */
export function addressOf({ at, sources }, lang) {
  return (sources[lang] === undefined ? lang === 'en' : lang === 'es') ? `/${at}` : `/en/${at}`
}

/** The menu of a language. What is in the other alone is marked. */
export function menuOf(lang) {
  const sections = contents.map((section) => ({
    text: section[lang],
    collapsed: false,
    items: section.pages.map((one) => ({
      text: one.titles[lang] + (one.sources[lang] === undefined ? marks[lang] : ''),
      link: addressOf(one, lang),
    })),
  }))
  return [...sections, { text: `API${lang === 'es' ? marks.es : ''}`, collapsed: true, items: api }]
}

const marks = { es: ' · inglés', en: ' · Spanish' }

/** The API, of which TypeDoc writes a page a subpath; of one with namespaces, a folder. */
const api = subpaths.map(({ name, page }) => {
  const isFolder = existsSync(new URL(`../out/pages/en/api/${page}/README.md`, import.meta.url))
  return { text: name, link: `/en/api/${page}${isFolder ? '/README' : ''}` }
})
