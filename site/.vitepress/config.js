import { defineConfig } from 'vitepress'
import { menuOf } from '../build/contents.js'

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
  notFound: { title: 'No hay tal página', quote: 'El folio que buscas no existe.', linkText: 'Al inicio' },
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

export default defineConfig({
  srcDir: 'out/pages',
  outDir: 'out/html',
  cacheDir: 'out/cache',
  base: process.env.SITE_BASE ?? '/',
  title: 'cfdi-stamp',
  lastUpdated: false,
  ignoreDeadLinks: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.SITE_BASE ?? '/'}favicon.svg` }],
    ['meta', { name: 'theme-color', content: '#0f766e' }],
  ],
  markdown: { anchor: { slugify }, languageAlias: { 'js no-run': 'js' } },
  locales: {
    root: {
      label: 'Español',
      lang: 'es-MX',
      description: 'El núcleo de timbrado de CFDI 4.0, para incrustar en su software.',
      themeConfig: {
        ...words,
        nav: [
          { text: 'Guía', link: '/guia' },
          { text: 'Pruébalo', link: '/prueba', target: '_self' },
          { text: 'Reglas', link: '/rules' },
        ],
        sidebar: menuOf('es'),
      },
    },
    en: {
      label: 'English',
      lang: 'en',
      description: 'The stamping core for Mexico’s CFDI 4.0, to embed in your software.',
      themeConfig: {
        nav: [
          { text: 'Guide', link: '/en/guia' },
          { text: 'Playground', link: '/en/prueba', target: '_self' },
          { text: 'Rules', link: '/en/rules' },
        ],
        sidebar: { '/en/': menuOf('en') },
      },
    },
  },
  /** The playground cannot connect anywhere, also if somebody made it try. Menus lead there by loading the page, so that this holds. */
  transformHead: ({ pageData }) =>
    /^(en\/)?prueba\.md$/.test(pageData.relativePath)
      ? [['meta', { 'http-equiv': 'Content-Security-Policy', content: "connect-src 'none'; form-action 'none'" }]]
      : [],
  themeConfig: {
    search: { provider: 'local', options: { locales: { root: { translations: searchWords } } } },
    outline: { level: [2, 3] },
  },
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    optimizeDeps: { exclude: ['cfdi-stamp'] },
  },
})
