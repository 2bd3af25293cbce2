/**
 * Servers as separate processes, on a folder or on a PostgreSQL.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))

/** A running program of this folder, and its output. */
export interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Its exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>
}

const living = new Set<ChildProcess>()

/** Ends processes left by a failed test. */
export async function endAll(): Promise<void> {
  await Promise.all([...living].map((child) => child.kill('SIGKILL') && once(child, 'close')))
}

/** Starts a program. */
export function run(env: Record<string, string>, ...args: string[]): Running {
  const child = spawn(process.execPath, args, {
    cwd: here,
    env: { ...process.env, PORT: '0', ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  living.add(child)
  void ended.then(() => living.delete(child))
  return { child, out: () => said.out, err: () => said.err, ended }
}

/** A server that listens, and where; `undefined` if it ends instead. */
export async function serve(
  env: Record<string, string>,
): Promise<(Running & { readonly origin: string }) | undefined> {
  const running = run(env, 'server.js')
  let isOver = false
  void running.ended.then(() => {
    isOver = true
  })
  for (;;) {
    const port = /"event":"listening","port":(\d+)/.exec(running.out())?.[1]
    if (port !== undefined) return { ...running, origin: `http://127.0.0.1:${port}` }
    if (isOver) return undefined
    // The first start makes a database, which takes half a minute on a machine with much else to
    // do.
    await sleep(50)
  }
}

/** Ends a program, and waits for it. */
export async function end(
  { child, ended }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return ended
}
