/**
 * The leadership among processes over a database.
 */
import { expect, it } from 'vitest'
import { createPostgresLeadership } from '../../src/postgres/leadership.js'
import { describeDatabases } from './databases.js'

describeDatabases('leadership', ({ client, schema }) => {
  it('one of many processes leads, until it resigns or its lease is over', async () => {
    const where = { schema: await schema() }
    const all = Array.from({ length: 8 }, () => createPostgresLeadership(client(), where))
    const leads = await Promise.all(all.map((each, at) => each.lead(`process ${at}`, 60_000)))
    expect(leads.filter(Boolean)).toHaveLength(1)
    const leader = leads.indexOf(true)
    expect(await all[leader]!.lead(`process ${leader}`, 60_000), 'it keeps it').toBe(true)
    const other = all[(leader + 1) % 8]!
    await other.resign('process of nobody')
    expect(await other.lead('other', 60_000)).toBe(false)
    await all[leader]!.resign(`process ${leader}`)
    expect(await other.lead('other', 1)).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await all[leader]!.lead(`process ${leader}`, 60_000), 'its lease was over').toBe(true)
    expect(
      await createPostgresLeadership(client(), { ...where, name: 'another' }).lead('x', 1_000),
    ).toBe(true)
  })
})
