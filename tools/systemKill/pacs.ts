/**
 * The PACs of the kill test and the SAT, in a process that is never killed. Requests to each
 * fake may be lost or refused; every stamp is recorded in a book when it is made, from the request
 * and the stamped XML. `tsx pacs.ts <folder> <seed> <late> <pac,pac,…>`: prints the accounts as a line of JSON,
 * and ends with its standard input.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { FakePac, fakeAccount } from '../../src/pac/fakes/fake.js'
import { contracts } from '../../src/pac/fakes/contracts/contracts.js'
import { fakes } from '../../src/pac/fakes/fakes.js'
import type { Sent } from '../../src/pac/fakes/tricks.js'
import type { FakeCall, FakeRequest } from '../../src/pac/fakes/wire.js'
import type { PacName } from '../../src/pac/pacs.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxSat } from '../../src/pac/sandbox/sat.js'
import { confirmedOptions } from '../confirmedOptions.js'
import { chance } from './chance.js'

const [folder = '', seed = '1', late = '0', list = ''] = process.argv.slice(2)
const names = list.split(',') as PacName[]
const random = chance(Number(seed))
let shift = 0
const clock = () => new Date(Date.now() + shift)
const sat = createSandboxSat({ clock })
const authority = createAuthority({ clock })
const root = readFileSync(new URL('../../fixtures/csd/root.cer', import.meta.url))

/**
 * Milliseconds until a document that seemed lost is stamped: longer than the failover tries to
 * recover it.
 */
const lateBy = 75_000

let outstanding = 0

function stampLate(stamp: () => Promise<unknown>): void {
  outstanding++
  setTimeout(() => void stamp().finally(() => outstanding--), lateBy)
}

type Fault = 'refused' | 'dropped' | 'late' | 'lost' | 'slow' | undefined

/** Stamp requests by PAC. */
const counts = new Map<PacName, number>()
/** The first one with a look-up: elsewhere a late stamp could not be found. */
const latePac = names.find((name) =>
  Object.values(contracts[name].requests).some(({ op }) => op === 'find'),
)

function faultOf(name: PacName): Fault {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  if (name === latePac && Number(late) > 0 && count % Number(late) === 7) return 'late'
  const luck = random()
  if (luck < 0.01) return 'refused'
  if (luck < 0.013) return 'dropped'
  if (luck < 0.04) return 'lost'
  return luck < 0.05 ? 'slow' : undefined
}

async function startPac(name: PacName) {
  const { wire, account } = fakes[name]
  const fake = new FakePac(wire, { sat, authority, clock, anchors: [root], credits: 1e9 })
  const book = join(folder, `book.${name}`)
  const stamped = new Set<string>()

  const write = (xml: string, sent: Sent): void => {
    const token = createHash('sha256').update(xml).digest('hex')
    const uuid = uuidIn(sent)
    if (uuid === undefined || stamped.has(uuid)) return
    stamped.add(uuid)
    const [serie, folio, item] = ['Serie', 'Folio', 'NoIdentificacion'].map((each) =>
      attributeIn(xml, each),
    )
    appendFileSync(book, `${JSON.stringify({ pac: name, uuid, token, serie, folio, item })}\n`)
  }
  const stamp = async (request: FakeRequest, xml: string): Promise<Sent> => {
    const sent = await fake.answer(request)
    write(xml, sent)
    return sent
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await received(incoming)
    const read = await wire.read(request)
    const ask = read !== undefined && 'op' in read ? read : undefined
    if (ask?.op === 'cancel')
      appendFileSync(join(folder, 'cancels'), `${JSON.stringify(uuidOf(ask))}\n`)
    const isStamp = ask?.op === 'stamp'
    const fault = isStamp ? faultOf(name) : random() < 0.01 ? 'refused' : undefined
    if (fault === 'refused') return void response.writeHead(503).end()
    if (fault === 'dropped' || fault === 'late') {
      incoming.socket.resetAndDestroy()
      if (fault === 'late') stampLate(() => stamp(request, ask?.xml ?? ''))
      return
    }
    const sent = isStamp ? await stamp(request, ask.xml ?? '') : await fake.answer(request)
    if (fault === 'lost') return void incoming.socket.resetAndDestroy()
    setTimeout(() => send(response, sent), fault === 'slow' ? 2_000 : 0)
  }
  const url = await listen((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  return { ...account(url, fakeAccount), ...confirmedOptions[name] }
}

function uuidOf({ xml = '', uuid = '' }: FakeCall): string {
  return (/UUID="([^"]+)"/.exec(xml)?.[1] ?? uuid).toUpperCase()
}

function attributeIn(xml: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]
}

/**
 * Returns the folio fiscal in a reply, whose XML is escaped, quoted in JSON or in Base64. Finkok's
 * reply to a repeated request may have none.
 */
function uuidIn({ reply }: Sent): string | undefined {
  const text = Buffer.from(reply.body as string).toString()
  const coded = [...text.matchAll(/[A-Za-z0-9+/=]{200,}/g)].map(([each]) =>
    Buffer.from(each, 'base64').toString(),
  )
  for (const each of [text, ...coded]) {
    const found = /TimbreFiscalDigital\b[^>]*? UUID=(?:\\?"|&quot;|&#34;)([0-9A-Fa-f-]{36})/.exec(
      each,
    )
    if (found?.[1] !== undefined) return found[1].toUpperCase()
  }
  return undefined
}

async function received(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body: Buffer.concat(chunks) }
}

function send(response: ServerResponse, { reply }: Sent): void {
  response.writeHead(reply.status, { ...reply.headers }).end(Buffer.from(reply.body as string))
}

async function listen(
  serve: (incoming: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Controls of the test: `POST /shift` moves the clock, `POST /status` returns statuses of documents
 * at the SAT, `POST /late` the number of stamps still to be made.
 */
async function control(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body } = await received(incoming)
  const given = JSON.parse(Buffer.from(body).toString())
  if (incoming.url === '/shift') shift = given.shift
  const told = incoming.url === '/status' ? given.map(sat.status.bind(sat)) : { outstanding }
  response.end(JSON.stringify(told))
}

const accounts: Record<string, object> = {}
for (const name of names) accounts[name] = await startPac(name)
const controls = await listen((incoming, response) => void control(incoming, response))
process.stdout.write(`${JSON.stringify({ accounts, controls })}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
