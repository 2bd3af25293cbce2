/**
 * Migration 6: columns and indexes for lists of invoices.
 *
 * A trigger fills the columns from the body, so that records of processes of earlier versions have
 * them too. Each filter has an index in each order: a list reads the rows that it returns, and no
 * others, however many invoices an account has. Two filters together read the rows of one of them.
 * Words have no order: a list of a rare word reads every row that has it, in any account, and sorts
 * them. Statistics are of all accounts: a word that others have often and this one hardly ever reads
 * the rows of the account by their order.
 * @module
 */
import { beginnings, equalMembers } from '../service/lists/invoiceSearch.js'

/** The statements of the migration. It changes nothing that processes of version 5 use. */
export function invoiceLists(schema: string): string[] {
  const table = `${schema}.service_records`
  const columns = [...equalMembers, 'fecha'].map((name) => `add column ${name} text collate "C"`)
  const indexed = ['owner, fecha, id']
  for (const name of equalMembers)
    if (name !== 'key') indexed.push(`owner, ${name}, at, id`, `owner, ${name}, fecha, id`)
  indexed.push('key')
  return [
    `alter table ${table} ${columns.join(', ')}, add column words tsvector`,
    fillColumns(schema),
    `create trigger fill_invoice before insert or update of body on ${table} for each row
     when (new.kind = 'invoices') execute function ${schema}.fill_invoice()`,
    `update ${table} set body = body where kind = 'invoices'`,
    ...indexed.map((names) => `create index on ${table} (${names}) where kind = 'invoices'`),
    // Without the list of pending entries, whose merge would delay one stamp in thousands.
    `create index on ${table} using gin (words) with (fastupdate = off) where kind = 'invoices'`,
    `analyze ${table}`,
  ]
}

/**
 * Copies members of the body. Text with U+0000, which PostgreSQL refuses outside of JSON, leaves
 * the columns empty: such an invoice is found without filters only. Records of earlier versions have
 * neither a state nor words.
 */
function fillColumns(schema: string): string {
  const names = [...equalMembers, 'fecha']
  const body = `
    declare
      given record;
    begin
      if new.body::text like '%\\\\u0000%' then
        return new;
      end if;
      select * into given from json_to_record(new.body) as r(
        ${[...names, 'words'].map((name) => `${name} text`).join(', ')}, cancellation json);
      ${names.map((name) => `new.${name} := given.${name};`).join('\n      ')}
      new.state := coalesce(given.state, case given.cancellation ->> 'phase'
        when 'cancelled' then 'cancelled'
        when 'asked' then 'cancelling'
        when 'accepted' then 'cancelling'
        when 'inProcess' then 'cancelling'
        when 'blocked' then 'cancelling'
        else 'stamped' end);
      select array_to_tsvector(array_agg(distinct left(word, length))) into new.words
        from unnest(string_to_array(coalesce(given.words, lower(concat_ws(' ', new.id, given.emisor,
          given.receptor, given.serie, given.folio, given.serie || given.folio))), ' ')) word,
        lateral (select least(length, length(word)) as length
          from generate_series(${beginnings.least}, ${beginnings.most}) length
          union select length(word)) lengths
        where word <> '';
      return new;
    end`
  return `create function ${schema}.fill_invoice() returns trigger language plpgsql as '${body.replaceAll("'", "''")}'`
}
