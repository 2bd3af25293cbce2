/**
 * Large calls of a process of their own, for `large.ts`: one after the other, for some time.
 * @module
 */
import { pathToFileURL } from 'node:url'
import { invoice } from '../test/host.ts'

const [concept] = (invoice() as { Conceptos: object[] }).Conceptos
let folio = 0

const draftOf = (count: number, more: object = {}) =>
  invoice({
    Folio: `g${++folio}`,
    Conceptos: Array.from({ length: count }, (_, at) => ({
      ...concept,
      Descripcion: `Renglón ${at + 1}`,
      ...more,
    })),
  })

interface Target {
  readonly origin: string
  readonly key: string
}

const post = ({ origin, key }: Target, path: string, form: Record<string, string>) =>
  fetch(`${origin}/api/v5/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: new URLSearchParams(form),
  })

const create = (target: Target, count: number) =>
  post(target, 'invoice/create', { json: JSON.stringify(draftOf(count)) })

/** The body as it is: form encoding would make it longer. */
const raw = ({ origin, key }: Target, body: string) =>
  fetch(`${origin}/api/v5/invoice/preview`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

const mcp = ({ origin, key }: Target, name: string, args: object) =>
  fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })

interface Stamped {
  readonly UUID: string
  readonly XML: string
  readonly UrlPdf: string
}

const made = new Map<string, Stamped>()

/** A stamped document of some concepts, made once. */
async function stamped(target: Target, count: number, name = String(count)): Promise<Stamped> {
  const known = made.get(name)
  if (known !== undefined) return known
  const { cfdi } = await (await create(target, count)).json()
  made.set(name, cfdi)
  return cfdi
}

const get = ({ origin, key }: Target, path: string) =>
  fetch(`${origin}${path}`, { headers: { 'x-api-key': key } })

type Call = (target: Target) => Promise<Response>

/** Each kind: the call that is repeated. */
const kinds: Record<string, Call> = {
  create: (target) => create(target, 5_000),
  preview: (target) =>
    post(target, 'invoice/preview', { json: JSON.stringify(draftOf(5_000)), pdf: 'no' }),
  errors: (target) =>
    post(target, 'invoice/create', {
      json: JSON.stringify(draftOf(5_000, { ClaveProdServ: '0' })),
    }),
  tiny: (target) => raw(target, `json={"Version":"4.0","Conceptos":[${'{},'.repeat(7_500)}{}]}`),
  deep: (target) => raw(target, `json=${'[{"a":'.repeat(3_500)}`),
  async pdf(target) {
    // The PDF is kept: each call needs another document.
    const { UrlPdf } = await (await create(target, 300)).json().then(({ cfdi }) => cfdi)
    const { pathname, search } = new URL(UrlPdf)
    return get(target, pathname + search)
  },
  mcpDraft: (target) => mcp(target, 'draft', { json: draftOf(5_000) }),
  mcpValidate: (target) => mcp(target, 'validate', { json: draftOf(5_000) }),
  mcpErrors: (target) => mcp(target, 'validate', { json: draftOf(5_000, { ClaveProdServ: '0' }) }),
  mcpStamp: (target) => mcp(target, 'stamp', { json: draftOf(5_000), key: `g${folio + 1}` }),
  async mcpXml(target) {
    const { XML } = await stamped(target, 5_000)
    return mcp(target, 'validate', { xml: Buffer.from(XML, 'base64').toString() })
  },
  async verify(target) {
    const { XML } = await stamped(target, 5_000)
    return post(target, 'invoice/verify', { xml: Buffer.from(XML, 'base64').toString() })
  },
  retrieve: async (target) => get(target, `/api/v5/invoice/${(await stamped(target, 5_000)).UUID}`),
  status: async (target) =>
    get(target, `/api/v5/invoice/${(await stamped(target, 5_000)).UUID}/status`),
  zip: (target) => get(target, `/api/v5/exports/zip?month=${new Date().toISOString().slice(0, 7)}`),
  cancel: async (target) =>
    post(target, `invoice/${(await (await create(target, 5_000)).json()).cfdi.UUID}/cancel`, {
      motivo: '02',
    }),
}

const mixed = ['create', 'preview', 'pdf', 'retrieve', 'status', 'cancel'] as const

/** Names of the kinds. `mixed` is some of them at once. */
export const largeKinds = [...Object.keys(kinds), 'mixed']

interface Repeated {
  readonly calls: number
  readonly failed?: string
}

/** Repeats the calls of a kind until a time, at least one. */
async function repeat(target: Target, kind: string, until: number): Promise<Repeated> {
  if (kind === 'mixed') {
    const each = await Promise.all(mixed.map((one) => repeat(target, one, until)))
    const failed = each.find((one) => one.failed !== undefined)?.failed
    return { calls: each.reduce((sum, { calls }) => sum + calls, 0), ...(failed && { failed }) }
  }
  const call = kinds[kind]!
  const isRefusal = ['errors', 'tiny', 'deep'].includes(kind)
  let calls = 0
  let failed = ''
  do {
    const answer = await call(target)
    const text = await answer.text()
    if (answer.status !== 200 && !isRefusal) failed = `${answer.status} ${text.slice(0, 300)}`
    calls++
  } while (performance.now() < until)
  return { calls, ...(failed && { failed }) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [origin, key] = process.argv.slice(2) as [string, string]
  const target = { origin, key }
  process.on('message', async ({ kind, prepare, milliseconds }) => {
    process.send?.(await repeat(target, kind, performance.now() + (prepare ? 0 : milliseconds)))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
