/**
 * Tables, as numbered migrations. A published migration is never edited: each change adds one.
 * @module
 */

import { tokensAndTimes } from './schema3.js'
import { dueTimes } from './schema4.js'
import { lossesOfJournal } from './schema5.js'
import { invoiceLists } from './schema6.js'

/** Default schema. */
export const defaultSchema = 'cfdi_stamp'

/**
 * The name of a schema as SQL has it, whatever is in it.
 * @throws TypeError if PostgreSQL would take no such name: empty, over 63 bytes (it would be cut),
 * reserved, or with U+0000.
 */
export function quoted(schema: string): string {
  const bytes = new TextEncoder().encode(schema).length
  if (bytes === 0 || bytes > 63 || /[\0\p{Surrogate}]/u.test(schema) || schema.startsWith('pg_')) {
    throw new TypeError(
      `schema: ${JSON.stringify(schema)} cannot be the name of a schema of PostgreSQL`,
    )
  }
  return `"${schema.replaceAll('"', '""')}"`
}

/**
 * A step from one version of the schema to the next. Its number is its place in the list, from 1.
 */
export interface Migration {
  /** Oldest version whose processes still work after this step. */
  readonly floor: number
  readonly statements: (schema: string) => readonly string[]
}

/** All migrations. */
export const migrations: readonly Migration[] = [
  {
    floor: 1,
    statements: (schema) => {
      // Series with their last folio. A folio is held, free, or used by a document; used
      // folios have no row.
      const ofSeries = `rfc text collate "C" not null, serie text collate "C" not null`
      return [
        ...recordTable(schema, 'journal', 'closed'),
        ...recordTable(schema, 'orders', 'acknowledged'),
        ...recordTable(schema, 'lives', 'closed'),
        `create table ${schema}.series (${ofSeries}, last bigint not null, primary key (rfc, serie))`,
        `create table ${schema}.held_folios (
       ticket bigint generated always as identity primary key,
       ${ofSeries},
       folio bigint not null,
       holder text collate "C",
       since timestamptz not null default clock_timestamp(),
       unique (rfc, serie, folio)
     )`,
        `create index on ${schema}.held_folios (holder, rfc, serie) where holder is not null`,
        `create table ${schema}.free_folios (${ofSeries}, folio bigint not null, primary key (rfc, serie, folio))`,
        takeFolios(schema),
        // Shared state of a PAC account: its circuit, the permits in use, and the tokens of its
        // rate.
        `create table ${schema}.circuits (
       pac text collate "C" primary key,
       circuit json not null,
       changed timestamptz not null default clock_timestamp()
     )`,
        `create table ${schema}.limits (
       pac text collate "C" primary key,
       tokens double precision not null,
       refilled timestamptz not null default clock_timestamp()
     )`,
        `create table ${schema}.permits (
       id bigint generated always as identity primary key,
       pac text collate "C" not null,
       until timestamptz not null
     )`,
        `create index on ${schema}.permits (pac, until)`,
        takePermits(schema),
      ]
    },
  },
  { floor: 1, statements: serviceTable },
  { floor: 1, statements: tokensAndTimes },
  { floor: 1, statements: dueTimes },
  { floor: 1, statements: lossesOfJournal },
  { floor: 1, statements: invoiceLists },
]

/**
 * Table of all records of a service, so that a new kind needs no migration. `at` orders lists and
 * is the due time.
 */
function serviceTable(schema: string): string[] {
  return [
    `create table ${schema}.service_records (
       kind text collate "C" not null,
       id text collate "C" not null,
       owner text collate "C" not null,
       at bigint not null,
       body json not null,
       primary key (kind, id)
     ) with (fillfactor = 80)`,
    `create index on ${schema}.service_records (kind, owner, at, id)`,
    `create index on ${schema}.service_records (kind, at, id)`,
  ]
}

/**
 * Records with a version: entries of the journal and orders. `xml` is apart from `body`: PostgreSQL
 * stores it out of line, and updates of other columns do not rewrite it. `until` is in milliseconds
 * of the database's clock. The last columns name the process that visits a record to resume or to
 * reconcile it; others skip it.
 */
function recordTable(schema: string, name: string, done: string): string[] {
  return [
    `create table ${schema}.${name} (
       id bigint generated always as identity,
       key text collate "C" primary key,
       version integer not null,
       status text not null,
       body json not null,
       xml text not null,
       owner text,
       until bigint,
       written timestamptz not null default clock_timestamp(),
       resuming text,
       resuming_until timestamptz,
       reconciling text,
       reconciling_until timestamptz
     ) with (fillfactor = 80)`,
    `create index on ${schema}.${name} (id) where status <> '${done}'`,
    `create index on ${schema}.${name} (written) where status = '${done}'`,
  ]
}

/**
 * Reserves the folios of a batch. Each statement of a function has its own snapshot: the read after
 * the lock of the series sees all committed folios. A single statement would read the snapshot from
 * before the wait for the lock.
 */
function takeFolios(schema: string): string {
  const body = `
    #variable_conflict use_column
    declare
      asked record;
      taken bigint;
    begin
      for asked in
        select * from json_to_recordset(requests::json) as r(at integer, rfc text, serie text, start bigint, holder text)
        order by rfc collate "C", serie collate "C", at
      loop
        insert into ${schema}.series (rfc, serie, last) values (asked.rfc, asked.serie, asked.start - 1)
          on conflict do nothing;
        perform from ${schema}.series where rfc = asked.rfc and serie = asked.serie for update;
        request := asked.at;
        select h.ticket, h.folio into ticket, folio from ${schema}.held_folios h
          where h.holder = asked.holder and h.rfc = asked.rfc and h.serie = asked.serie
          order by h.ticket limit 1;
        if not found then
          delete from ${schema}.free_folios f
            where f.rfc = asked.rfc and f.serie = asked.serie and f.folio =
              (select min(m.folio) from ${schema}.free_folios m where m.rfc = asked.rfc and m.serie = asked.serie)
            returning f.folio into taken;
          if not found then
            update ${schema}.series s set last = s.last + 1 where s.rfc = asked.rfc and s.serie = asked.serie
              returning s.last into taken;
          end if;
          insert into ${schema}.held_folios as h (rfc, serie, folio, holder)
            values (asked.rfc, asked.serie, taken, asked.holder)
            returning h.ticket, h.folio into ticket, folio;
        end if;
        return next;
      end loop;
    end`
  return `create function ${schema}.take_folios(requests text)
    returns table (request integer, ticket bigint, folio bigint)
    language plpgsql as '${body.replaceAll("'", "''")}'`
}

/** Takes permits of an account, up to its limit and its rate, under the lock of its row. */
function takePermits(schema: string): string {
  const body = `
    #variable_conflict use_column
    declare
      present timestamptz;
      saved double precision;
      granted integer;
    begin
      insert into ${schema}.limits (pac, tokens) values (account, burst) on conflict do nothing;
      perform from ${schema}.limits where pac = account for update;
      present := clock_timestamp();
      select least(burst, l.tokens + greatest(0, extract(epoch from present - l.refilled)) * per_second)
        into saved from ${schema}.limits l where l.pac = account;
      delete from ${schema}.permits where pac = account and until <= present;
      select greatest(0, least(wanted, most - count(*), floor(saved)))::integer
        into granted from ${schema}.permits where pac = account;
      update ${schema}.limits set tokens = saved - granted, refilled = present where pac = account;
      return query insert into ${schema}.permits as p (pac, until)
        select account, present + lease * interval '1 millisecond' from generate_series(1, granted)
        returning p.id;
    end`
  return `create function ${schema}.take_permits(
      account text, wanted integer, most integer, lease double precision, per_second double precision, burst double precision
    ) returns setof bigint language plpgsql as '${body.replaceAll("'", "''")}'`
}
