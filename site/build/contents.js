/**
 * What is on the site and where: the table of contents, of which pages, menus and links are made. A
 * page has one address, under `/` in Spanish and under `/en/` in English; its titles; and its
 * source in each language.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { subpaths } from './subpaths.js'

/** @typedef {'es' | 'en'} Language */
/**
 * @typedef {{ at: string, titles: Record<Language, string>, sources: Partial<Record<Language,
 * string>>, alone?: string }} Page
 */

/** A page by its cells. */
const page = (at, titles, sources) => ({ at, titles: { es: titles[0], en: titles[1] }, sources })

/** A page of `docs`: its address is its file name, which is the same in `docs/es` and `docs/en`. */
const doc = (name, ...titles) =>
  page(name, titles, { es: `docs/es/${name}.md`, en: `docs/en/${name}.md` })

/** A README of a folder of `examples`, whose programs are in Spanish. */
const example = (folder, at, ...titles) =>
  page(at, titles, { es: `examples/${folder}README.md`, en: `examples/${folder}README.en.md` })
const recipe = (name, ...titles) => example(`recipes/${name}/`, `recipes/${name}`, ...titles)

/** A page in English alone, and why. */
const alone = (source, at, ...titles) => ({
  ...page(at, titles, { en: source }),
  alone: 'for who works on the library, in the language of its comments',
})

/** The pages of documents and complements, which `npm run generate` writes, by their titles. */
const reference = new URL('../../docs/en/complements/', import.meta.url)
const complements = readdirSync(reference).map((file) => {
  const [, title] = /^# (.*)/.exec(readFileSync(new URL(file, reference), 'utf8'))
  return doc(`complements/${file.slice(0, -'.md'.length)}`, title, title)
})

/** The page of a PAC. */
const pac = (name, title) => doc(`pacs/${name}`, title, title)

/**
 * The sections of the menu, in order: the tutorial, how-to pages, programs, the reference,
 * explanations, the project.
 */
export const contents = [
  {
    es: 'Empezar',
    en: 'Start',
    pages: [
      page('docs', ['Toda la documentación', 'All documentation'], {
        es: 'docs/es/index.md',
        en: 'docs/en/index.md',
      }),
      doc(
        'first-invoice',
        'Su primera factura en diez minutos',
        'Your first invoice in ten minutes',
      ),
      page('guide', ['Qué es y qué hace', 'What it is'], { es: 'README.es.md', en: 'README.md' }),
      doc('common-mistakes', 'Errores comunes al empezar', 'Mistakes of beginners'),
    ],
  },
  {
    es: 'Guías: comprobantes',
    en: 'How-to: documents',
    pages: [
      doc('global-invoice', 'Factura global', 'Global invoice'),
      doc('payments', 'Recibo de pago', 'Payments'),
      doc('credit-notes', 'Nota de crédito', 'Credit notes'),
      doc('advances', 'Anticipos', 'Advances'),
      doc('payroll', 'Nómina', 'Payroll'),
      doc('carta-porte', 'Carta Porte', 'Carta Porte'),
      doc('trades', 'Facturas por giro', 'Invoices by trade'),
      doc('cancellation', 'Cancelar una factura', 'Cancel an invoice'),
      doc('verify-received', 'Validar lo que recibo', 'Verify what you receive'),
      doc('pdf', 'Imprimir: el PDF', 'Print: the PDF'),
    ],
  },
  {
    es: 'Guías: su programa',
    en: 'How-to: your program',
    pages: [
      doc('http', 'Un endpoint HTTP', 'An HTTP endpoint'),
      doc('express', 'Express', 'Express'),
      doc('fastify', 'Fastify', 'Fastify'),
      doc('nestjs', 'NestJS', 'NestJS'),
      recipe('nextjs', 'Next.js', 'Next.js'),
      recipe('lambda', 'AWS Lambda', 'AWS Lambda'),
      page('worker', ['Una cola de trabajos', 'A queue of jobs'], {
        es: 'examples/worker/README.es.md',
        en: 'examples/worker/README.md',
      }),
      doc('n8n', 'n8n', 'n8n'),
      doc('paid-event', 'Un pago de Stripe o Mercado Pago', 'A payment of Stripe or Mercado Pago'),
      doc('migration', 'Migrar de otra biblioteca', 'Migrate from another library'),
    ],
  },
  {
    es: 'Guías: producción',
    en: 'How-to: production',
    pages: [
      doc('production', 'De cero a producción', 'From zero to production'),
      doc('kms', 'La llave en un KMS', 'A key in a KMS'),
      doc('journal', 'Guardar el estado en disco', 'State on disk'),
      doc('sqlite', 'Guardar el estado en SQLite', 'State in SQLite'),
      doc('scaling', 'PostgreSQL y muchas máquinas', 'PostgreSQL and many machines'),
      doc('backups', 'Respaldos del almacén', 'Backups of the store'),
      doc('retention', 'Conservar las facturas', 'Keep invoices'),
      doc('observability', 'Trazas, métricas y alertas', 'Traces, metrics and alerts'),
      doc('fresh-data', 'Datos al día', 'Fresh data'),
      doc('host-complements', 'Un complemento propio', 'A complement of your own'),
      doc('service', 'El servicio de timbrado', 'The stamping service'),
      doc('server', 'El servidor', 'The server'),
      doc('deployment', 'Despliegue', 'Deployment'),
      doc('specification', 'La especificación y sus pruebas', 'The specification and its tests'),
      doc('sandbox', 'Probar contra el ambiente de pruebas', 'Test against the sandbox'),
      doc('events', 'Webhooks y correo', 'Webhooks and mail'),
      doc('accounts', 'Administrar una cuenta por HTTP', 'Manage an account over HTTP'),
      doc('sdks', 'SDK: Node.js, PHP, Python', 'SDKs: Node.js, PHP, Python'),
      doc('api-clients', 'Clientes de la API', 'Clients of the API'),
      doc('mcp', 'Conectar un asistente: MCP', 'Connect an assistant: MCP'),
      doc('tools', 'Herramientas para modelos', 'Tools for language models'),
    ],
  },
  {
    es: 'Programas para copiar',
    en: 'Programs to copy',
    pages: [
      example('recipes/', 'recipes', 'Todas las recetas', 'All recipes'),
      recipe('endpoint', 'Un endpoint con base de datos', 'An endpoint with a database'),
      recipe('factura-global', 'De tickets a factura global', 'From tickets to the global invoice'),
      recipe('recibo-de-pago', 'Un pago en tres monedas', 'A payment over three currencies'),
      recipe('nomina', 'Cincuenta recibos de nómina', 'Fifty payslips'),
      recipe('retencion', 'Una retención, del JSON al PDF', 'A retención, from JSON to PDF'),
      recipe('carta-porte', 'Un viaje con Carta Porte', 'A journey with Carta Porte'),
      recipe('validador', 'Validar una carpeta', 'Validate a folder'),
      recipe('kms', 'Firmar con un KMS', 'Sign with a KMS'),
    ],
  },
  {
    es: 'Referencia',
    en: 'Reference',
    pages: [
      doc('builders', 'Constructores', 'Builders'),
      doc('auto', 'Valores "AUTO"', 'Values of "AUTO"'),
      doc('complements', 'Comprobante y complementos', 'Documents and complements'),
      doc('rules', 'Todas las reglas', 'Every rule'),
      doc('errors', 'Códigos de error', 'Error codes'),
      doc('glossary', 'Glosario', 'Glossary'),
      doc('catalogs', 'Catálogos del SAT', 'Catalogues of the SAT'),
      doc('registries', 'Listas de contribuyentes', 'Lists of taxpayers'),
      doc('retenciones', 'Retenciones 2.0', 'Retenciones 2.0'),
      doc('drafts', 'Borradores con tipos', 'Typed drafts'),
      doc('schemas', 'JSON Schema, zod, OpenAPI', 'JSON Schema, zod, OpenAPI'),
      doc('cli', 'Línea de comandos', 'Command line'),
      doc('api', 'La API HTTP', 'The HTTP API'),
      doc('runtimes', 'Dónde corre', 'Where it runs'),
      doc('pacs', 'Los PAC', 'The PACs'),
    ],
  },
  {
    es: 'Cada comprobante y complemento',
    en: 'Each document and complement',
    collapsed: true,
    pages: complements,
  },
  {
    es: 'Cada PAC',
    en: 'Each PAC',
    collapsed: true,
    pages: [
      pac('finkok', 'Finkok'),
      pac('solucion-factible', 'Solución Factible'),
      pac('prodigia', 'Prodigia'),
      pac('fel', 'FEL'),
      pac('sifei', 'SIFEI'),
      pac('ntlink', 'NTLink'),
      pac('comercio-digital', 'Comercio Digital'),
      pac('sw', 'SW Sapien'),
      pac('timbox', 'Timbox'),
      pac('formas-digitales', 'Formas Digitales'),
      pac('facturalo-plus', 'Facturalo Plus'),
      pac('mysuite', 'MYSuite'),
      pac('itimbre', 'iTimbre'),
    ],
  },
  {
    es: 'Explicación',
    en: 'Explanation',
    pages: [
      doc('keys', 'Un pedido, una factura', 'One order, one invoice'),
      doc('failover', 'Respaldo entre PAC', 'Failover'),
      doc('trust', 'Confianza: autoridades y PAC', 'Trust: authorities and PACs'),
      doc('rounding', 'Cómo se redondea', 'Rounding'),
      doc('performance', 'Rendimiento', 'Performance'),
      doc('evidence', 'Evidencia', 'Evidence'),
      doc('dependencies', 'Dependencias', 'Dependencies'),
      page('security', ['Qué promete cada verbo', 'What each verb promises'], {
        es: 'SECURITY.es.md',
        en: 'SECURITY.md',
      }),
      doc('comparison', 'Cómo se compara', 'How it compares'),
    ],
  },
  {
    es: 'El proyecto',
    en: 'The project',
    pages: [
      doc('writing-an-adapter', 'Escribir un adaptador', 'Writing an adapter'),
      doc('adding-a-complement', 'Agregar un complemento', 'Adding a complement'),
      alone('AGENTS.md', 'agents', 'Para agentes de código', 'For coding agents'),
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
    collapsed: section.collapsed ?? false,
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
