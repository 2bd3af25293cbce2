/** The code of docs/writing-an-adapter.md compiles and does what the page says. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { createSealer, now } from './sealing.js'
import { infiniteToken, refusal, reply, type SwServer, stampPath, startSw, success } from './swServer.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(join(root, 'docs/writing-an-adapter.md'), 'utf8')
const sources: Record<string, string> = {
  'cfdi-stamp/pac/adapter': join(root, 'src/pac/adapter/index.ts'),
  'cfdi-stamp/node': join(root, 'src/node/send.ts'),
}
const code = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
const withSources = (extension: string) =>
  code.replace(
    /from '(cfdi-stamp\/[^']+)'/g,
    (_, name: string) => `from '${sources[name]?.replace(/\.ts$/, extension)}'`,
  )
const folder = mkdtempSync(join(tmpdir(), 'adapter-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('compiles as strictly as the library', () => {
  writeFileSync(join(folder, 'page.ts'), withSources('.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const base = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as { compilerOptions: object }
  const compilerOptions = {
    ...base.compilerOptions,
    noEmit: true,
    skipLibCheck: true,
    lib: ['ES2022', 'WebWorker'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }))
  const run = () =>
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8', stdio: 'pipe' })
  const output = (() => {
    try {
      return run()
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  })()
  expect(output.split('\n').filter((line) => line.includes('page.ts'))).toEqual([])
})

describe('the adapter of the page', () => {
  let server: SwServer
  let provider: Provider
  let seal: (changes?: object) => Promise<Sealed>

  beforeAll(async () => {
    writeFileSync(join(folder, 'run.ts'), withSources('.ts'))
    const { connect } = (await import(/* @vite-ignore */ join(folder, 'run.ts'))) as {
      connect: (services: string, token: string) => Provider
    }
    server = await startSw({ clock: () => now })
    seal = await createSealer(server.pac)
    provider = connect(server.url, infiniteToken)
    return () => server.close()
  })

  it('stamps, and gives the earlier stamp', async () => {
    const sealed = await seal()
    const first = await provider.stamp(sealed)
    expect(first).toMatchObject({ kind: 'stamped', when: 'fresh', timbre: { SelloCFD: sealed.sello } })
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped', when: 'earlier' })
    expect(await provider.ping()).toBe(true)
  })

  it.each([
    [refusal('CFDI40145 - El nombre'), { kind: 'rejected', scope: 'list', code: 'CFDI40145' }],
    [refusal('AU2001 - Sin saldo'), { kind: 'refused', scope: 'account' }],
    [
      { status: 429, body: '' },
      { kind: 'refused', scope: 'throttle' },
    ],
    [{ status: 502, body: '<html>' }, { kind: 'unknown' }],
    [refusal('307. El comprobante contiene un timbre previo.'), { kind: 'unknown', why: 'stamped', code: '307' }],
    [success(null), { kind: 'unknown', why: 'stamped' }],
    [success({ cfdi: '<cfdi' }), { kind: 'unknown', why: 'stamped' }],
  ])('%j', async (answer, expected) => {
    server.next(stampPath, (response) => reply(response, answer))
    expect(await provider.stamp(await seal())).toMatchObject(expected)
  })
})

it('the page names what there is', () => {
  const names = [...page.matchAll(/`((?:src|test)\/[\w./]+)`/g)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(2)
  for (const name of names)
    expect(() => readFileSync(join(root, name.endsWith('/') ? `${name}sw.ts` : name))).not.toThrow()
})
