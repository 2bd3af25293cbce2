/**
 * The contract is public: the examples of docs/en/api-clients.md are run as they stand, and a
 * client that is generated from the OpenAPI document compiles and stamps.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isInstalled } from '../../../test/programs.ts'
import { call, type Host, openHost } from './host.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const bin = (name: string) => here(`../node_modules/.bin/${name}`)

/** Skips a test, with the reason, where its program is not installed; in CI it must be. */
const needs = (program: 'curl' | 'python3' | 'php') => ({
  skip: isInstalled(program) ? false : `${program} is not installed`,
})

describe('clients', () => {
  let host: Host
  let folder: string
  let factura: object
  let blocks: Record<string, string[]>
  let env: NodeJS.ProcessEnv

  before(async () => {
    host = await openHost()
    folder = await mkdtemp(here('../client-'))
    factura = JSON.parse(await readFile(here('../factura.json'), 'utf8'))
    const page = await readFile(here('../../../docs/en/api-clients.md'), 'utf8')
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

  /** Program that runs each language. */
  const clients: Record<
    string,
    { needs?: 'curl' | 'python3' | 'php'; language: string; command: string[] }
  > = {
    curl: { needs: 'curl', language: 'sh', command: ['bash', '-e', 'client.sh'] },
    JavaScript: { language: 'js', command: [process.execPath, 'client.js'] },
    Python: { needs: 'python3', language: 'python', command: ['python3', 'client.python'] },
    PHP: { needs: 'php', language: 'php', command: ['php', '-n', 'client.php'] },
  }

  for (const [name, { needs: program, language, command }] of Object.entries(clients))
    it(name, program && needs(program), async () => {
      const [first = '', ...rest] = command
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
      await writeFile(join(folder, `client.${language}`), blocks[language]?.[0] ?? '')
      // Two orders of one second that are the same to the byte would be one invoice.
      const Folio = /pedido-(\d+)/.exec(blocks[language]?.[0] ?? '')?.[1]
      await writeFile(join(folder, 'factura.json'), JSON.stringify({ ...factura, Folio }))
      const before = (await host.accounts.balance('uno')).stamped
      const { stdout } = await run(first, rest, { cwd: folder, env })
      const told = await host.accounts.balance('uno')
      const [UUID = ''] = uuid.exec(stdout) ?? []
      assert.match(stdout, new RegExp(`(^|"balance":)${told.balance}\\b`, 'm'))
      const { body } = await call(host, `invoice/${UUID}`)
      // curl and JavaScript send the same order: one invoice for both.
      assert.ok(told.stamped === before + 1 || body.cfdi.key === 'pedido-8114', stdout)
      if (name !== 'curl') assert.match(body.cfdi.cancellation?.phase ?? '', /accepted|cancelled/)
      // A rejection is reported by its code.
      const refused = await run(first, rest, { cwd: folder, env: { ...env, KEY: 'wrong' } }).catch(
        (error) => error,
      )
      assert.notEqual(refused.code ?? 0, 0, name)
      assert.match(refused.stdout + refused.stderr, /720/, name)
    })

  it('curl, of docs/en/events.md: a webhook is given another secret', needs('curl'), async () => {
    const { body } = await call(host, 'webhooks', { form: { url: 'https://example.com/' } })
    const page = await readFile(here('../../../docs/en/events.md'), 'utf8')
    const [, line = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? []
    const { stdout } = await run('bash', ['-e', '-c', line], {
      cwd: folder,
      env: { ...env, ID: body.id },
    })
    const { secret, previousUntil } = JSON.parse(stdout)
    assert.match(secret, /^whsec_/)
    assert.notEqual(secret, body.secret)
    assert.ok(Date.parse(previousUntil) > Date.now())
  })

  it('there is no other example', () => {
    const counts = Object.fromEntries(
      Object.entries(blocks).map(([language, all]) => [language, all.length]),
    )
    // The second of sh is the line that generates the client of TypeScript, which is run below.
    assert.deepEqual(counts, { sh: 2, js: 1, ts: 1, python: 1, php: 1 })
  })

  it('generated for TypeScript: it compiles, strictly, and stamps', async () => {
    const [, program = '', ...words] = (blocks['sh']?.[1] ?? '').trim().split(' ')
    const given = words.map((word) => word.replaceAll('"', '').replace('$URL', host.origin))
    await run(bin(program.split('/').at(-1) ?? ''), given, { cwd: folder, env })
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'client.ts'), blocks['ts']?.[0] ?? '')
    const options =
      '--strict --noEmit --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --types node'.split(
        ' ',
      )
    const roots = ['--typeRoots', here('../../../node_modules/@types')]
    const told = await run(bin('tsc'), [...options, ...roots, 'client.ts'], { cwd: folder }).catch(
      (error) => error,
    )
    assert.equal(told.stdout, '')
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'client.ts'], {
      cwd: folder,
      env,
    })
    assert.match(stdout, uuid)
  })
})
