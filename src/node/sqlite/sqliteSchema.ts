/**
 * Tables of a store in SQLite, as numbered migrations. A published migration is never edited: each
 * change adds one.
 * @module
 */

/** "CFDI": marks the files of this store (sqlite.org/pragma.html#pragma_application_id). */
export const applicationId = 0x43_46_44_49

/** Kinds of records, with the status of a finished one. */
export const finishedStatus = {
  journal: 'closed',
  orders: 'acknowledged',
  lives: 'closed',
} as const

/** A table of records. */
export type RecordTableName = keyof typeof finishedStatus

export const recordTableNames = Object.keys(finishedStatus) as readonly RecordTableName[]

/**
 * Records with a version. `body` is the record as JSON without its XML and its claim; the other
 * columns are copies for the indexes. `until` is the end of the claim. Times in milliseconds since
 * 1970.
 */
function recordTable(name: RecordTableName): string[] {
  const done = finishedStatus[name]
  return [
    `create table ${name} (
       id integer primary key autoincrement,
       key text not null unique,
       version integer not null,
       status text not null,
       body text not null,
       document integer,
       token text,
       owner text,
       until integer,
       due integer,
       written integer not null,
       since integer not null,
       tombstone integer
     ) strict`,
    `create index ${name}_unfinished on ${name} (status, id) where status <> '${done}'`,
    `create index ${name}_finished on ${name} (written) where status = '${done}'`,
    `create index ${name}_document on ${name} (document) where document is not null`,
  ]
}

/** The migrations. The place of each in the list, from 1, is its version. */
export const migrations: readonly (readonly string[])[] = [
  [
    // An order and the entry of its document share the XML; a new state does not write it again.
    `create table documents (
       id integer primary key,
       sum text not null unique,
       xml text not null
     ) strict`,
    ...recordTableNames.flatMap(recordTable),
    'create unique index orders_token on orders (token) where token is not null',
    'create index orders_tombstone on orders (tombstone) where tombstone is not null',
    `create table processes (
       owner text primary key,
       until integer not null
     ) strict, without rowid`,
    `create table seconds (
       content text not null,
       second integer not null,
       primary key (content, second)
     ) strict, without rowid`,
    `create table series (
       rfc text not null,
       serie text not null,
       last integer not null,
       primary key (rfc, serie)
     ) strict, without rowid`,
    `create table held_folios (
       ticket integer primary key autoincrement,
       rfc text not null,
       serie text not null,
       folio integer not null,
       holder text,
       since integer not null,
       unique (rfc, serie, folio)
     ) strict`,
    'create index held_folios_holder on held_folios (holder, rfc, serie) where holder is not null',
    `create table free_folios (
       rfc text not null,
       serie text not null,
       folio integer not null,
       primary key (rfc, serie, folio)
     ) strict, without rowid`,
    `create table issued_folios (
       rfc text not null,
       serie text not null,
       folio integer not null,
       holder text,
       issued integer not null,
       primary key (rfc, serie, folio)
     ) strict, without rowid`,
    `create table identity (
       part text primary key,
       id text not null,
       since integer not null
     ) strict, without rowid`,
    // A journal that loses entries otherwise than by `purge` vouches for no earlier order.
    `create trigger renew_incomplete_journal after delete on journal
     when old.status <> 'closed' or exists (select 1 from orders where token = old.key and status = 'open')
     begin
       update identity set id = lower(hex(randomblob(16))),
         since = cast((julianday('now') - 2440587.5) * 86400000 as integer)
         where part = 'journal';
     end`,
  ],
]
