/**
 * Pictures of printed documents, by pdftoppm (poppler-utils): of each template for docs/pictures,
 * or of many documents to look at.
 *
 *     npx tsx tools/pdfPictures.ts                 writes docs/pictures, at most 600 kB
 *     npx tsx tools/pdfPictures.ts FOLDER [names]  twelve documents at 70 dpi, in each
 *                                               template, not to be committed
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../src/engine/engine.js'
import { openCsd } from '../src/node/openCsd.js'
import { createSandboxPac } from '../src/pac/sandbox/sandbox.js'
import { type PdfOptions, renderPdf, templates } from '../src/pdf/renderPdf.js'

const fixtures = new URL('../fixtures/', import.meta.url).pathname
const pictures = new URL('../docs/pictures/', import.meta.url).pathname
const noon = new Date('2026-11-21T18:00:00Z')
const random = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(7)

const pac = createSandboxPac({
  clock: () => noon,
  anchors: [readFileSync(`${fixtures}csd/root.cer`)],
  random,
})

async function signerOf(rfc: string) {
  for (const name of ['company', 'person', 'ampersand', 'enye']) {
    const [cer, key] = [`${name}.cer`, `${name}.key`].map((file) =>
      readFileSync(`${fixtures}csd/${file}`),
    )
    const csd = await openCsd({
      cer: cer!,
      key: key!,
      password: name === 'enye' ? 'contraseña' : '12345678a',
    })
    if (rfc === 'AUTO' || csd.certificate.rfc === rfc) return csd
  }
  throw new Error(`no certificate of ${rfc}`)
}

async function stampedXml(name: string): Promise<string> {
  const file = [`documents/${name}.json`, `complements/${name}.json`, `trades/${name}.json`].find(
    (path) => existsSync(fixtures + path),
  )
  const text = readFileSync(`${fixtures}${file}`, 'utf8')
  const signers = await signerOf(JSON.parse(text).Emisor.Rfc)
  const answer = await createEngine({ signers, provider: pac, clock: () => noon, random }).stamp(
    text,
  )
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
  return Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
}

const logo = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><circle cx="30" cy="30" r="26" fill="#00524c"/><circle cx="42" cy="22" r="22" fill="#ffffff"/><path d="M64 44h50v6H64z" fill="#00524c"/></svg>',
)

/** What a shop of its own would add. */
const shop: PdfOptions = {
  logo,
  colors: '#00524c',
  issuer: { address: 'Av. Juárez 1104, Centro, 64000 Monterrey, N. L.', phone: '81 5555 0101' },
  payment: { bank: 'Banco del Norte', clabe: '012580001987654329', reference: 'A 1' },
  notes: 'Gracias por su preferencia.',
}

/** Writes the pages of a PDF as pictures; `dpi` dots an inch. */
async function draw(folder: string, name: string, pdf: Uint8Array, dpi: number): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'cfdi-pdf-')), 'page.pdf')
  writeFileSync(file, pdf)
  execFileSync('pdftoppm', ['-r', String(dpi), '-png', file, join(folder, name)])
}

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined) {
  mkdirSync(pictures, { recursive: true })
  const xml = await stampedXml('ingreso')
  for (const template of Object.keys(templates)) {
    const pdf = await renderPdf(xml, { ...shop, template })
    execFileSync('sh', ['-c', `rm -f ${pictures}${template}*`])
    await draw(pictures, template, pdf, 66)
  }
  const sizes = Object.keys(templates).map((name) => statSync(`${pictures}${name}-1.png`).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total > 600_000) throw new Error(`${total} bytes of pictures: 600,000 at most`)
  console.log(`${pictures}: ${sizes.join(' + ')} = ${total} bytes`)
} else {
  mkdirSync(folder, { recursive: true })
  const twelve = [
    'ingreso',
    'egreso',
    'global',
    'extranjero',
    'caracteres',
    'nomina12.ordinaria',
    'nomina12.horasExtra',
    'pagos20.dosDocumentos',
    'pagos20.dolares',
    'comercioExterior20.venta',
    'cartaPorte31.propio',
    'impuestosLocales',
  ]
  for (const name of chosen.length > 0 ? chosen : twelve) {
    const xml = await stampedXml(name)
    for (const template of Object.keys(templates)) {
      await draw(folder, `${name}-${template}`, await renderPdf(xml, { template }), 70)
    }
  }
}
