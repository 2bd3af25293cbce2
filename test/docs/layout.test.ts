/**
 * The layout of `docs`: a folder for each language, with the same file names, and nothing beside
 * them. An address that the site once had still leads to its page.
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error the site's own, in JavaScript
import { pages as contents } from '../../site/build/contents.js'
// @ts-expect-error the site's own, in JavaScript
import { redirects as listed } from '../../site/build/moved.js'
import { filesIn, root } from '../tree.js'

const namesIn = (lang: string): readonly string[] =>
  filesIn(`docs/${lang}`, '')
    .map((file) => file.slice(`docs/${lang}/`.length))
    .sort()

it('docs holds a folder for each language and nothing else', () => {
  expect(readdirSync(join(root, 'docs')).sort()).toEqual(['en', 'es', 'pictures'])
})

it('every page is in both languages under the same name', () => {
  expect(namesIn('es')).toEqual(namesIn('en'))
})

it('names are in lower case, words joined by hyphens', () => {
  expect(
    namesIn('en').filter((name) => !/^([a-z]+\/)?[a-z\d]+(-[a-z\d]+)*\.md$/.test(name)),
  ).toEqual([])
})

/**
 * The addresses of the pages that the site had up to revision c31640c, and of its playground; in
 * English under `en/`.
 */
const old =
  `guia prueba documentos produccion tropiezos errores drafts recetas recetas/endpoint recetas/factura-global
  recetas/recibo-de-pago recetas/nomina recetas/carta-porte recetas/validador recetas/kms recetas/lambda recetas/nextjs worker auto
  rules complements catalogs rounding schemas pdf pacs failover keys scaling journal cancelacion performance pacs/finkok
  pacs/solucionFactible pacs/prodigia pacs/fel pacs/sifei pacs/ntlink pacs/comercioDigital pacs/sw cli runtimes service server events
  api-clients tools comparacion migracion security writing-an-adapter adding-a-complement changelog source contributing`.split(
    /\s+/,
  )

const redirects = listed as readonly { readonly file: string; readonly text: string }[]
const own = filesIn('site/pages', '.md').map((file) =>
  file.slice('site/pages/'.length, -'.md'.length),
)
const addresses = new Set([
  ...(contents as readonly { readonly at: string }[]).flatMap(({ at }) => [at, `en/${at}`]),
  ...own,
])

/** Where each link of a redirect leads, seen from the old address under some path of a host. */
function targetsOf({ file, text }: (typeof redirects)[number]): readonly string[] {
  const links = [...text.matchAll(/(?:href="|url=|replace\(')([^"']+)/g)].map(([, link]) => link!)
  return links.map((link) =>
    new URL(link, `http://host/any/${file}`).pathname.replace(/^\/any\/(.*)\.html$/, '$1'),
  )
}

it.each(old.flatMap((at) => [at, `en/${at}`]))('the old address %s leads to a page', (at) => {
  const redirect = redirects.find(({ file }) => file === `${at}.html`)
  if (redirect === undefined) return expect(addresses).toContain(at)
  const targets = targetsOf(redirect)
  expect(targets.length).toBe(4)
  expect(new Set(targets).size).toBe(1)
  expect(addresses).toContain(targets[0])
  expect(targets[0]!.startsWith('en/')).toBe(at.startsWith('en/'))
})

it('no redirect stands where a page is', () => {
  expect(redirects.filter(({ file }) => addresses.has(file.replace(/\.html$/, '')))).toEqual([])
})
