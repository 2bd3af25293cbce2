/**
 * A PostgreSQL of its own for a test file, in a folder that goes with it.
 * @module
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
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

/** Initializes and starts one. Its acknowledged writes survive its own death; those of the machine are not the tests' matter. */
export async function startServer({ fsync = false } = {}): Promise<Server> {
  // Debian links the program; what goes with it is beside the original.
  const bin = dirname(realpathSync(pathOf('postgres')))
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const isRoot = userInfo().uid === 0
  if (isRoot) chownSync(folder, nobody, nobody)
  const options: SpawnOptions = { cwd: folder, stdio: 'ignore', ...(isRoot ? { uid: nobody, gid: nobody } : {}) }
  const run = (program: string, ...args: string[]) => spawn(join(bin, program), args, options)
  const connection = { host: folder, port: 5432, user: 'test', database: 'postgres' }

  await succeeded(
    run('initdb', '-D', 'data', '-U', connection.user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'),
  )
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${fsync ? 'on' : 'off'}`,
    'max_connections=200',
  ]
  const start = async () => {
    const process = run('postgres', '-D', 'data', ...settings.flatMap((one) => ['-c', one]))
    await answered(() => run('psql', '-h', folder, '-U', connection.user, '-d', connection.database, '-c', 'select 1'))
    return process
  }
  let server = await start()
  return {
    connection,
    kill: () => ended(server, 'SIGKILL'),
    async start() {
      server = await start()
    },
    async stop() {
      await ended(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

async function succeeded(process: ChildProcess): Promise<void> {
  const [code] = await once(process, 'exit')
  if (code !== 0) throw new Error(`${process.spawnfile} ended with ${code}`)
}

async function answered(ask: () => ChildProcess): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const [code] = await once(ask(), 'exit')
    if (code === 0) return
    await sleep(50)
  }
  throw new Error('postgres does not start')
}
