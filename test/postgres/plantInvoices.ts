/** Many invoices of an account, and a hundredth of them of others, made by the database. */
import type { SqlClient } from '../../src/postgres/client.js'

export async function plantInvoices(
  client: SqlClient,
  count: number,
  { schema = 'cfdi_stamp', owner = 'uno' } = {},
): Promise<void> {
  const names = `case when n % 1000 = 0 then 'Mariana Torres' else 'Público en General' end`
  const words = `case when n % 1000 = 0 then 'mariana torres raro850417u21' else 'publico en general xaxx010101000' end`
  const body = `json_build_object(
    'key', 'sandbox/' || owner || '/k' || n,
    'emisor', case when n % 3 = 0 then 'EKU9003173C9' else 'TOAM850417U21' end,
    'receptor', case when n % 1000 = 0 then 'RARO850417U21' else 'XAXX010101000' end,
    'nombre', ${names},
    'tipo', case when n % 50 = 0 then 'E' else 'I' end,
    'serie', chr(65 + (n % 4)::integer),
    'folio', n::text,
    'fecha', to_char(timestamp '2025-01-01' + n * (interval '600 days' / $1::text::integer), 'YYYY-MM-DD"T"HH24:MI:SS'),
    'total', '116.00', 'moneda', 'MXN', 'pac', 'sandbox',
    'state', case when n % 997 = 0 then 'cancelled' when n % 10 = 0 then 'paid' else 'stamped' end,
    'words', ${words} || ' ' || n)`
  await client.query(
    `insert into "${schema}".service_records (kind, id, owner, at, body)
     select 'invoices', upper(gen_random_uuid()::text), owner, 1735711200000 + n * (600 * 86400000::bigint / $1::text::integer), ${body}
     from (select n, case when n % 100 = 99 then 'otro' || n % 7 else '${owner}' end as owner
       from generate_series(1, $1::text::integer) n) given`,
    [String(count)],
  )
  await client.query(`analyze "${schema}".service_records`, [])
}
