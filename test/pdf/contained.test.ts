/**
 * A PDF is made only of its input and the package, fonts included: no requests, no writes. By
 * import and by require.
 * @module
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/**
 * Node’s own name of the permission flag. Both refuse every write that is not allowed (none is),
 * threads and programs.
 */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

const script = `
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { createEngine, createSandboxPac } from 'cfdi-stamp'
import { renderPdf } from 'cfdi-stamp/pdf'
const asked = []
net.Socket.prototype.connect = function (...to) { asked.push(to); throw new Error('network') }
globalThis.fetch = async (url) => { asked.push(url); throw new Error('network') }
let guarded = false
try { writeFileSync('/tmp/cfdi-stamp-guard', '') } catch (error) { guarded = error.code === 'ERR_ACCESS_DENIED' }
const pac = createSandboxPac()
const engine = createEngine({ signers: await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE' }), provider: pac })
const draft = JSON.parse(readFileSync('fixtures/documents/ingreso.json', 'utf8'))
draft.Conceptos[0].Descripcion += ' 🎂'
const issuer = { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' }
const answer = await engine.stamp({ ...draft, Emisor: issuer, Fecha: 'AUTO', LugarExpedicion: '64000' })
if (!answer.ok) throw new Error(JSON.stringify(answer.errors))
const xml = Buffer.from(answer.cfdi.XML, 'base64')
const fonts = []
for (const template of ['classic', 'compact', 'ticket']) fonts.push(fontsOf(await renderPdf(xml, { template })))
fonts.push(fontsOf(await createRequire(process.cwd() + '/')('cfdi-stamp/pdf').renderPdf(xml)))
function fontsOf(pdf) { return [...new Set(Buffer.from(pdf).toString('latin1').match(/Roboto|NotoEmoji/g))].sort().join() }
console.log(JSON.stringify({ guarded, asked, fonts }))
`

it('fetches nothing and writes nothing', async () => {
  const args = [permission, '--allow-fs-read=*', '--input-type=module', '-e', script]
  const { stdout } = await run(process.execPath, args, { cwd: root })
  expect(JSON.parse(stdout)).toEqual({
    guarded: true,
    asked: [],
    fonts: Array(4).fill('NotoEmoji,Roboto'),
  })
})
