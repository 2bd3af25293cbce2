/**
 * Adapters against the wire contracts of their PACs: what they send is what the sources describe,
 * in both environments, and nothing else is answered.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Adapter, HttpRequest, Outgoing } from '../../../src/pac/adapter/adapter.js'
import { readRequest } from '../../../src/pac/fakes/contractRequest.js'
import { contracts } from '../../../src/pac/fakes/contracts/contracts.js'
import { fakes } from '../../../src/pac/fakes/fakes.js'
import type { FakeRequest } from '../../../src/pac/fakes/wire.js'
import type { WireContract, WireFields } from '../../../src/pac/fakes/wireContract.js'
import { pacs } from '../../../src/pac/pacs.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const names = Object.keys(contracts) as (keyof typeof contracts)[]
const contractOf = (name: keyof typeof contracts): WireContract => contracts[name]

const uuid = '01724196-AC5A-4735-B621-E3B42BCBB459'
const xml =
  '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Descripcion="Año &amp; niño ]]&gt;"/>'
const outgoing: Outgoing = {
  sealed: { xml, cadena: '||', sello: 's', document: { Emisor: { Rfc: 'EKU9003173C9' } } as never },
  bytes: new TextEncoder().encode(xml),
  sha256: 'ab'.repeat(32),
  cadenaSha256: 'cd'.repeat(32),
}
const query = {
  uuid,
  rfcEmisor: 'EKU9003173C9',
  rfcReceptor: 'URE180429TM6',
  total: '116.00',
  fe: 'abcdefg=',
}
const signed = `<Cancelacion><Folios><Folio UUID="${uuid}"/></Folios></Cancelacion>`
const cancellation = { ...query, motivo: '02', tipoDeComprobante: 'I', signed } as const

/**
 * Every request that an adapter makes, as a server receives it, with the addresses of the adapter
 * itself.
 */
function requestsOf(adapter: Adapter): readonly (readonly [string, HttpRequest])[] {
  const { login, stamp, find, cancel, pending, answer, related, register, status, balance, ping } =
    adapter
  const list: readonly (readonly [string, HttpRequest | undefined])[] = [
    ['login', login?.request()],
    ['stamp', stamp.request(outgoing, 'T')],
    ['find', find?.request(outgoing, 'T')],
    ['cancel', cancel?.request(cancellation, 'T')],
    ['pending', pending?.request('URE180429TM6', 'T')],
    [
      'answer',
      answer?.request({ uuid, rfcReceptor: 'URE180429TM6', respuesta: 'Aceptacion', signed }, 'T'),
    ],
    ['related', related?.request({ uuid, rol: 'emisor', signed }, 'T')],
    ['register', register?.request({ rfc: 'URE180429TM6' }, 'T')],
    ['status', status?.request(query, 'T')],
    ['balance', balance?.request(undefined, 'T')],
    ['ping', ping.request(undefined, 'T')],
  ]
  return list.flatMap(([op, request]) => (request === undefined ? [] : [[op, request] as const]))
}

function adapterFor(name: keyof typeof contracts, environment: 'test' | 'production'): Adapter {
  const account = fakes[name].account('http://127.0.0.1:1', { user: 'u&1', password: 'p<2 ñ' })
  // Some options are needed for every operation to be there.
  const more = { urls: undefined, ...(name === 'ntlink' && { hash: 'cadena' }) }
  return (pacs[name] as (options: never) => Adapter)({ ...account, environment, ...more } as never)
}

/** Environments that the PAC publishes addresses for. */
const environmentsOf = ({ hosts }: WireContract) =>
  (['test', 'production'] as const).filter((environment) =>
    Object.keys(hosts[environment]).some((host) => host !== 'sat'),
  )

function received({ method, url, headers, body = '' }: HttpRequest): FakeRequest {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const { pathname, search } = new URL(url)
  return { method, path: `/~${new URL(url).origin}${pathname}${search}`, headers, body: bytes }
}

async function read(
  contract: WireContract,
  environment: 'test' | 'production',
  request: FakeRequest,
) {
  return readRequest(
    contract,
    request,
    (host) => `/~${contract.hosts[environment][host]?.url ?? 'none'}`,
  )
}

describe.each(names)('%s', (name) => {
  const contract = contractOf(name)

  describe.each(environmentsOf(contract))('in %s', (environment) => {
    const sent = requestsOf(adapterFor(name, environment))

    it.each(sent)('%s is a request of the contract', async (op, request) => {
      const reading = await read(contract, environment, received(request))
      expect(reading).toMatchObject({ call: { op } })
      if (!('call' in reading)) return
      const { call } = reading
      if (op === 'stamp') expect(call.xml).toBe(xml)
      if (op === 'cancel' || op === 'answer' || op === 'related') expect(call.xml).toBe(signed)
      if (op === 'status')
        expect(call.query).toMatchObject({ ...query, fe: call.query?.fe === '' ? '' : query.fe })
      // Of an API key there is the secret alone.
      if (call.password !== undefined)
        expect([call.user ?? 'u&1', call.password]).toEqual(['u&1', 'p<2 ñ'])
    })

    it('another address, or another method, is refused', async () => {
      for (const [op, request] of sent) {
        const elsewhere = {
          ...received(request),
          path: `${received(request).path.split('?')[0]}/x`,
        }
        expect(await read(contract, environment, elsewhere), op).toMatchObject({
          refused: 'address',
        })
        const put = { ...received(request), method: 'PATCH' }
        expect(await read(contract, environment, put), op).toMatchObject({ refused: 'address' })
      }
    })

    it('another namespace, SOAPAction, or field is refused', async () => {
      for (const [op, request] of sent) {
        const text = typeof request.body === 'string' ? request.body : ''
        if (!text.includes('schemas.xmlsoap.org/soap/envelope')) continue
        const changed = (change: Partial<HttpRequest>) =>
          read(contract, environment, received({ ...request, ...change }))
        const space = text.replace(/(<\w+:\w+ xmlns:\w+=")([^"]+)("><)/, '$1urn:other$3')
        if (space !== text)
          expect(await changed({ body: space }), op).toMatchObject({ refused: expect.any(String) })
        const soapaction = { ...request.headers, soapaction: '"urn:other"' }
        if (hasAction(contract, op))
          expect(await changed({ headers: soapaction }), op).toMatchObject({ refused: 'field' })
        const unknown = text.replace(/(<\/(?:\w+:)?\w+><\/\w+:Body>)/, '<otro>1</otro>$1')
        expect(unknown).not.toBe(text)
        expect(await changed({ body: unknown }), op).toMatchObject({ refused: 'field' })
      }
    })
  })

  it('every claim names a source that the contract lists, and each source is used', () => {
    const named = new Set(froms(contract))
    expect([...named].filter((key) => !Object.hasOwn(contract.sources, key))).toEqual([])
    expect(Object.keys(contract.sources).filter((key) => !named.has(key))).toEqual([])
  })

  it('each required header and field is missed', async () => {
    for (const [, request] of requestsOf(adapterFor(name, 'test'))) {
      const whole = received(request)
      const reading = await read(contract, 'test', whole)
      const described =
        'name' in reading && reading.name !== undefined
          ? contract.requests[reading.name]
          : undefined
      for (const header of required(described?.headers)) {
        const { [header]: _, ...headers } = whole.headers
        expect(await read(contract, 'test', { ...whole, headers }), header).toMatchObject({
          refused: 'field',
        })
      }
    }
  })
})

function hasAction({ requests }: WireContract, op: string): boolean {
  return Object.values(requests).some(
    (one) => one.op === op && one.body?.kind === 'soap' && one.body.action !== undefined,
  )
}

function required(fields: WireFields = {}): readonly string[] {
  return Object.entries(fields).flatMap(([name, { need = 'required' }]) =>
    need === 'required' ? [name] : [],
  )
}

/** All `from` of a contract, however deep. */
function froms(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'from' ? (inner as string[]) : froms(inner),
  )
}

it('no adapter reads a contract, nor anything of the fakes', () => {
  const folder = `${root}src/pac`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const readers = files.filter(
    (file) =>
      !file.startsWith('fakes/') &&
      /from '[^']*fakes\//.test(readFileSync(`${folder}/${file}`, 'utf8')),
  )
  expect(readers).toEqual([])
})
