/**
 * The program for every runtime and bundler: it checks, stamps with the sandbox, verifies and
 * builds a global invoice, and throws when a result differs from Node's. It is text, because a
 * bundler must find its imports in a file of the project.
 * @module
 */

const names = {
  'cfdi-stamp': ['check', 'CfdiError', 'createEngine', 'createSandboxPac', 'verifyCfdi'],
  'cfdi-stamp/build': ['facturaGlobal'],
  'cfdi-stamp/catalogs': ['catalog'],
  'cfdi-stamp/errors': ['CfdiError as SameError'],
}

const each = (line) =>
  Object.entries(names)
    .map(([from, members]) => line(members.join(', '), from))
    .join('\n')

const imports = each((members, from) => `import { ${members} } from '${from}'`)
const requires = each(
  (members, from) => `const { ${members.replace(' as ', ': ')} } = require('${from}')`,
)

const given = `const expectThat = (held, what) => { if (!held) throw new Error('not so: ' + what) }
const iva = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
const invoice = {
  Version: '4.0', Fecha: 'AUTO', FormaPago: '03', MetodoPago: 'PUE', Exportacion: '01', TipoDeComprobante: 'I', Moneda: 'MXN', LugarExpedicion: '64000',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
  Receptor: { Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA', DomicilioFiscalReceptor: '06600', RegimenFiscalReceptor: '612', UsoCFDI: 'G03' },
  Conceptos: [{ ClaveProdServ: '60131300', Cantidad: '2', ClaveUnidad: 'H87', Descripcion: 'Guitarra', ValorUnitario: '100.00', ObjetoImp: '02', Impuestos: { Traslados: [iva] } }],
}`

const body = `
${given}
async function program() {
  const pac = createSandboxPac()
  const signers = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
  const engine = createEngine({ signers, provider: pac, complete: true })
  const answer = await engine.stamp(invoice)
  expectThat(answer.ok, 'stamped: ' + JSON.stringify(answer))
  const xml = new TextDecoder().decode(Uint8Array.from(atob(answer.cfdi.XML), (byte) => byte.charCodeAt(0)))
  expectThat((await verifyCfdi(xml, await pac.trust())).ok, 'verified')
  const wrong = await engine.stamp({ ...invoice, Moneda: 'MXX' })
  expectThat(wrong.code === 702 && wrong.errors.some(({ message }) => message.includes('MXN')), 'the catalogue is asked')
  expectThat(check({}).length > 0, 'checked')
  expectThat(catalog('c_ClaveProdServ').has('60131300') && catalog('c_UsoCFDI').get('G03', 'texto').length > 0, 'looked up')
  expectThat(CfdiError === SameError, 'one of each class')
  expectThat(typeof facturaGlobal === 'function', 'built')
  return 'cfdi-stamp runs'
}
`

const print = `program().then((said) => console.log(said), (error) => { console.error(error); throw error })\n`

/**
 * Calls the built Next.js recipe over HTTP: without a key, with a wrong draft, and with an order
 * twice; prints the built page.
 */
const nextRecipe = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import next from 'next'
${given}
const app = next({ dev: false, dir: import.meta.dirname })
await app.prepare()
const server = createServer(app.getRequestHandler())
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const ask = async (draft, headers = { 'idempotency-key': '8114' }) => {
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/api/facturas', { method: 'POST', body: JSON.stringify(draft), headers })
  return { status: answer.status, ...(await answer.json()) }
}
expectThat((await ask(invoice, {})).status === 400, 'asks for a key')
expectThat((await ask({})).status === 422, 'refuses a wrong draft')
const [first, again] = [await ask(invoice), await ask(invoice)]
expectThat(first.status === 201 && first.UUID === again.UUID, 'stamps an order once: ' + JSON.stringify(first))
console.log(readFileSync('.next/server/app/run.body', 'utf8'))
process.exit()
`

/** Each test file of Jest has an `Error` of its own. */
const inJest = `test('throws the errors of the test, from every subpath', () => {
  expect(() => createEngine({ signer: [] })).toThrow(TypeError)
  const members = [require('cfdi-stamp/pdf').renderHtml, require('cfdi-stamp/node').openCsd, require('cfdi-stamp/service').createService]
  expect(members.map((member) => typeof member)).toEqual(['function', 'function', 'function'])
})
`

/** The program as a module, as CommonJS, and in other forms. */
export const programs = {
  nextRecipe,
  module: `${imports}\n${body}\n${print}`,
  commonjs: `${requires}\n${body}\n${print}`,
  worker: `${imports}\n${body}\nexport default { fetch: async () => new Response(await program()) }\n`,
  route: `${imports}\n${body}\nexport const dynamic = 'force-static'\nexport const GET = async () => new Response(await program())\n`,
  jest: `${requires}\n${body}\ntest('runs', async () => { expect(await program()).toBe('cfdi-stamp runs') }, 60_000)
${inJest}`,
  vitest: `import { expect, test } from 'vitest'\n${imports}\n${body}\ntest('runs', async () => { expect(await program()).toBe('cfdi-stamp runs') }, 60_000)\n`,
}

/** Types to compile, by import: those of the root, of Node's subpath and of a complement. */
export const typed = `import { check, createEngine, createSandboxPac, webCryptoSigner, type Finding } from 'cfdi-stamp'
import { openCsd } from 'cfdi-stamp/node'
import { facturaGlobal } from 'cfdi-stamp/build'
import { pagos20 } from 'cfdi-stamp/complements/pagos20'
const findings: readonly Finding[] = check({})
const pac = createSandboxPac()
export const engine = async () => createEngine({ signers: await openCsd({ cer: 'a', key: 'b', password: 'c' }), provider: pac })
export const said: string[] = findings.map(({ message }) => message)
export const others = [facturaGlobal, pagos20, webCryptoSigner]
`
