/**
 * Old addresses of pages, which lead to the new ones: a static host has no other redirect than a
 * page that says so. An address is the same in both languages, under `/` and under `/en/`.
 * @module
 */
import { dirname, relative } from 'node:path'

/**
 * Where each page is now. A page that moves again gets a line here; the tests refuse a line that
 * leads nowhere.
 */
export const moved = {
  guia: 'guide',
  prueba: 'playground',
  documentos: 'builders',
  produccion: 'production',
  tropiezos: 'common-mistakes',
  errores: 'errors',
  cancelacion: 'cancellation',
  comparacion: 'comparison',
  migracion: 'migration',
  'pacs/solucionFactible': 'pacs/solucion-factible',
  'pacs/comercioDigital': 'pacs/comercio-digital',
  recetas: 'recipes',
  'recetas/endpoint': 'recipes/endpoint',
  'recetas/factura-global': 'recipes/factura-global',
  'recetas/recibo-de-pago': 'recipes/recibo-de-pago',
  'recetas/nomina': 'recipes/nomina',
  'recetas/carta-porte': 'recipes/carta-porte',
  'recetas/validador': 'recipes/validador',
  'recetas/kms': 'recipes/kms',
  'recetas/lambda': 'recipes/lambda',
  'recetas/nextjs': 'recipes/nextjs',
}

/**
 * Each old address of the site: its file, and the page there, which leads on and keeps the anchor.
 */
export const redirects = Object.entries(moved).flatMap(([from, to]) =>
  ['', 'en/'].map((folder) => ({
    file: `${folder}${from}.html`,
    text: redirectPage(`${relative(dirname(from), to)}.html`, folder === '' ? 'es-MX' : 'en'),
  })),
)

/** The target is relative to the old address, so that the site may be under any path. */
function redirectPage(target, lang) {
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<title>cfdi-stamp</title>
<link rel="canonical" href="${target}">
<meta http-equiv="refresh" content="0; url=${target}">
<script>location.replace('${target}' + location.search + location.hash)</script>
<a href="${target}">${target}</a>
</html>
`
}
