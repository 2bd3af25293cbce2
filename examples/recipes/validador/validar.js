/**
 * Revisa los CFDI de una carpeta: `node validar.js carpeta`. Sale con 1 si alguno no es válido.
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkXml, readCfdi, verifySello } from 'cfdi-stamp'

/** Lo que hay que saber de un archivo. Nunca lanza: lo que no se puede leer también se dice. */
async function revisar(xml) {
  try {
    const sello = await verifySello(xml)
    const errores = checkXml(xml).filter(({ severity }) => severity === 'error')
    const { Complemento, Total } = readCfdi(xml)
    const UUID = Complemento?.TimbreFiscalDigital?.UUID ?? ''
    return { ok: sello.ok && errores.length === 0, UUID, Total, errores: [...(sello.ok ? [] : [sello]), ...errores] }
  } catch (error) {
    return { ok: false, UUID: '', Total: '', errores: [error] }
  }
}

/** Cada archivo .xml de una carpeta y de las que tiene dentro. */
export async function* validar(carpeta) {
  const archivos = await readdir(carpeta, { recursive: true })
  for (const archivo of archivos.filter((name) => /\.xml$/i.test(name)).sort()) {
    yield { archivo, ...(await revisar(await readFile(join(carpeta, archivo)))) }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for await (const { archivo, ok, UUID, errores } of validar(process.argv[2] ?? '.')) {
    console.log(`${ok ? '✓' : '✗'} ${archivo} ${UUID}`)
    for (const { code = '', message } of errores) console.log(`    ${code} ${message}`)
    if (!ok) process.exitCode = 1
  }
}
