/**
 * A PostgreSQL of its own for a test file, in a folder that goes with it.
 * @module
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf } from '../programs.js'

/** A running server. */
export interface Server {
  /** For a driver: a socket in the server's folder. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** Ends it as `kill -9` would. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** `nobody`, since PostgreSQL refuses to run as root. */
const nobody = 65_534

/**
 * Initializes and starts one. Its acknowledged writes survive its own death; those of the machine
 * are not the tests' matter.
 */
export async function startServer({ fsync = false } = {}): Promise<Server> {
  // Debian links the program; what goes with it is beside the original.
  const bin = dirname(realpathSync(pathOf('postgres')))
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const isRoot = userInfo().uid === 0
  if (isRoot) chownSync(folder, nobody, nobody)
  const log = join(folder, 'log')
  const output = openSync(log, 'a')
  const options: SpawnOptions = {
    cwd: folder,
    stdio: ['ignore', output, output],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  }
  const run = (program: string, ...args: string[]) => spawn(join(bin, program), args, options)
  const connection = { host: folder, port: 5432, user: 'test', database: 'postgres' }

  await succeeded(
    run(
      'initdb',
      '-D',
      'data',
      '-U',
      connection.user,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ),
  )
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${fsync ? 'on' : 'off'}`,
    'max_connections=200',
  ]
  const launch = () => run('postgres', '-D', 'data', ...settings.flatMap((one) => ['-c', one]))
  const isUp = () =>
    succeeds(
      run('pg_isready', '-h', folder, '-U', connection.user, '-d', connection.database, '-q'),
    )
  const start = () => started(launch, isUp, () => readFileSync(log, 'utf8'))
  let server = await start()
  return {
    connection,
    kill: () => ended(server, 'SIGKILL'),
    async start() {
      server = await start()
    },
    async stop() {
      await ended(server, 'SIGINT')
      closeSync(output)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return
  server.kill(signal)
  await once(server, 'exit')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function succeeds(process: ChildProcess): Promise<boolean> {
  const [code] = await once(process, 'exit')
  return code === 0
}

async function succeeded(process: ChildProcess): Promise<void> {
  if (!(await succeeds(process)))
    throw new Error(`${process.spawnfile} ended with ${process.exitCode}`)
}

/** How long a server may take to answer: milliseconds. */
const patience = 30_000

/**
 * A server that answers. After `kill -9` a new one ends at once while a backend of the old one
 * still holds its shared memory: another is launched until they are gone.
 */
async function started(
  launch: () => ChildProcess,
  isUp: () => Promise<boolean>,
  log: () => string,
): Promise<ChildProcess> {
  const until = Date.now() + patience
  let server = launch()
  while (Date.now() < until) {
    if (hasEnded(server)) server = launch()
    else if ((await isUp()) && !hasEnded(server)) return server
    await sleep(50)
  }
  await ended(server, 'SIGKILL')
  throw new Error(`postgres did not answer in ${patience} ms; its log:\n${log().slice(-2_000)}`)
}
