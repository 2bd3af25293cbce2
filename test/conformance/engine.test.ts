/**
 * The SAT's own test certificates, through the whole path: `&` and `Ñ` survive into the XML and the
 * seal holds.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { openCsd } from '../../src/node/openCsd.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { verifySello } from '../../src/seal/verify.js'
import { draft, noon } from '../fixtures.js'
import { shared } from './shared.js'

describe('the SAT’s test certificates', () => {
  it.each([
    ['EKU9003173C9', 'EKU9003173C9', '601', 'ESCUELA KEMPER URGATE', 'Rfc="EKU9003173C9"'],
    [
      'HyE951128469',
      'H&E951128469',
      '601',
      'HERRERIA & ELECTRICOS',
      'Rfc="H&amp;E951128469" Nombre="HERRERIA &amp; ELECTRICOS"',
    ],
    ['HAN930228SM9', 'HAÑ930228SM9', '601', 'HERMANOS ANZURES ÑARVAEZ', 'Rfc="HAÑ930228SM9"'],
    ['CACX7605101P8', 'CACX7605101P8', '612', 'XOCHILT CASAS CHAVEZ', 'Rfc="CACX7605101P8"'],
  ])('%s seals and stamps', async (file, rfc, RegimenFiscal, name, written) => {
    const read = (kind: string) => readFileSync(`${shared}csd/${file}_csd.${kind}`)
    const signers = await openCsd({ cer: read('cer'), key: read('key'), password: '12345678a' })
    const engine = createEngine({
      signers,
      provider: createSandboxPac({ clock: () => noon }),
      clock: () => noon,
    })
    const answer = await engine.stamp({
      ...draft('global'),
      Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal },
    })
    if (!answer.ok) return expect.unreachable(answer.message)
    const xml = Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
    expect(xml).toContain(written)
    expect(readCfdi(xml).Emisor).toMatchObject({ Rfc: rfc, Nombre: expect.stringContaining(name) })
    expect(await verifySello(xml, { anchors: 'none' })).toMatchObject({
      intact: true,
      certificate: { rfc },
    })
  })
})
