/**
 * Migration 3. It changes nothing that processes of version 2 read or write.
 * @module
 */

/** The statements of the migration. */
export function tokensAndTimes(schema: string): string[] {
  return [
    `alter table ${schema}.migrations add column if not exists floor integer not null default 1`,
    ...['journal', 'orders', 'lives'].flatMap((name) => {
      // `month` is the UTC month of the first write, the partition of a body for the purge.
      // `since` is the time of the first write, `attempts` counts visits, and `due` is the time
      // of the next one. Adding a column without a default does not rewrite the table.
      const table = `alter table ${schema}.${name}`
      return [
        `${table} add column month date, add column since timestamptz, add column due timestamptz,
       add column attempts integer not null default 0`,
        `${table} alter column since set default clock_timestamp(),
       alter column month set default (clock_timestamp() at time zone 'UTC')::date - (extract(day from clock_timestamp() at time zone 'UTC')::integer - 1)`,
      ]
    }),
    ...tokenColumns(schema),
    ...contentTable(schema),
    // A folio that went into a document is recorded once.
    `create table ${schema}.issued_folios (
       rfc text collate "C" not null,
       serie text collate "C" not null,
       folio bigint not null,
       holder text collate "C",
       issued timestamptz not null default clock_timestamp(),
       primary key (rfc, serie, folio)
     )`,
    // A claim lasts until the `until` of its process's last heartbeat. A part has an
    // identity, and the time since which it is complete.
    `create table ${schema}.processes (
       owner text collate "C" primary key,
       until bigint not null
     ) with (fillfactor = 50)`,
    `create table ${schema}.identities (
       part text primary key,
       id text not null,
       since timestamptz not null default clock_timestamp()
     )`,
    `insert into ${schema}.identities (part, id) values ('journal', md5(random()::text || clock_timestamp()::text))`,
  ]
}

/** The SHA-256 of an XML, in hexadecimal. */
const hashOf = (xml: string) => `encode(sha256(convert_to(${xml}, 'UTF8')), 'hex')`

/**
 * A token is the SHA-256 of sealed bytes, and belongs to one order at a time. A purged key keeps
 * its row until its tombstone ends.
 *
 * Existing orders receive tokens, except old acknowledged ones: PACs refuse documents older than 72
 * hours, so their bytes cannot be sealed again. If two orders have the same bytes, the first one
 * owns the token. The trigger sets the token of orders from processes of version 2, which write
 * null; this version writes '' for none.
 */
function tokenColumns(schema: string): string[] {
  const body = `
    begin
      new.token := ${hashOf('new.xml')};
      if exists (select from ${schema}.orders o where o.token = new.token) then
        new.token := '';
      end if;
      return new;
    end`
  return [
    `alter table ${schema}.orders add column token text collate "C", add column tombstone timestamptz`,
    `update ${schema}.orders o set token = t.token from (
       select distinct on (token) token, id from (
         select id, ${hashOf('xml')} as token from ${schema}.orders
         where xml <> '' and body::text not like '%"outcome":{"kind":"rejected"%'
           and (status <> 'acknowledged' or written > clock_timestamp() - interval '5 days')
       ) recent order by token, id
     ) t where o.id = t.id`,
    `create unique index orders_token on ${schema}.orders (token) where token <> ''`,
    `create index on ${schema}.orders (tombstone) where tombstone is not null`,
    `create index on ${schema}.orders (status, id) where status <> 'acknowledged'`,
    `create function ${schema}.token_of_order() returns trigger language plpgsql as '${body.replaceAll("'", "''")}'`,
    `create trigger token_of_order before insert on ${schema}.orders
     for each row when (new.token is null and new.xml <> '') execute function ${schema}.token_of_order()`,
  ]
}

/** Assigned seconds of a content (a document without Fecha and seal): each second once. */
function contentTable(schema: string): string[] {
  const body = `
    #variable_conflict use_column
    declare
      asked record;
      known bigint[];
    begin
      for asked in
        select * from json_to_recordset(requests::json) as r(at integer, content text, taken bigint, earliest bigint, latest bigint)
        order by content collate "C", at
      loop
        insert into ${schema}.contents (content, seconds) values (asked.content, '{}') on conflict do nothing;
        select c.seconds || asked.taken into known from ${schema}.contents c where c.content = asked.content for update;
        select max(s) into second from (
          select generate_series(asked.earliest, asked.latest) as s except select unnest(known)
        ) free;
        update ${schema}.contents set touched = clock_timestamp(),
          seconds = array(select distinct s from unnest(known || second) as s where s >= asked.earliest)
          where content = asked.content;
        request := asked.at;
        return next;
      end loop;
    end`
  return [
    `create table ${schema}.contents (
       content text collate "C" primary key,
       seconds bigint[] not null,
       touched timestamptz not null default clock_timestamp()
     ) with (fillfactor = 50)`,
    `create index on ${schema}.contents (touched)`,
    `create function ${schema}.take_seconds(requests text) returns table (request integer, second bigint)
     language plpgsql as '${body.replaceAll("'", "''")}'`,
  ]
}
