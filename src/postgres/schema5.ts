/**
 * Migration 5: a journal that loses entries gets another identity.
 *
 * A missing entry means that nothing was sent only while the journal is complete. `purge` removes
 * finished entries that no open order refers to. Any other removal (a truncation, a deletion by
 * hand, a restore of the table alone) leaves a journal that proves nothing about earlier orders.
 * @module
 */

/** The statements of the migration. It changes nothing that processes of version 3 use. */
export function lossesOfJournal(schema: string): string[] {
  const renew = `update ${schema}.identities
        set id = md5(random()::text || clock_timestamp()::text), since = clock_timestamp()
        where part = 'journal';`
  const isLoss = `exists (
        select from gone g where g.status <> 'closed'
          or exists (select from ${schema}.orders o where o.token = g.key and o.token <> '' and o.status = 'open'))`
  return [
    triggerFunction(`${schema}.renew_journal`, renew),
    triggerFunction(
      `${schema}.renew_incomplete_journal`,
      `if ${isLoss} then
        ${renew}
      end if;`,
    ),
    `create trigger renew_journal after truncate on ${schema}.journal
     for each statement execute function ${schema}.renew_journal()`,
    `create trigger renew_incomplete_journal after delete on ${schema}.journal referencing old table as gone
     for each statement execute function ${schema}.renew_incomplete_journal()`,
  ]
}

function triggerFunction(name: string, statements: string): string {
  const body = `
    begin
      ${statements}
      return null;
    end`
  return `create function ${name}() returns trigger language plpgsql as '${body.replaceAll("'", "''")}'`
}
