import { describe, expect, it } from 'vitest'
import { readStatement } from '../../../src/service/payments/ledger.js'
import { Books, bill, credit, folio, receipt } from './books.js'

describe('the ledger of payments', () => {
  it('emits one event when partial payments bring an invoice to zero', async () => {
    const books = await new Books().happen(
      bill('A', '116.00'),
      receipt('R1', [{ to: 'A', paid: '58.00', before: '116.00', left: '58.00' }]),
    )
    expect(books.told).toEqual([])
    expect(await books.statement('A')).toMatchObject({
      payments: '58.00',
      balance: '58.00',
      paid: false,
    })
    await books.happen(receipt('R2', [{ to: 'A', paid: '58.00' }]))
    expect(books.news).toEqual([
      {
        id: `cfdi.paid/${folio('A')}/1`,
        type: 'cfdi.paid',
        data: {
          UUID: folio('A'),
          Moneda: 'MXN',
          Total: '116.00',
          payments: '116.00',
          credits: '0.00',
          balance: '0.00',
          receipts: [folio('R1'), folio('R2')].sort(),
        },
      },
    ])
  })

  it('adds amounts that binary fractions cannot represent', async () => {
    const parts = Array.from({ length: 10 }, (_, index) =>
      receipt(`R${index}`, [{ to: 'A', paid: '0.10' }]),
    )
    const books = await new Books().happen(bill('A', '1.00'), ...parts)
    expect(books.told).toEqual(['cfdi.paid'])
    const large = await new Books().happen(
      bill('A', '9007199254740993.01'),
      receipt('R', [{ to: 'A', paid: '9007199254740993.00' }]),
    )
    expect((await large.statement('A')).balance).toBe('0.01')
  })

  it('counts in the currency of the invoice, whatever it was paid in', async () => {
    const books = await new Books().happen(
      bill('A', '100.00', { Moneda: 'USD', TipoCambio: '18.5' }),
      receipt('R', [{ to: 'A', paid: '100.00', moneda: 'USD', equivalencia: '0.0540540541' }]),
    )
    expect(books.told).toEqual(['cfdi.paid'])
    expect(await books.statement('A')).toMatchObject({
      Moneda: 'USD',
      balance: '0.00',
      remarks: [],
    })
  })

  it('counts nothing that is in another currency, of another issuer or of another account', async () => {
    const other = receipt('R2', [{ to: 'A', paid: '100.00' }])
    const books = await new Books().happen(
      bill('A', '100.00'),
      receipt('R1', [{ to: 'A', paid: '100.00', moneda: 'USD' }]),
      { ...other, Emisor: { ...other.Emisor, Rfc: 'PLO150312QT1' } },
    )
    expect(books.told).toEqual([])
    expect(await books.statement('A')).toMatchObject({
      balance: '100.00',
      remarks: [
        { remark: 'currency', UUID: folio('R1') },
        { remark: 'issuer', UUID: folio('R2') },
      ],
    })
    expect(await readStatement(books.ledger, 'acct_2', folio('A'))).toBeUndefined()
  })

  it('emits an event when a cancelled receipt makes an invoice unpaid, and another when a replacement pays it', async () => {
    const books = await new Books().happen(
      bill('A', '116.00'),
      receipt('R1', [{ to: 'A', paid: '116.00' }]),
      { cancel: 'R1' },
      receipt('R2', [{ to: 'A', paid: '116.00' }]),
    )
    expect(books.told).toEqual(['cfdi.paid', 'cfdi.unpaid', 'cfdi.paid'])
    expect(books.news.map(({ id }) => id.split('/').at(-1))).toEqual(['1', '2', '3'])
  })

  it('counts a receipt and the one that takes its place once, while both are in force', async () => {
    const half = { to: 'A', paid: '58.00', before: '116.00', left: '58.00' }
    const books = await new Books().happen(
      bill('A', '116.00'),
      receipt('R1', [half]),
      receipt('R2', [half], 'R1'),
    )
    expect(await books.statement('A')).toMatchObject({ payments: '58.00', receipts: [folio('R2')] })
    await books.happen({ cancel: 'R1' })
    expect(await books.statement('A')).toMatchObject({ payments: '58.00', receipts: [folio('R2')] })
    expect(books.told).toEqual([])
  })

  it('restores a replaced receipt when its replacement is cancelled, unless that was replaced too', async () => {
    const all = { to: 'A', paid: '116.00' }
    const back = await new Books().happen(
      bill('A', '116.00'),
      receipt('R1', [all]),
      receipt('R2', [all], 'R1'),
      {
        cancel: 'R2',
      },
    )
    expect(await back.statement('A')).toMatchObject({ payments: '116.00', receipts: [folio('R1')] })
    await back.happen(receipt('R3', [{ to: 'B', paid: '116.00' }], 'R2'))
    expect(await back.statement('A')).toMatchObject({ payments: '0.00', receipts: [] })
    expect(back.told).toEqual(['cfdi.paid', 'cfdi.unpaid'])
  })

  it('removes the payments of a receipt when its replacement does not refer to the invoices', async () => {
    const books = await new Books().happen(
      bill('A', '10.00'),
      bill('B', '10.00'),
      receipt('R1', [{ to: 'A', paid: '10.00' }]),
      receipt('R2', [{ to: 'B', paid: '10.00' }], 'R1'),
    )
    expect(books.news.map(({ type, data }) => [type, 'UUID' in data && data.UUID])).toEqual([
      ['cfdi.paid', folio('A')],
      ['cfdi.unpaid', folio('A')],
      ['cfdi.paid', folio('B')],
    ])
  })

  it.each(['01', '03', '07'])(
    'takes a credit note of relation %s off what is owed',
    async (relation) => {
      const books = await new Books().happen(
        bill('A', '116.00'),
        credit('N', '16.00', ['A'], relation),
        receipt('R', [{ to: 'A', paid: '100.00', before: '116.00', left: '16.00' }]),
      )
      expect(books.told).toEqual(['cfdi.paid'])
      expect(await books.statement('A')).toMatchObject({
        payments: '100.00',
        credits: '16.00',
        balance: '0.00',
      })
      await books.happen({ cancel: 'N' })
      expect(books.told).toEqual(['cfdi.paid', 'cfdi.unpaid'])
    },
  )

  it('does not mark an invoice paid by credit notes alone, or divide one for several invoices', async () => {
    const books = await new Books().happen(bill('A', '16.00'), credit('N', '16.00', ['A']))
    expect(await books.statement('A')).toMatchObject({ balance: '0.00', paid: false })
    await books.happen(bill('B', '5.00'), credit('M', '5.00', ['B', 'C']))
    expect(await books.statement('B')).toMatchObject({
      credits: '0.00',
      remarks: [{ remark: 'shared', UUID: folio('M') }],
    })
    expect(books.told).toEqual([])
  })

  it('ignores an invoice paid at once, unless receipts pay it', async () => {
    const books = await new Books().happen(bill('A', '10.00', { MetodoPago: 'PUE' }))
    expect(books.told).toEqual([])
    await books.happen(receipt('R', [{ to: 'A', paid: '10.00' }]))
    expect(books.told).toEqual(['cfdi.paid'])
    expect(await books.statement('A')).toMatchObject({
      remarks: [{ remark: 'pue', UUID: folio('A') }],
    })
  })

  it('does not call paid, nor unpaid, an invoice that is cancelled', async () => {
    const books = await new Books().happen(
      bill('A', '10.00'),
      { cancel: 'A' },
      receipt('R', [{ to: 'A', paid: '10.00' }]),
    )
    expect(books.told).toEqual([])
    const paid = await new Books().happen(
      bill('A', '10.00'),
      receipt('R', [{ to: 'A', paid: '10.00' }]),
      { cancel: 'A' },
      { cancel: 'R' },
    )
    expect(paid.told).toEqual(['cfdi.paid'])
  })

  it('remarks overpayments, and receipts with a lower balance than known', async () => {
    const over = await new Books().happen(
      bill('A', '10.00'),
      receipt('R', [{ to: 'A', paid: '10.01' }]),
    )
    expect(await over.statement('A')).toMatchObject({
      balance: '-0.01',
      paid: true,
      remarks: [{ remark: 'overpaid', UUID: folio('A') }],
    })
    const gap = await new Books().happen(
      bill('A', '10.00'),
      receipt('R', [{ to: 'A', paid: '4.00', before: '4.00' }]),
    )
    expect(await gap.statement('A')).toMatchObject({
      balance: '6.00',
      paid: false,
      remarks: [{ remark: 'unseen', UUID: folio('R') }],
    })
  })

  it('adds several payments of one receipt to an invoice', async () => {
    const books = await new Books().happen(
      bill('A', '10.00'),
      receipt('R', [
        { to: 'A', paid: '4.00', before: '10.00', left: '6.00' },
        { to: 'A', paid: '6.00', before: '6.00' },
      ]),
    )
    expect(books.told).toEqual(['cfdi.paid'])
    expect((await books.statement('A')).receipts).toEqual([folio('R')])
  })

  it('stores nothing for documents without charges or payments', async () => {
    const books = await new Books().happen(bill('T', '0', { TipoDeComprobante: 'T' }))
    expect(books.ledger.records.size).toBe(0)
  })

  it('locks in order whatever the order of the document', async () => {
    const books = await new Books().happen(bill('C', '1.00'), bill('B', '1.00'), bill('A', '1.00'))
    books.ledger.locked()
    await books.happen(
      receipt(
        'R',
        ['B', 'C', 'A'].map((to) => ({ to, paid: '1.00' })),
      ),
    )
    const locked = books.ledger.locked()
    expect(locked).toHaveLength(4)
    expect(locked).toEqual([...locked].sort())
  })

  it('reads a receipt of many invoices once', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `I${index}`)
    const books = await new Books().happen(...names.map((name) => bill(name, '1.00')))
    let reads = 0
    const { get } = books.ledger
    books.ledger.get = (id) => {
      reads++
      return get.call(books.ledger, id)
    }
    await books.happen(
      receipt(
        'R',
        names.map((to) => ({ to, paid: '1.00' })),
      ),
    )
    expect(books.told).toHaveLength(40)
    expect(reads).toBeLessThan(100)
  })
})
