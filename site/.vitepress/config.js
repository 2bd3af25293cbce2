import { defineConfig } from 'vitepress'
import { readFileSync } from 'node:fs'
import { menuOf } from '../build/contents.js'
import { renderForSearch, searchOptions } from '../build/search.js'

/** Anchors as GitHub makes them: the pages are read there too, and link to them. */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replace(/ /g, '-')

const words = {
  outline: { label: 'En esta página', level: [2, 3] },
  docFooter: { prev: 'Anterior', next: 'Siguiente' },
  darkModeSwitchLabel: 'Tema',
  lightModeSwitchTitle: 'Tema claro',
  darkModeSwitchTitle: 'Tema oscuro',
  sidebarMenuLabel: 'Menú',
  returnToTopLabel: 'Arriba',
  langMenuLabel: 'Idioma',
  skipToContentLabel: 'Ir al contenido',
  notFound: {
    title: 'No hay tal página',
    quote: 'El folio que buscas no existe.',
    linkText: 'Al inicio',
  },
}

const searchWords = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    noResultsText: 'Nada se encontró de',
    resetButtonTitle: 'Borrar',
    displayDetails: 'Ver el contexto',
    footer: { selectText: 'abrir', navigateText: 'moverse', closeText: 'cerrar' },
  },
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const base = process.env.SITE_BASE ?? '/'
/** The address of the site, which its owner fills in once. Without one there is no sitemap. */
const home = process.env.SITE_URL || manifest.homepage || undefined

/** Tags of a page for those who share it, and for machines that read Markdown. */
function headOf({ pageData, title, description }) {
  const { relativePath } = pageData
  const isPage = !/^(en\/)?(index|playground)\.md$|^(en\/)?api\//.test(relativePath)
  const english = relativePath.startsWith('en/')
  const tags = {
    'og:type': 'website',
    'og:site_name': 'cfdi-stamp',
    'og:title': title,
    'og:description': description,
    'og:locale': english ? 'en_US' : 'es_MX',
    ...(home && {
      'og:url': new URL(relativePath.replace(/(index)?\.md$/, ''), home).href,
      'og:image': new URL('first-invoice.png', home).href,
    }),
  }
  const meta = Object.entries(tags).map(([property, content]) => ['meta', { property, content }])
  const markdown = { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}` }
  return isPage ? [...meta, ['link', markdown]] : meta
}

/** The playground cannot connect anywhere, also if somebody made it try. */
const closed = {
  'http-equiv': 'Content-Security-Policy',
  content: "connect-src 'none'; form-action 'none'",
}

export default defineConfig({
  srcExclude: ['public/**'],
  ...(home && { sitemap: { hostname: home } }),
  srcDir: 'out/pages',
  outDir: 'out/html',
  cacheDir: 'out/cache',
  base,
  title: 'cfdi-stamp',
  lastUpdated: false,
  ignoreDeadLinks: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }],
    ['meta', { name: 'theme-color', content: '#0f766e' }],
  ],
  markdown: { anchor: { slugify }, languageAlias: { 'js no-run': 'js' } },
  locales: {
    root: {
      label: 'Español',
      lang: 'es-MX',
      description: 'Timbre CFDI 4.0 desde su propio software: entra JSON, sale el XML timbrado.',
      themeConfig: {
        ...words,
        nav: [
          { text: 'Empezar', link: '/first-invoice' },
          { text: 'Documentación', link: '/docs' },
          { text: 'Pruébalo', link: '/playground', target: '_self' },
          { text: 'Reglas', link: '/rules' },
        ],
        sidebar: menuOf('es'),
      },
    },
    en: {
      label: 'English',
      lang: 'en',
      description: 'Stamp Mexico’s CFDI 4.0 from your own software: JSON in, stamped XML out.',
      themeConfig: {
        nav: [
          { text: 'Start', link: '/en/first-invoice' },
          { text: 'Documentation', link: '/en/docs' },
          { text: 'Playground', link: '/en/playground', target: '_self' },
          { text: 'Rules', link: '/en/rules' },
        ],
        sidebar: { '/en/': menuOf('en') },
      },
    },
  },
  /** Menus lead to the playground by loading the page, so that its policy holds. */
  transformHead: (context) => {
    const isPlayground = /^(en\/)?playground\.md$/.test(context.pageData.relativePath)
    return [...headOf(context), ...(isPlayground ? [['meta', closed]] : [])]
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: { root: { translations: searchWords } },
        _render: renderForSearch,
        miniSearch: searchOptions,
      },
    },
    outline: { level: [2, 3] },
  },
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    optimizeDeps: { exclude: ['cfdi-stamp'] },
  },
})
