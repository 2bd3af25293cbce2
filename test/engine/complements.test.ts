/**
 * Every fixture of a complement stamps through the engine, and reads back as it was sealed.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createSandboxPac, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { verifySello } from '../../src/seal/verify.js'
import { verifyCfdi } from '../../src/seal/verifyCfdi.js'
import { csd, fixture, noon } from '../fixtures.js'

const folder = fileURLToPath(new URL('../../fixtures/complements/', import.meta.url))
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

let pac: SandboxPac
let engine: Engine

beforeAll(async () => {
  pac = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
  engine = createEngine({ signers: await csd('company'), provider: pac, clock: () => noon })
})

describe('complements', () => {
  it.each(names)('%s', async (name) => {
    const answer = await engine.stamp(readFileSync(folder + name, 'utf8'))
    if (!answer.ok) return expect.unreachable(JSON.stringify(answer.errors))
    const xml = Buffer.from(answer.cfdi.XML, 'base64')
    expect(await verifySello(xml, { anchors: 'none' })).toMatchObject({ intact: true })
    expect(await verifyCfdi(xml, await pac.trust())).toMatchObject({
      steps: { stamp: { state: 'passed' } },
    })
    expect(checkXml(xml, { at: noon }).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(writeCfdi(readCfdi(xml))).toBe(xml.toString('utf8'))
  })
})
