/**
 * Lists of invoices by HTTP: filters, order, cursor, counts, and exports as CSV and ZIP.
 */
import { inflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { folioFiscal } from '../../src/cancel/sign.js'
import type { FailureBody } from '../../src/service/answer.js'
import type { InvoiceRecord } from '../../src/service/records.js'
import { ask, bodyOf, codeOf, type Desk, issuer, json, openDesk } from './desk.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.service.accounts('sandbox').grant('uno', 1_000, 'más')
})

type Listed = Readonly<Record<string, unknown>>
interface Page {
  readonly data: readonly Listed[]
  readonly next?: string
  readonly count?: number
  readonly hasMore?: boolean
}

const headers = () => ({ 'x-api-key': desk.key })
const list = async (query: Readonly<Record<string, string>> = {}) =>
  bodyOf<Page>(await desk.service.listInvoices({ headers: headers(), query }))
const refusal = async (query: Readonly<Record<string, string>>) => {
  const answer = await desk.service.listInvoices({ headers: headers(), query })
  expect(codeOf(answer)).toBe(725)
  return (answer.body as FailureBody).message
}
const foliosOf = ({ data }: Page) => data.map(({ Folio }) => Folio).join(' ')

/** Stamps invoices with the folios, an hour apart; their dates go backwards. */
async function stamp(...folios: readonly string[]) {
  const base = Date.parse('2026-08-28T12:00:00Z')
  for (const [at, Folio] of folios.entries()) {
    desk.now += 3_600_000
    const Fecha = new Date(base - at * 60_000).toISOString().slice(0, 19)
    const changes = Number(Folio) % 2 === 0 ? { Serie: 'P' } : {}
    bodyOf(await ask(desk, { json: json({ Folio, Fecha: 'AUTO', ...changes }) }, keyOf(Folio)))
    const [{ UUID } = { UUID: '' }] = (await list({ limit: '1' })).data
    await change(String(UUID), { fecha: Fecha })
  }
}

const keyOf = (folio: string) => ({ 'Idempotency-Key': `pedido-${folio}` })

async function change(uuid: string, changes: Partial<InvoiceRecord>) {
  const { invoices } = desk.stores.sandbox
  const record = await invoices.get(folioFiscal(uuid))
  await invoices.put({ ...(record as InvoiceRecord), ...changes })
}

describe('a list', () => {
  it('is filtered by each member, by dates and by words', async () => {
    await stamp('1', '2', '3')
    expect(foliosOf(await list())).toBe('3 2 1')
    expect(foliosOf(await list({ order: 'stampedAt' }))).toBe('1 2 3')
    expect(foliosOf(await list({ order: 'Fecha' }))).toBe('3 2 1')
    expect(foliosOf(await list({ order: '-Fecha' }))).toBe('1 2 3')
    expect(foliosOf(await list({ Serie: 'P' }))).toBe('2')
    expect(foliosOf(await list({ Serie: 'P', Folio: '3' }))).toBe('')
    expect(foliosOf(await list({ Folio: '3' }))).toBe('3')
    expect(foliosOf(await list({ key: 'pedido-1' }))).toBe('1')
    expect(foliosOf(await list({ TipoDeComprobante: 'E' }))).toBe('')
    expect(foliosOf(await list({ Emisor: issuer.toLowerCase() }))).toBe('3 2 1')
    const [{ Receptor, NombreReceptor } = {}] = (await list({ limit: '1' })).data
    expect(foliosOf(await list({ Receptor: String(Receptor) }))).toBe('3 2 1')
    const [word = ''] = String(NombreReceptor).split(' ')
    expect(foliosOf(await list({ text: word.slice(0, 4).toLowerCase() }))).toBe('3 2 1')
    expect(foliosOf(await list({ text: `P2 ${word}` }))).toBe('2')
    expect(foliosOf(await list({ text: 'nadie' }))).toBe('')
    expect(foliosOf(await list({ since: '2026-08-28T11:59', until: '2026-08-28' }))).toBe('1 2')
    expect(foliosOf(await list({ until: '2026-08-28T11:58:00' }))).toBe('3')
    expect(foliosOf(await list({ since: '2026-09' }))).toBe('')
  })

  it('shows and finds states: stamped, paid, cancelling, cancelled', async () => {
    await stamp('1', '2', '3', '4')
    const uuids = (await list({ order: 'stampedAt' })).data.map(({ UUID }) => String(UUID))
    const payment = { paid: true, payments: '9.00', credits: '0.00', balance: '0.00', at: 5 }
    const cancellation = { phase: 'inProcess', change: 1 } as const
    await change(uuids[1]!, { state: 'paid', payment })
    await change(uuids[2]!, { state: 'cancelling', cancellation })
    await change(uuids[3]!, {
      state: 'cancelled',
      cancellation: { ...cancellation, phase: 'cancelled', how: 'cancelledDirectly', since: 7 },
    })
    for (const [at, state] of ['stamped', 'paid', 'cancelling', 'cancelled'].entries()) {
      const { data } = await list({ state })
      expect(data).toEqual([expect.objectContaining({ UUID: uuids[at], state })])
    }
    const [cancelled, , paid, stamped] = (await list()).data
    expect(cancelled?.['cancellation']).toEqual({
      ...{ phase: 'cancelled', how: 'cancelledDirectly', since: '1970-01-01T00:00:00.007Z' },
    })
    expect(paid?.['payment']).toEqual({ ...payment, at: '1970-01-01T00:00:00.005Z' })
    expect(stamped?.['payment']).toEqual({
      ...{ paid: false, payments: '0.00', credits: '0.00', balance: stamped?.['Total'] },
    })
  })

  it('goes by its cursor over all, in every order, also while invoices are stamped', async () => {
    await stamp('1', '2', '3', '4', '5')
    for (const order of ['stampedAt', '-stampedAt', 'Fecha', '-Fecha']) {
      const found: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await list({ order, limit: '2', ...(cursor && { cursor }) })
        found.push(...page.data.map(({ Folio }) => Folio))
        cursor = page.next
      } while (cursor !== undefined)
      expect(found.sort()).toEqual(['1', '2', '3', '4', '5'])
    }
    const { next = '' } = await list({ limit: '2' })
    await stamp('6')
    expect(foliosOf(await list({ cursor: next }))).toBe('3 2 1')
  })

  it('is counted where that is asked', async () => {
    await stamp('1', '2', '3')
    expect(await list({ limit: '1' })).not.toHaveProperty('count')
    expect(await list({ limit: '1', count: 'sí' })).toMatchObject({ count: 3, hasMore: false })
    expect(await list({ count: '1', Serie: 'P' })).toMatchObject({ count: 1 })
  })

  it('refuses filters that it does not have, with the nearest name, and values that are none', async () => {
    expect(await refusal({ receptor: 'XAXX010101000' })).toContain('¿Quiso decir Receptor?')
    expect(await refusal({ Estado: 'paid' })).toContain('Los que hay')
    expect(await refusal({ stat: 'paid' })).toContain('¿Quiso decir state?')
    expect(await refusal({ state: 'pagado' })).toContain('stamped o paid o cancelling o cancelled')
    expect(await refusal({ since: '2026-13' })).toContain('since')
    expect(await refusal({ since: '2026-02', until: '2026-01' })).toContain('posterior')
    expect(await refusal({ since: '2026', order: 'stampedAt' })).toContain('Fecha')
    expect(await refusal({ text: '%_"' })).toContain('text')
    expect(await refusal({ cursor: '2026-08-28T12:00:00_x' })).toContain('cursor')
    const { next = '' } = await stamp('1', '2').then(() => list({ limit: '1' }))
    expect(await refusal({ cursor: next, order: 'Fecha' })).toContain('orden')
  })
})

describe('an export', () => {
  const csv = async (query: Readonly<Record<string, string>> = {}) => {
    const answer = await desk.service.handle({
      ...{ method: 'GET', path: '/api/v5/exports/csv', headers: headers() },
      query: String(new URLSearchParams(query)),
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.body)
  }
  const zip = (query: Readonly<Record<string, string>>, streams = false) =>
    desk.service.handle({
      ...{ method: 'GET', path: '/api/v5/exports/zip', headers: headers(), streams },
      query: String(new URLSearchParams(query)),
    })

  it('as CSV has a row for each invoice, with the filters of the list', async () => {
    await stamp('1', '2', '3')
    const [head = '', ...rows] = (await csv()).split('\r\n')
    expect(head.startsWith('\uFEFFUUID,state,TipoDeComprobante,Serie,Folio')).toBe(true)
    expect(rows).toHaveLength(4)
    expect(rows.at(-1)).toBe('')
    expect((await csv({ Serie: 'P' })).split('\r\n')).toHaveLength(3)
    expect((await csv({ since: '2030' })).split('\r\n')).toHaveLength(2)
  })

  it('as CSV has no text that a spreadsheet runs, and no cell that breaks its row', async () => {
    await stamp('1')
    const [{ UUID } = { UUID: '' }] = (await list()).data
    const attacks = ['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1']
    for (const nombre of [...attacks, 'a;=1', 'a\r\n=1', 'O\'NEIL "X", SA']) {
      await change(String(UUID), { nombre, serie: '-1' })
      const [, row = ''] = parseCsv(await csv())
      expect(row[3]).toBe('-1')
      expect(row[9]).toBe(attacks.includes(nombre) ? `'${nombre}` : nombre)
      expect(parseCsv(await csv())).toHaveLength(2)
    }
  })

  it('as ZIP has the XML of each invoice of the month, under names of its own', async () => {
    await stamp('1', '2', '3')
    const { data } = await list({ order: 'Fecha' })
    await change(String(data[0]?.['UUID']), { serie: '../../etc', folio: 'a\\b/c:*?' })
    await change(String(data[1]?.['UUID']), { fecha: '2026-09-01T00:00:00' })
    await desk.stores.sandbox.documents.put({
      ...{ id: `acuse/${data[2]?.['UUID']}`, owner: '', at: 0, content: 'PEFjdXNlLz4=' },
    })
    await change(String(data[2]?.['UUID']), {
      cancellation: { phase: 'accepted', change: 1, hasAcuse: true },
    })
    const answer = await zip({ month: '2026-08' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="comprobantes-2026-08.zip"',
    })
    const files = unzip(answer.body)
    expect([...files.keys()]).toEqual([
      `2026-08-28__ETCA_B_C__${data[0]?.['UUID']}.xml`,
      `2026-08-28_A1_${data[2]?.['UUID']}.xml`,
      `2026-08-28_A1_${data[2]?.['UUID']}-acuse.xml`,
    ])
    for (const [name, content] of files)
      if (!name.endsWith('acuse.xml')) expect(content).toContain('cfdi:Comprobante')
    expect((await zip({ month: '2026-08' })).body).toEqual(answer.body)
    expect(unzip((await zip({ month: '2031-08' })).body).size).toBe(0)
    expect((await zip({ month: '2026-8' })).status).toBe(400)
    expect((await zip({ month: '2026-08', contents: 'xml,pdf' })).status).toBe(404)
    expect([...unzip((await zip({ month: '2026-08', contents: 'acuse' })).body).keys()]).toEqual([
      expect.stringContaining('-acuse.xml'),
    ])
  })

  it('reads no document before it is asked for, and holds its turn until it ends', async () => {
    desk = await openDesk({ options: { limits: { calls: { atOnce: 1, waiting: 0 } } } })
    await stamp('1', '2', '3')
    const reads: string[] = []
    const { documents } = desk.stores.sandbox
    const { get } = documents
    Object.assign(documents, {
      get: (id: string) => {
        reads.push(id)
        return get(id)
      },
    })
    const { stream } = await zip({ month: '2026-08' }, true)
    const parts = stream![Symbol.asyncIterator]()
    expect(reads).toHaveLength(0)
    await parts.next()
    expect(reads).toHaveLength(1)
    expect((await desk.service.listInvoices({ headers: headers() })).status).toBe(429)
    // The client has gone.
    await parts.return?.()
    expect(reads).toHaveLength(1)
    expect(foliosOf(await list())).toBe('3 2 1')
    expect((await parts.next()).done).toBe(true)
  })

  it('that fails half way ends with the error, and tells it to the observer', async () => {
    const seen: unknown[] = []
    desk = await openDesk({ options: { observe: ({ cause }) => void seen.push(cause) } })
    await stamp('1', '2')
    const [{ UUID } = { UUID: '' }] = (await list({ order: '-Fecha' })).data
    await desk.stores.sandbox.documents.remove(`xml/${UUID}`)
    seen.length = 0
    const { status, stream } = await zip({ month: '2026-08' }, true)
    const read = async () => {
      for await (const part of stream!) expect(part.length).toBeGreaterThan(0)
    }
    expect(status).toBe(200)
    await expect(read()).rejects.toThrow()
    expect(seen).toEqual([expect.any(Error)])
  })
})

/** The files of an archive, by the central directory. */
function unzip(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, string>()
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [name, extra] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const data = bytes.subarray(start, start + view.getUint32(at + 20, true))
    const label = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name))
    files.set(label, inflateRawSync(data).toString())
    at += 46 + name + extra
  }
  return files
}

/** Rows of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
