import { describe, expect, it } from 'vitest'
import { cli } from './world.js'

describe('doctor', () => {
  it('tells the age of the data, and raises no alarm for it', async () => {
    const { exit, stdout, stderr } = await cli(['doctor'])
    expect([exit, stderr]).toEqual([0, ''])
    expect(stdout).toContain('93 catálogos (sin límite de antigüedad; de 2026-08-06, 107 días)')
    expect(stdout).toContain('AC5 (al día; ')
    expect(stdout).toContain('Del 2026-12-21 al 2027-01-05 (estimado; ')
    expect(stdout.match(/RMF, regla 2\.1\.6/g)).toHaveLength(1)
  })

  it.each([
    [['--max-age', '107'], 0],
    [['--max-age', '106'], 1],
    [['--ends-within', '30'], 0],
    [['--ends-within', '200'], 1],
    [['--max-age', 'un mes'], 2],
    [['--ends-within', '-1'], 2],
    [['catalogos'], 2],
  ])('%j ends with %i', async (args, exit) => {
    expect((await cli(['doctor', ...args])).exit).toBe(exit)
  })

  it('says what to do with what is old', async () => {
    const { stdout } = await cli(['doctor', '--max-age', '30'])
    expect(stdout).toMatch(/93 catálogos \(antiguo;.*\n {4}Actualice/)
  })

  it('has the catalogues of a pack, or refuses it', async () => {
    const { exit, stdout } = await cli(['doctor', '--pack', 'test/catalogs/pack.v1.json'])
    expect(exit).toBe(0)
    expect(stdout).toContain('(sin límite de antigüedad; de 2026-12-04)')
    expect(stdout).toMatch(/89 catálogos \(.*; de 2026-08-06.*\n.* 4 catálogos \(.*; de 2026-12-04/)
    const refused = await cli(['doctor', '--pack', 'package.json'])
    expect([refused.exit, refused.stdout]).toEqual([5, ''])
    expect((await cli(['doctor', '--pack', 'nada.json'])).exit).toBe(5)
  })

  it('gives each datum as JSON', async () => {
    const { data } = JSON.parse((await cli(['doctor', '--json'])).stdout)
    expect(data.length).toBeGreaterThan(120)
    expect(data[0]).toMatchObject({ subject: 'catalog', age: 107, state: 'unjudged' })
  })
})
