/**
 * The contract is public: the examples of docs/api-clients.md are run as they stand, and a client that is generated from the OpenAPI
 * document compiles and stamps.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Host, openHost } from './host.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const bin = (name: string) => here(`../node_modules/.bin/${name}`)

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('clients', () => {
  let host: Host
  let folder: string
  let blocks: Record<string, string[]>
  let env: NodeJS.ProcessEnv

  before(async () => {
    host = await openHost()
    folder = await mkdtemp(here('../client-'))
    await copyFile(here('../factura.json'), join(folder, 'factura.json'))
    const page = await readFile(here('../../../docs/api-clients.md'), 'utf8')
    blocks = {}
    for (const [, language = '', code = ''] of page.matchAll(/```(\w+)[^\n]*\n([\s\S]*?)```/g)) {
      blocks[language] ??= []
      blocks[language].push(code)
    }
    env = { ...process.env, URL: host.origin, KEY: host.key }
  })
  after(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  const uuid = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/

  it('curl', async () => {
    const { stdout } = await run('bash', ['-e', '-c', blocks['sh']?.[0] ?? ''], { cwd: folder, env })
    assert.match(stdout, uuid)
    assert.match(stdout, /"balance":9/)
  })

  it('JavaScript: the key of the order gives the invoice that curl asked for', async () => {
    await writeFile(join(folder, 'client.mjs'), blocks['js']?.[0] ?? '')
    const { stdout } = await run(process.execPath, ['client.mjs'], { cwd: folder, env })
    assert.match(stdout, uuid)
    assert.match(stdout, /^9$/m)
    assert.match(stdout, /accepted|cancelled/)
  })

  it('Python', { skip: hasPython ? false : 'python3 is not installed' }, async () => {
    const { stdout } = await run('python3', ['-c', blocks['python']?.[0] ?? ''], { cwd: folder, env })
    assert.match(stdout, uuid)
  })

  it('generated for TypeScript: it compiles, strictly, and stamps', async () => {
    const document = `${host.origin}/api/v5/openapi.json`
    await run(bin('openapi-typescript'), [document, '-o', 'service.ts'], { cwd: folder, env })
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'client.ts'), blocks['ts']?.[0] ?? '')
    const options = '--strict --noEmit --target es2022 --module nodenext --skipLibCheck --types node'.split(' ')
    const roots = ['--typeRoots', here('../../../node_modules/@types')]
    const told = await run(bin('tsc'), [...options, ...roots, 'client.ts'], { cwd: folder }).catch((error) => error)
    assert.equal(told.stdout, '')
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'client.ts'], { cwd: folder, env })
    assert.match(stdout, uuid)
  })
})
