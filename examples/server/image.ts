/**
 * Builds the image of the Dockerfile and starts it, without a container engine: buildah in a
 * chroot, over a substitute of its base. It needs only the registry of npm and Debian's archive.
 * The substitute is Debian 12 (mmdebstrap) with the Node of the npm package `node`, npm, and the
 * user `node`: the contents of `node:24-bookworm-slim`, not its bytes.
 *
 *   npm run image      # as root; apt-get install buildah mmdebstrap
 * @module
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { invoice } from './test/host.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = 'examples/server/Dockerfile'
const port = 34_177
const folder = mkdtempSync(join(tmpdir(), 'image-'))
const tell = (stage: string) => process.stderr.write(`${new Date().toISOString()} ${stage}\n`)

/** Returns the missing tool, if any. In CI a missing tool is an error. */
function missing(): string | undefined {
  return process.getuid?.() === 0
    ? ['buildah', 'mmdebstrap'].find((program) => !isHere(program))
    : 'root'
}

function isHere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// Images and containers of its own, in a folder that is removed.
const store = [
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'vfs',
]
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
async function buildah(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('buildah', [...store, ...words], {
    env,
    maxBuffer: 1 << 26,
  })
  return stdout.trim()
}

/** The image that the Dockerfile begins with, as far as Debian and npm have it. */
async function makeBase(name: string): Promise<void> {
  const packages = join(folder, 'npm')
  const major = /^node:(\d+)-/.exec(name)?.[1] ?? ''
  execFileSync('npm', [
    'install',
    '--prefix',
    packages,
    '--silent',
    '--no-package-lock',
    `node@${major}`,
    'npm@11',
  ])
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', join(folder, 'base.tar')])
  const container = await buildah('from', 'scratch')
  const place = await buildah('mount', container)
  execFileSync('tar', ['-xf', join(folder, 'base.tar'), '-C', place])
  const local = join(place, 'usr/local')
  cpSync(join(packages, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  cpSync(join(packages, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), {
    recursive: true,
  })
  for (const program of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program))
  execFileSync('chroot', [place, 'useradd', '--uid', '1000', '--create-home', 'node'])
  // Where the registry is behind an authority of one's own.
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined) {
    mkdirSync(join(place, 'etc/ssl/certs'), { recursive: true })
    cpSync(authorities, join(place, 'etc/ssl/certs/extra.crt'))
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.crt', container)
  }
  await buildah('umount', container)
  await buildah('commit', '--rm', '--quiet', container, `docker.io/library/${name}`)
}

/** The base of the image: its name, and the digest that pins it. */
const pinned = /^FROM (\S+)@sha256:[0-9a-f]{64} AS base$/m

/** The Dockerfile without the digest, which a stand-in cannot have. */
function unpinned(): string {
  const file = join(folder, 'Dockerfile')
  writeFileSync(
    file,
    readFileSync(join(root, dockerfile), 'utf8').replace(pinned, 'FROM $1 AS base'),
  )
  return file
}

interface Config {
  readonly User: string
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
  readonly Volumes: object
  readonly StopSignal: string
}

/**
 * The process that the image runs: the last of those that buildah started, from whichever of its
 * threads.
 */
function innermost(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return children[0] === undefined ? pid : innermost(Number(children[0]))
}

/**
 * Starts the image with its configuration, stamps with the printed key, and stops it as an engine
 * would.
 */
async function tries(container: string, { Cmd, Healthcheck, StopSignal }: Config): Promise<void> {
  const where = ['run', '--network', 'host', '--env', `PORT=${port}`, container, '--']
  const child = spawn('buildah', [...store, ...where, ...Cmd], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let key: string | undefined
  for (; key === undefined; key = /cfdi_sandbox_\w+/.exec(said.err)?.[0]) {
    if (child.exitCode !== null) throw new Error(said.err)
    await sleep(200)
  }
  const [, ...check] = Healthcheck.Test
  await buildah(...where, ...check)
  const headers = { 'x-api-key': key }
  const body = new URLSearchParams({ json: JSON.stringify(invoice()) })
  const answer = await fetch(`http://127.0.0.1:${port}/api/v5/invoice/create`, {
    method: 'POST',
    headers,
    body,
  })
  const { cfdi } = (await answer.json()) as { cfdi: { UrlPdf: string } }
  const pdf = Buffer.from(await (await fetch(cfdi.UrlPdf)).arrayBuffer())
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-')
  process.kill(innermost(child.pid ?? 0), StopSignal as NodeJS.Signals)
  assert.equal(await ended, 0, said.err)
  assert.match(said.out, /"event":"closed"/)
}

async function all(): Promise<void> {
  const [, base = ''] = pinned.exec(readFileSync(join(root, dockerfile), 'utf8')) ?? []
  tell(`a stand-in of ${base}`)
  await makeBase(base)
  tell('building')
  const ignored = ['--ignorefile', join(root, `${dockerfile}.dockerignore`)]
  const how = ['--pull-never', '--network', 'host', '--format', 'docker', ...ignored]
  await buildah('bud', ...how, '-f', unpinned(), '-t', 'cfdi-server', root)
  const { Docker } = JSON.parse(
    await buildah('inspect', '--type', 'image', 'localhost/cfdi-server'),
  )
  const config = Docker.config as Config
  const container = await buildah('from', '--pull-never', 'localhost/cfdi-server')
  tell('looking')
  const place = await buildah('mount', container)
  assert.deepEqual(readdirSync(join(place, 'app')).sort(), [
    'dist',
    'examples',
    'node_modules',
    'package.json',
    'xsd',
    'xslt',
  ])
  assert.ok(
    !existsSync(join(place, 'app/examples/server/node_modules/playwright-core')),
    'nothing for tests is in it',
  )
  const inside = async (...words: string[]) => buildah('run', container, '--', ...words)
  assert.equal(await inside('id', '-un'), 'node')
  await assert.rejects(inside('touch', '/app/x'), 'who serves may change nothing of what is served')
  assert.deepEqual([config.User, Object.keys(config.Volumes)], ['node', ['/data']])
  tell('starting')
  await tries(container, config)
  tell('it was built, started, healthy, stamped, and stopped in order')
}

const lack = missing()
if (lack !== undefined) {
  if (process.env['CI']) throw new Error(`CI needs ${lack}`)
  console.log(`not done: it needs ${lack}`)
} else {
  try {
    await all()
  } finally {
    await buildah('rm', '--all').catch(() => {})
    await buildah('rmi', '--all', '--force').catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}
