/**
 * The code of docs/en/writing-an-adapter.md and of src/pac/README.md compiles and does what the
 * pages say.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { createSealer, now } from './sealing.js'
import {
  infiniteToken,
  refusal,
  reply,
  type SwServer,
  stampPath,
  startSw,
  success,
} from './sw/swServer.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = {
  guide: readFileSync(join(root, 'docs/en/writing-an-adapter.md'), 'utf8'),
  readme: readFileSync(join(root, 'src/pac/README.md'), 'utf8'),
}
const sources: Record<string, string> = {
  'cfdi-stamp/pac/adapter': join(root, 'src/pac/adapter/index.ts'),
  'cfdi-stamp/pac/contract': join(root, 'src/pac/contract.ts'),
  'cfdi-stamp/pac/sandbox': join(root, 'src/pac/sandbox/index.ts'),
  'cfdi-stamp/node': join(root, 'src/node/send.ts'),
  vitest: join(root, 'node_modules/vitest/dist/index.js'),
}
const folder = mkdtempSync(join(tmpdir(), 'adapter-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The code of a page, importing from the source tree. */
function codeOf(page: string, extension: '.ts' | '.js'): string {
  const code = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  return code.replace(
    /from '(cfdi-stamp\/[^']+|vitest)'/g,
    (_, name: string) => `from '${sources[name]?.replace(/\.ts$/, extension)}'`,
  )
}

it('compiles as strictly as the library', () => {
  for (const [name, page] of Object.entries(pages))
    writeFileSync(join(folder, `${name}.ts`), codeOf(page, '.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const base = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object
  }
  const compilerOptions = {
    ...base.compilerOptions,
    noEmit: true,
    skipLibCheck: true,
    lib: ['ES2022', 'WebWorker'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const files = Object.keys(pages).map((name) => `${name}.ts`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const run = () =>
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const output = (() => {
    try {
      return run()
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  })()
  expect(output.split('\n').filter((line) => files.some((file) => line.includes(file)))).toEqual([])
})

// The README declares its own tests: the contract of its adapter.
writeFileSync(join(folder, 'readmeRun.ts'), codeOf(pages.readme, '.ts'))
await import(/* @vite-ignore */ join(folder, 'readmeRun.ts'))

describe('the adapter of the guide', () => {
  let server: SwServer
  let provider: Provider
  let seal: (changes?: object) => Promise<Sealed>

  beforeAll(async () => {
    writeFileSync(join(folder, 'guideRun.ts'), codeOf(pages.guide, '.ts'))
    const { connect } = (await import(/* @vite-ignore */ join(folder, 'guideRun.ts'))) as {
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
    expect(first).toMatchObject({
      kind: 'stamped',
      when: 'fresh',
      timbre: { SelloCFD: sealed.sello },
    })
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
    [
      refusal('307. El comprobante contiene un timbre previo.'),
      { kind: 'unknown', why: 'stamped', code: '307' },
    ],
    [success(null), { kind: 'unknown', why: 'stamped' }],
    [success({ cfdi: '<cfdi' }), { kind: 'unknown', why: 'stamped' }],
  ])('%j', async (answer, expected) => {
    server.next(stampPath, (response) => reply(response, answer))
    expect(await provider.stamp(await seal())).toMatchObject(expected)
  })
})

it.each(Object.entries(pages))('the files named in the %s exist', (_, page) => {
  const names = [...page.matchAll(/`((?:src|test)\/[\w./]+)`/g)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

it('the README lists every file and folder', () => {
  const listed = new Set(
    [...pages.readme.matchAll(/`([\w]+(?:\.ts|\/))`/g)].map(([, name]) => name),
  )
  const there = readdirSync(join(root, 'src/pac'), { withFileTypes: true })
    .map((each) => (each.isDirectory() ? `${each.name}/` : each.name))
    .filter((name) => name !== 'README.md' && name !== 'index.ts')
  expect(there.filter((name) => !listed.has(name))).toEqual([])
})

describe('docs/en/writing-an-adapter.md names every file that names a PAC', () => {
  const name = 'comercioDigital'
  const folders = ['src', 'tools', 'site/build', 'README.md', 'README.es.md', 'package.json']
  /** Pages of PACs that moved, with their old address. */
  const history = ['site/build/moved.js']

  function filesIn(path: string): readonly string[] {
    const whole = join(root, path)
    if (!existsSync(whole)) return []
    if (!statSync(whole).isDirectory()) return [path]
    return readdirSync(whole).flatMap((one) =>
      one === 'node_modules' ? [] : filesIn(`${path}/${one}`),
    )
  }

  const named = folders
    .flatMap(filesIn)
    .filter(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(/comercioDigital|comercio-digital/) !== null,
    )
    .map((file) => file.replaceAll(name, '<pac>'))

  it.each([...new Set(named)].filter((file) => !history.includes(file)))('%s', (file) => {
    expect(pages.guide).toContain(`\`${file}\``)
  })

  it('and the tests with a list of their own', () => {
    for (const file of ['test/pac/pacs/account.test.ts', 'test/pac/pacs/wire.test.ts']) {
      expect(readFileSync(join(root, file), 'utf8')).toContain(name)
      expect(pages.guide).toContain(`\`${file}\``)
    }
  })
})
