/**
 * The hosts of the kill test: shipped programs, each a process with its own port and database,
 * restarted whenever it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A shipped program. */
export type HostName = 'server' | 'worker' | 'endpoint' | 'lambda' | 'nextjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const examples = fileURLToPath(new URL('../../examples/', import.meta.url))

/** Entry file of each. */
const programs: Readonly<Record<HostName, { readonly cwd: string; readonly file: string }>> = {
  server: { cwd: join(examples, 'server'), file: 'server.js' },
  worker: { cwd: here, file: 'workerHost.js' },
  endpoint: { cwd: here, file: 'endpointHost.js' },
  lambda: { cwd: here, file: 'lambdaHost.js' },
  nextjs: { cwd: here, file: 'nextHost.js' },
}

/** A restarted process. */
export interface Host {
  readonly name: HostName
  readonly origin: string
  /** Kills the process with SIGKILL; it restarts at once. */
  kill(): void
  /** Suspends it for that many milliseconds. */
  suspend(ms: number): Promise<void>
  /** Restarts it with other environment variables. */
  restart(env: Record<string, string>): Promise<void>
  /** Resolves when it accepts requests. */
  ready(): Promise<void>
  /** Stops it without a restart. */
  stop(): Promise<void>
  /** Number of ends without a kill. */
  readonly failures: () => number
}

/** Starts a host. Its output is in `<folder>/<name>.log`. */
export async function startHost(
  name: HostName,
  folder: string,
  given: Record<string, string>,
): Promise<Host> {
  const port = await freePort()
  const log = openSync(join(folder, `${name}.log`), 'a')
  const clock = new URL('clock.js', import.meta.url).href
  let env = given
  let [isStopped, isKilled, failures] = [false, false, 0]
  let child: ChildProcess
  let ended: Promise<unknown>
  const run = () => {
    const { cwd, file } = programs[name]
    isKilled = false
    child = spawn(process.execPath, ['--import', clock, file], {
      cwd,
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', log, log],
    })
    ended = once(child, 'exit').then(async () => {
      if (isStopped) return
      if (!isKilled) failures++
      // Retries after a pause when the database is down, as a supervisor does.
      await sleep(isKilled ? 20 : 500)
      if (!isStopped) run()
    })
  }
  const kill = () => {
    isKilled = true
    child.kill('SIGKILL')
  }
  const origin = `http://127.0.0.1:${port}`
  const ready = async () => {
    while (!(await fetch(`${origin}/health`).catch(() => undefined))) await sleep(50)
  }
  run()
  return {
    name,
    origin,
    kill,
    ready,
    async suspend(ms) {
      const suspended = child
      suspended.kill('SIGSTOP')
      await sleep(ms)
      suspended.kill('SIGCONT')
    },
    async restart(changes) {
      env = { ...env, ...changes }
      const over = ended
      kill()
      await over
      await ready()
    },
    async stop() {
      isStopped = true
      const over = once(child, 'exit')
      if (child.kill('SIGKILL')) await over
      closeSync(log)
    },
    failures: () => failures,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
