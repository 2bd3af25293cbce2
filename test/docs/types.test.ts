/**
 * The examples are judged by the compiler, against the published types, as in a strict project:
 * every name of ours in them exists, and takes what it is given. Those in JavaScript may leave out
 * what only an annotation or an assertion could say.
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { filesIn, root } from '../tree.js'

const out = join(root, 'out')
/** Of a page in two languages one is enough: languages.test.ts holds their code to be the same. */
const pages = ['README.md', ...filesIn('docs/en', '.md')]

/** Run, or compiled with what is around them, by a test of their own. */
const elsewhere = [
  'docs/en/common-mistakes.md',
  'docs/en/adding-a-complement.md',
  'docs/en/host-complements.md',
  'docs/en/writing-an-adapter.md',
]

/** An answer that is shown, and a draft that is left to be imagined. */
const isProgram = (code: string): boolean => !code.startsWith('[') && !code.includes('/* … */')

const examples = pages
  .filter((page) => !elsewhere.includes(page))
  .flatMap((page) =>
    [...readFileSync(root + page, 'utf8').matchAll(/^```(ts|js|js no-run)\n([\s\S]*?)^```/gm)]
      .filter(([, , code]) => isProgram(code!))
      .map(([, kind, code], index) => ({
        file: `${page.replace(/\W+/g, '-')}-${index + 1}.${kind === 'ts' ? 'ts' : 'js'}`,
        code: `${code}\nexport {}\n`,
      })),
  )

/** What an example has from the one before it, or from the reader's own program. */
const given = `
type Cfdi = typeof import('cfdi-stamp')
declare const engine: import('cfdi-stamp').Engine
declare const csd: import('cfdi-stamp').Csd
declare const stamping: import('cfdi-stamp').Failover, provider: typeof stamping
declare const sw: import('cfdi-stamp').Provider, finkok: typeof sw, principal: typeof sw, respaldo: typeof sw
declare const failover: Cfdi['failover']
declare const openFileStore: typeof import('cfdi-stamp/node').openFileStore, log: any
declare const draftSchema: typeof import('cfdi-stamp/schema').draftSchema
declare const sValidator: typeof import('@hono/standard-validator').sValidator
declare const app: import('hono').Hono
declare const createTools: typeof import('cfdi-stamp/tools').createTools
declare const overService: typeof import('cfdi-stamp/tools').overService
declare const service: import('cfdi-stamp/service').StampingService
declare const sendMails: typeof import('cfdi-stamp/service').sendMails
declare const createSharedBulkhead: typeof import('cfdi-stamp/postgres').createSharedBulkhead
declare const createSharedBreaker: typeof import('cfdi-stamp/postgres').createSharedBreaker
declare const store: ReturnType<typeof import('cfdi-stamp/postgres').createPostgresStore> & import('cfdi-stamp/service').MailStore
declare const client: Parameters<typeof import('cfdi-stamp/postgres').migrate>[0]
declare const server: import('node:http').Server
declare const askService: (rfc: string) => Promise<import('cfdi-stamp').Taxpayer | undefined>
declare const operation: import('cfdi-stamp').Operation
declare const invoice: import('cfdi-stamp').ComprobanteDraft, factura: typeof invoice, corregida: typeof invoice, corrected: typeof invoice
declare const timbre: import('cfdi-stamp').TimbreFiscalDigital
declare const key: string, uuid: string, token: string, xml: string, apiKey: string, logo: Uint8Array
declare const sealed: import('cfdi-stamp').Sealed
declare const deliver: any, report: any, guardar: any, save: any, llaveDe: any, keyOf: any, database: any, addressesOf: any, createTransport: any
declare module 'express' { const express: any; export default express }
declare module 'fastify' { const fastify: any; export default fastify }
declare module '@nestjs/common' { export const Body: any, Controller: any, Module: any, Param: any, Put: any, Res: any }
declare module '*/invoices.js' { export function createInvoice(engine: unknown, key: string, draft: unknown): Promise<{ status: number; body: object }> }
declare module '*/engine.js' { export const engine: import('cfdi-stamp').Engine }
declare module 'cfdi-stamp-client' { export const CfdiStamp: any; export const UnknownFailure: any }
declare module '*/client.gen' { export const client: any }
declare module '*/sdk.gen' { export const createInvoice: any }
`

const compilerOptions = {
  noEmit: true,
  strict: true,
  allowJs: true,
  checkJs: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'DOM', 'DOM.AsyncIterable'],
  types: ['node'],
  experimentalDecorators: true,
  skipLibCheck: true,
}

/**
 * Of JavaScript, what is no mistake there: parameters without a type (7005, 7006, 7031, 7034); what
 * may be absent, or be the other half of a union, in an example that knows what it is (2339, 2531,
 * 2532, 2722, 18046 to 18048).
 */
const unsayable = /\.js\(.*error TS(?:70(?:05|06|31|34)|2339|2531|2532|2722|1804[678]):/

/** Its lines, but for those and what explains them. */
const mistakesIn = (stdout: string): readonly string[] =>
  stdout.split('\n').filter((line) => /error TS/.test(line) && !unsayable.test(line))

it('compile against the published types', async () => {
  expect(examples.length).toBeGreaterThan(20)
  // Within the package, so that `cfdi-stamp` is this one.
  mkdirSync(out, { recursive: true })
  const folder = mkdtempSync(join(out, 'docs-'))
  try {
    for (const { file, code } of examples) writeFileSync(join(folder, file), code)
    writeFileSync(join(folder, 'given.d.ts'), given)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*'] }),
    )
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', '.'], { cwd: folder }).catch(
      (failed) => failed,
    )
    expect(mistakesIn(stdout)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
