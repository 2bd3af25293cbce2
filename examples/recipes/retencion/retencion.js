/**
 * De un borrador en JSON a la retención timbrada y su PDF: `node retencion.js dividendo.json carpeta`.
 * @module
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createEngine, createSandboxPac } from 'cfdi-stamp'
import { openFileStore } from 'cfdi-stamp/node'
import { renderPdf } from 'cfdi-stamp/pdf'
import { retenciones20 } from 'cfdi-stamp/retenciones'

/** Lo que se registra en el motor, en el PAC de pruebas y en el PDF. */
export const documents = [retenciones20]

/**
 * Timbra el borrador con su clave y escribe `UUID.xml` y `UUID.pdf`. Repetirlo con la misma clave
 * da los mismos archivos, y no otro timbre.
 */
export async function timbrarRetencion({ engine, json, key, carpeta }) {
  const respuesta = await engine.stamp(json, { key })
  if (!respuesta.ok) return respuesta
  const { UUID, XML } = respuesta.cfdi
  const xml = Buffer.from(XML, 'base64')
  await mkdir(carpeta, { recursive: true })
  await writeFile(join(carpeta, `${UUID}.xml`), xml)
  await engine.acknowledge(key)
  await writeFile(join(carpeta, `${UUID}.pdf`), await renderPdf(xml, { documents }))
  return respuesta
}

/** Un motor de pruebas. En producción: los CSD de la empresa y sus PAC. */
async function abrirMotor(carpeta) {
  const provider = createSandboxPac({ documents })
  const signers = await provider.issueCsd({
    rfc: 'EKU9003173C9',
    name: 'ESCUELA KEMPER URGATE SA DE CV',
  })
  await mkdir(carpeta, { recursive: true })
  const store = await openFileStore(join(carpeta, 'timbrado.log'))
  const { orders, folios, cancellations } = store
  const engine = createEngine({ signers, provider, orders, folios, cancellations, documents })
  return { engine, close: () => store.close() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [archivo = 'dividendo.json', carpeta = 'retenciones'] = process.argv.slice(2)
  const { engine, close } = await abrirMotor(carpeta)
  const json = await readFile(archivo, 'utf8')
  const respuesta = await timbrarRetencion({ engine, json, key: basename(archivo), carpeta })
  if (respuesta.ok) console.log(respuesta.cfdi.UUID)
  else console.error(respuesta.message, respuesta.errors)
  process.exitCode = respuesta.ok ? 0 : 1
  await close()
}
