/**
 * Sentences of docs/en/specification.md that are about the whole service, by HTTP alone: kinds of
 * document, credits, values of "AUTO", states, and accounts that know nothing of each other.
 * @module
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCfdi } from 'cfdi-stamp'
import { pago } from 'cfdi-stamp/build'
import { call, type Host, invoice, openHost, rfc, stamp, until } from './host.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
const company = { Rfc: 'PLO150312QT1', Nombre: 'AUTO', RegimenFiscal: '601' }

let host: Host
before(async () => {
  host = await openHost({ isDriven: true, credits: 1_000 })
})
after(() => host.close())

/** A client of an account of its own, with credits. */
async function openAccount(id: string, issuers = [rfc, company.Rfc]): Promise<Host> {
  await host.accounts.create({ id, name: id, issuers })
  await host.accounts.grant(id, 990, 'test')
  return { ...host, key: (await host.accounts.issueKey({ account: id })).key }
}

/** Calls with a key of an order. */
const order = (client: Host, key: string, document: object, more: Record<string, string> = {}) =>
  call(client, 'invoice/create', {
    form: { json: JSON.stringify(document), ...more },
    headers: { 'idempotency-key': key },
  })

const readXml = (XML: string) => readCfdi(Buffer.from(XML, 'base64'))
const balanceOf = async (client: Host) => (await call(client, 'balance')).body

/** Drafts of every kind of document: `[name, draft]`. */
function readDrafts(): [string, { TipoDeComprobante: string; Complemento?: object }][] {
  const sales = ['ingreso', 'egreso', 'extranjero', 'global'].map((name) => `documents/${name}`)
  const others = readdirSync(`${fixtures}complements`).filter((name) => name.endsWith('.json'))
  const names = [...sales, ...others.map((name) => `complements/${name.replace('.json', '')}`)]
  return names.map((name) => {
    const draft = JSON.parse(readFileSync(`${fixtures}${name}.json`, 'utf8'))
    const Emisor = name.startsWith('documents')
      ? draft.Emisor
      : { ...draft.Emisor, Rfc: company.Rfc }
    return [name, { ...draft, Emisor }]
  })
}

it('stamps every kind of document, each with its complement in the XML, for a credit each', async () => {
  const client = await openAccount('documents')
  const kinds = new Set<string>()
  const drafts = readDrafts()
  for (const [name, draft] of drafts) {
    const { body } = await order(client, name, draft)
    assert.ok(body.cfdi, `${name}: ${JSON.stringify(body)}`)
    const { TipoDeComprobante, Complemento } = readXml(body.cfdi.XML)
    const complements = Object.keys(Complemento ?? {})
    assert.ok(complements.includes('TimbreFiscalDigital'), name)
    for (const complement of Object.keys(draft.Complemento ?? {}))
      assert.ok(complements.includes(complement), `${name} has no ${complement}`)
    for (const kind of [TipoDeComprobante, ...complements]) kinds.add(kind)
  }
  for (const kind of [...'IETNP', 'Pagos', 'Nomina', 'CartaPorte', 'ComercioExterior', 'INE'])
    assert.ok(kinds.has(kind), kind)
  assert.equal((await balanceOf(client)).stamped, drafts.length)
})

it('a stamp costs one credit: not a repeated key, a rejection, a lost answer, or a cancellation', async () => {
  const client = await openAccount('credits')
  const spent = async () => {
    const { granted, balance, stamped, reserved } = await balanceOf(client)
    assert.equal(reserved, 0)
    assert.equal(granted - balance, stamped)
    return stamped
  }
  const first = await order(client, 'one', invoice({ Folio: '1' }))
  for (let turn = 0; turn < 3; turn++) {
    const again = await order(client, 'one', invoice({ Folio: '1' }))
    assert.equal(again.body.cfdi.UUID, first.body.cfdi.UUID)
  }
  assert.equal(await spent(), 1)
  assert.equal((await order(client, 'bad', invoice({ FormaPago: '00' }))).body.code, 702)
  const rejected = { simular: 'rechazo:CFDI40147' }
  assert.equal((await order(client, 'no', invoice({ Folio: '2' }), rejected)).body.code, 705)
  assert.equal(await spent(), 1)
  const lost = { simular: 'respuesta-perdida' }
  assert.equal((await order(client, 'lost', invoice({ Folio: '3' }), lost)).body.code, 708)
  assert.equal((await balanceOf(client)).reserved, 1, 'while the outcome is open')
  assert.ok((await order(client, 'lost', invoice({ Folio: '3' }))).body.cfdi)
  assert.equal(await spent(), 2)
  const path = `invoice/${first.body.cfdi.UUID}/cancel`
  assert.equal((await call(client, path, { form: { motivo: '02' } })).status, 200)
  assert.equal(await spent(), 2)
})

it('Folio "AUTO" is the next of the issuer and series, without a gap, also for many at once', async () => {
  const client = await openAccount('folios')
  const folios = async (count: number, changes: object) => {
    const documents = Array.from({ length: count }, () => invoice({ Folio: 'AUTO', ...changes }))
    // A refused document takes no number.
    documents.splice(1, 0, invoice({ Folio: 'AUTO', ...changes, FormaPago: '00' }))
    const all = await Promise.all(
      documents.map((json) =>
        call(client, 'invoice/create', { form: { json: JSON.stringify(json) } }),
      ),
    )
    const stamped = all.flatMap(({ body }) => (body.cfdi ? [readXml(body.cfdi.XML)] : []))
    return stamped.map(({ Folio }) => Number(Folio)).sort((one, other) => one - other)
  }
  const upTo = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  assert.deepEqual(await folios(20, { Serie: 'FA' }), upTo(1, 20))
  assert.deepEqual(await folios(3, { Serie: 'FB' }), upTo(1, 3))
  assert.deepEqual(await folios(3, { Serie: 'FA', Emisor: company }), upTo(1, 3))
  assert.deepEqual(await folios(5, { Serie: 'FA' }), upTo(21, 25))
})

it('Fecha "AUTO" is the present at the place of issue', async () => {
  const places = {
    '06600': 'America/Mexico_City',
    '22000': 'America/Tijuana',
    '83000': 'America/Hermosillo',
    '77500': 'America/Cancun',
  }
  for (const [LugarExpedicion, timeZone] of Object.entries(places)) {
    const { XML } = await stamp(host, invoice({ LugarExpedicion, Folio: LugarExpedicion }))
    const local = new Date().toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
    const behind = Date.parse(`${local}Z`) - Date.parse(`${readXml(XML).Fecha}Z`)
    assert.ok(behind >= 0 && behind < 60_000, `${LugarExpedicion}: ${behind} ms behind`)
  }
})

it('200 orders of equal content are 200 invoices, and a repeated order is its own', async () => {
  const client = await openAccount('orders')
  const draft = invoice({ Folio: '7' })
  const uuidOf = async (at: number) => (await order(client, `o-${at}`, draft)).body.cfdi?.UUID
  const first = await Promise.all(Array.from({ length: 200 }, (_, at) => uuidOf(at)))
  assert.equal(new Set(first).size, 200)
  assert.ok(!first.includes(undefined))
  for (const at of [0, 99, 199]) assert.equal(await uuidOf(at), first[at])
  assert.equal((await balanceOf(client)).stamped, 200)
})

it('IdCCP "AUTO" is derived: a CCC and a UUID, another for each order', async () => {
  const file = readFileSync(`${fixtures}complements/cartaPorte31.transportista.json`, 'utf8')
  const draft = JSON.parse(file)
  assert.equal(draft.Complemento.CartaPorte.IdCCP, 'AUTO')
  const client = await openAccount('transport')
  const idOf = async (key: string) => {
    const { body } = await order(client, key, { ...draft, Emisor: company })
    const { Complemento } = readXml(body.cfdi.XML)
    return (Complemento as { CartaPorte: { IdCCP: string } }).CartaPorte.IdCCP
  }
  const [one, two] = [await idOf('one'), await idOf('two')]
  for (const id of [one, two])
    assert.match(id, /^CCC[0-9a-f]{5}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  assert.notEqual(one, two)
  assert.equal(await idOf('one'), one)
})

it('an invoice is stamped, then paid by its receipt, and another cancelled; each is found by its state', async () => {
  const client = await openAccount('states')
  const ppd = { MetodoPago: 'PPD', FormaPago: '99' }
  const stateOf = async (UUID: string) => (await call(client, `invoice/${UUID}`)).body.cfdi.state
  const found = async (state: string) => {
    const { body } = await call(client, `invoice?state=${state}`)
    return (body.data as { UUID: string }[]).map(({ UUID }) => UUID)
  }
  const [one, two] = [await stamp(client, invoice({ ...ppd, Folio: '1' })), await stamp(client)]
  assert.equal(await stateOf(one.UUID), 'stamped')
  assert.deepEqual((await found('stamped')).sort(), [one.UUID, two.UUID].sort())
  const FechaPago = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const payment = { FechaPago, FormaDePagoP: '03', Monto: '116.00' }
  const receipt = pago([{ factura: readXml(one.XML) }], payment)
  const { UUID: receiptUuid } = await stamp(client, { ...receipt, Fecha: 'AUTO' })
  assert.equal(await stateOf(one.UUID), 'paid')
  assert.deepEqual(await found('paid'), [one.UUID])
  await call(client, `invoice/${two.UUID}/cancel`, { form: { motivo: '02' } })
  await until(async () => (await stateOf(two.UUID)) === 'cancelled')
  assert.deepEqual(await found('cancelled'), [two.UUID])
  assert.deepEqual(await found('stamped'), [receiptUuid])
})

it('two accounts with equal orders under equal keys have no folio fiscal in common', async () => {
  const clients = [await openAccount('first'), await openAccount('second')] as const
  const draft = invoice({ Folio: '1' })
  const each = await Promise.all(
    clients.map((client) =>
      Promise.all(
        // Two calls of each key, at once.
        Array.from({ length: 40 }, async (_, at) => {
          const { body } = await order(client, `o-${at >> 1}`, draft)
          return body.cfdi?.UUID as string | undefined
        }),
      ),
    ),
  )
  const [first, second] = each.map((uuids) => new Set(uuids.filter((uuid) => uuid !== undefined)))
  assert.equal(first!.size, 20)
  assert.equal(second!.size, 20)
  assert.equal(new Set([...first!, ...second!]).size, 40)
  for (const [at, client] of clients.entries()) {
    const listed = (await call(client, 'invoice?limit=100')).body.data as { UUID: string }[]
    const [own, others] = at === 0 ? [first!, second!] : [second!, first!]
    assert.deepEqual(listed.map(({ UUID }) => UUID).sort(), [...own].sort())
    const [other] = others
    assert.equal((await call(client, `invoice/${other}`)).body.code, 727)
  }
  // Equal to the byte, where a PAC would return the earlier stamp.
  const Fecha = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19)
  const dated = invoice({ Folio: '2', Fecha })
  const own = (await order(clients[0], 'dated', dated)).body.cfdi.UUID
  for (const key of ['dated', 'other']) {
    const { body } = await order(clients[1], key, dated)
    assert.equal(body.code, 714)
    assert.ok(!JSON.stringify(body).includes(own))
  }
})
