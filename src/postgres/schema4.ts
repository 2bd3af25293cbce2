/**
 * Migration 4: walks by the time of the next visit, and cancellations that earlier versions
 * abandoned.
 *
 * The XML of a document is stored twice, with its order and its journal entry, and transmitted once
 * (`recordWrites.ts`). Storing it once needs no further column, because `orders.token` is the key
 * of the entry. It requires a higher floor: processes of earlier versions read `journal.xml`.
 * Besides, a rejected order gives up its token while the entry may still be watched.
 * @module
 */

/** The statements of the migration. It changes nothing that processes of version 3 write. */
export function dueTimes(schema: string): string[] {
  // Resets the time when a process of version 1 or 2 changes a cancellation, because such
  // a process does not set it.
  const body = `
    begin
      new.due := null;
      return new;
    end`
  return [
    ...dueIndex(schema, 'orders', 'acknowledged'),
    ...dueIndex(schema, 'lives', 'closed'),
    `create function ${schema}.forget_due() returns trigger language plpgsql as '${body}'`,
    `create trigger forget_due before update on ${schema}.lives for each row
     when (new.version <> old.version and new.due = old.due) execute function ${schema}.forget_due()`,
    // Their next visits are spread over an hour. Read as text, because ->> fails where the
    // text of a PAC has U+0000; in a text of JSON quotation marks are escaped, so a member's
    // name stands nowhere else.
    `update ${schema}.lives r
    set status = 'open', version = r.version + 1, due = to_timestamp(t.due / 1000.0),
      body = regexp_replace(r.body::text, '"held":"', '"due":' || t.due || ',"held":"')::json
    from (
      select l.key, floor(extract(epoch from clock_timestamp()) * 1000 + random() * 3600000)::bigint as due
      from ${schema}.lives l
      where l.body::text ~ '"held":"(${followed})"' and l.body::text !~ '"due":'
        and l.body::text ~ '"phase":"(asked|accepted|inProcess|blocked)"'
    ) t where t.key = r.key`,
  ]
}

/** Index by due time: a walk reads no record before its time. A record without a time is due. */
function dueIndex(schema: string, name: string, done: string): string[] {
  return [
    `create index ${name}_due on ${schema}.${name} (status, (${dueOr('due')}), id) where status <> '${done}'`,
    ...(name === 'orders' ? [`drop index if exists ${schema}.orders_status_id_idx`] : []),
  ]
}

/** Expression of the index: the time of the next visit, or long ago if absent. */
export function dueOr(column: string): string {
  return `coalesce(${column}, '1970-01-01 00:00:00+00'::timestamptz)`
}

/**
 * Notices after which earlier versions stopped and this one continues (`HoldReason`). Later holds
 * lack a time only if final.
 */
const followed = ['noAnswer', 'notVisible', 'noEffect', 'noSilence', 'related', 'notSigned'].join(
  '|',
)
