/**
 * Valida los CFDI recibidos de una carpeta: `node validar.js carpeta`. Sale con 1 si alguno no es
 * válido, con 3 si a alguno le falta algo para decidir.
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyCfdi } from 'cfdi-stamp'
import { createPacCertificates } from 'cfdi-stamp/node'
import { satAnchors } from 'cfdi-stamp/trust'

/**
 * En quién se confía: las autoridades del SAT. Los certificados de los PAC se piden al SAT una vez,
 * y quedan en la carpeta.
 */
const politica = {
  anchors: satAnchors,
  pacCertificates: createPacCertificates({ folder: './certificados-pac', anchors: satAnchors }),
}

/**
 * `valido`, `sin-timbre`, `no-valido` o `incompleto`; `no-leido` es un archivo que no se pudo
 * abrir.
 */
function claseDe({ verdict, steps }) {
  if (verdict === 'valid') return 'valido'
  if (verdict === 'incomplete') return 'incompleto'
  return steps.stamp.reason === 'absent' ? 'sin-timbre' : 'no-valido'
}

/**
 * El resultado de un archivo. Lo que se registre del documento sale de `documento`, que solo existe
 * si es válido.
 */
async function revisar(ruta, conPolitica) {
  const xml = await readFile(ruta).catch(({ code }) => code)
  if (typeof xml === 'string')
    return {
      clase: 'no-leido',
      motivos: [{ paso: 'archivo', mensaje: `no se pudo leer (${xml})` }],
    }
  const verificacion = await verifyCfdi(xml, conPolitica)
  const motivos = Object.entries(verificacion.steps).filter(
    ([, { state, missing }]) =>
      state === 'failed' || ['anchors', 'pac-certificate', 'pac-list'].includes(missing),
  )
  return {
    clase: claseDe(verificacion),
    documento: verificacion.ok ? verificacion.document : undefined,
    UUID: verificacion.ok ? verificacion.timbre.UUID : undefined,
    motivos: motivos.map(([paso, { message }]) => ({ paso, mensaje: message })),
  }
}

/** Cada archivo .xml de una carpeta y de las que tiene dentro. */
export async function* validar(carpeta, conPolitica = politica) {
  const archivos = await readdir(carpeta, { recursive: true })
  for (const archivo of archivos.filter((name) => /\.xml$/i.test(name)).sort()) {
    yield { archivo, ...(await revisar(join(carpeta, archivo), conPolitica)) }
  }
}

const marcas = {
  valido: '✓',
  incompleto: '?',
  'sin-timbre': '✗',
  'no-valido': '✗',
  'no-leido': '✗',
}
/** Nada de un documento ajeno mueve el cursor ni empieza un renglón. */
const visible = (texto) => texto.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const clases = new Set()
  for await (const { archivo, clase, documento, UUID, motivos } of validar(
    process.argv[2] ?? '.',
  )) {
    clases.add(clase)
    const datos = documento ? `${UUID} ${documento.Emisor.Rfc} ${documento.Total}` : clase
    console.log(`${marcas[clase]} ${visible(archivo)}  ${visible(datos)}`)
    for (const { paso, mensaje } of motivos) console.log(`    ${paso}: ${visible(mensaje)}`)
  }
  if (['no-valido', 'sin-timbre', 'no-leido'].some((clase) => clases.has(clase)))
    process.exitCode = 1
  else if (clases.has('incompleto')) process.exitCode = 3
}
