/**
 * Starts the processes of `measured.js`, and calls them: for every bench of this folder.
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { invoice } from '../test/host.ts'

/** A process, where it listens, and the key of its account. */
export interface Measured {
  readonly child: ChildProcess
  readonly port: number
  readonly key: string
}

/** Totals of a process since its start: bytes, SQL, and milliseconds of CPU. */
export type Reading = Readonly<
  Record<'statements' | 'transactions' | 'heapUsed' | 'rss' | 'external' | 'cpu', number>
>

/** Starts a process; it ends with this one. */
export async function startMeasured(
  kind: 'hello' | 'server',
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('measured.js', import.meta.url)), [kind], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
  })
  child.on('exit', (code) => code && process.exit(1))
  const [{ port, key }] = await once(child, 'message')
  return { child, port, key }
}

/** Starts a server of this folder over a database of PostgreSQL, without limits of calls. */
export function startStamping(host: string, database = 'postgres'): Promise<Measured> {
  return startMeasured('server', {
    PORT: '0',
    PUBLIC_URL: 'http://localhost',
    ACCOUNT_PER_MINUTE: '100000',
    DATABASE_URL: `postgresql://test@/${database}?host=${host}`,
  })
}

/** Sends a message to a process, and resolves to its answer. */
export async function query<Result = Reading>(child: ChildProcess, message: object | string) {
  child.send(message)
  return (await once(child, 'message'))[0] as Result
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
export const endCalls = () => agent.destroy()

/** Resolves to the status of a call. */
export function callStatus(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const given = { agent, port, path, method, headers, host: '127.0.0.1' }
    const sent = request(given, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

/** Resolves to the status of a stamp; `folio` is also its key. */
export function callStamp({ port, key }: Measured, folio: number): Promise<number> {
  const json = JSON.stringify(invoice({ Folio: String(folio) }))
  const headers = {
    'x-api-key': key,
    'idempotency-key': String(folio),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams({ json }).toString()
  return callStatus(port, '/api/v5/invoice/create', headers, body)
}
