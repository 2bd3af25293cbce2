/**
 * A retención through the engine: registered, it is stamped and verified as a CFDI is; otherwise
 * the error names the import.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../../src/engine/engine.js'
import { createUnsafeMemoryCancellations } from '../../../src/engine/cancellationStore.js'
import { createUnsafeMemoryOrders } from '../../../src/engine/orders.js'
import { decodeBase64 } from '../../../src/lib/base64.js'
import type { Send } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { failover } from '../../../src/pac/failover.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import { hash, readKept } from '../../../src/pac/hash.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { Provider } from '../../../src/pac/provider.js'
import { withFaults } from '../../../src/pac/sandbox/faults.js'
import { createSandboxSat } from '../../../src/pac/sandbox/sat.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  composeCfdi,
  readCfdi,
  writeCfdi,
} from '../../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../../src/sat/cfdi40/check.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { type Sealed, seal } from '../../../src/seal/sello.js'
import { verifySello } from '../../../src/seal/verify.js'
import { verifyCfdi } from '../../../src/seal/verifyCfdi.js'
import { dividendo } from './drafts.js'

const documents = [retenciones20]
/** A minute later for each engine: the first folio of each is 1, and no two seal the same bytes. */
let minute = -1
const clock = () => new Date(Date.UTC(2026, 10, 24, 16, minute))
const pac = createSandboxPac({ clock, documents })
const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })

function engineOf(more: object = {}) {
  minute += 1
  const orders = createUnsafeMemoryOrders()
  return createEngine({ signers: csd, provider: pac, clock, documents, orders, ...more })
}

describe('a registered retención', () => {
  it('is completed, sealed and stamped, in the hour of its place', async () => {
    const answer = await engineOf().stamp(structuredClone(dividendo), { key: 'r1' })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    const { cfdi, document } = answer
    expect(cfdi).toMatchObject({
      // 16:00 UTC is 8:00 in Tijuana.
      Fecha: '2026-11-24T08:00:00',
      Folio: '1',
      Moneda: 'MXN',
      SubTotal: '1000.00',
      Total: '100.00',
    })
    expect(document).toMatchObject({
      FolioInt: '1',
      Emisor: { RfcE: 'EKU9003173C9', NomDenRazSocE: 'ESCUELA KEMPER URGATE' },
      Totales: { MontoTotOperacion: '1000.00', MontoTotRet: '100.00' },
    })
    expect(cfdi.UrlVerificacion).toBe(
      `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${cfdi.UUID}&re=EKU9003173C9&rr=CACX7605101P8&tt=1000.0&fe=${encodeURIComponent(cfdi.Sello.slice(-8))}`,
    )
    const xml = decodeBase64(cfdi.XML) as Uint8Array
    const verified = await verifyCfdi(xml, { ...(await pac.trust()), documents })
    expect(verified.message).toMatch(/^CFDI válido/)
    expect(verified.verdict).toBe('valid')
    expect(await verifySello(xml, { anchors: 'none', documents })).toMatchObject({ intact: true })
    expect(checkXml(xml, { documents })).toEqual([])
    const read = readCfdi(xml, { documents })
    expect(read).toEqual(document)
    expect(check(read, { documents })).toEqual([])
    expect(cadenaOriginal(read, { documents })).toBe(cadenaOriginalXml(xml, { documents }))
  })

  it('returns the same stamp for its key, and continues from the store', async () => {
    const orders = createUnsafeMemoryOrders()
    const stamp = () => engineOf({ orders }).stamp(structuredClone(dividendo), { key: 'same' })
    const [first, again] = [await stamp(), await stamp()]
    expect(first).toMatchObject({ ok: true })
    expect(again).toEqual(first)
  })

  it('is sealed first and stamped later', async () => {
    const engine = engineOf()
    const sealed = await engine.seal(structuredClone(dividendo), { key: 'apart' })
    if (!sealed.ok) throw new Error(JSON.stringify(sealed))
    const answer = await engine.stampSealed(sealed.sealed, { key: 'apart' })
    expect(answer).toMatchObject({ ok: true, cfdi: { Folio: '1' } })
  })

  it('counts its folios apart from those of invoices without a series', async () => {
    const engine = engineOf()
    const folios: unknown[] = []
    for (const key of ['a', 'b']) {
      const answer = await engine.stamp(structuredClone(dividendo), { key })
      folios.push(answer.ok && answer.cfdi.Folio)
    }
    expect(folios).toEqual(['1', '2'])
  })

  it('is told what is wrong with it', async () => {
    const draft = { ...dividendo, Totales: { ...dividendo.Totales, MontoTotOperacion: '1000.01' } }
    expect(await engineOf().stamp(draft, { key: 'wrong' })).toMatchObject({
      ok: false,
      code: 702,
      errors: [{ code: 'Reten20127', path: 'Totales.MontoTotOperacion' }],
    })
  })
})

describe('a retención and its PAC', () => {
  it('is cancelled without consent, in the namespace of retenciones', async () => {
    const sat = createSandboxSat({ clock, authority: pac.authority })
    const carrier = createSandboxPac({ clock, documents, sat, authority: pac.authority })
    const engine = engineOf({ provider: carrier })
    const stamped = await engine.stamp(structuredClone(dividendo), { key: 'k' })
    expect(stamped).toMatchObject({ ok: true })
    const cancelled = await engine.cancel({ key: 'k', motivo: '02' })
    expect(cancelled).toMatchObject({
      ok: true,
      life: { service: 'retenciones', phase: 'accepted' },
    })
    expect(JSON.stringify(cancelled)).toContain('noStatusService')
    if (!cancelled.ok) throw new Error(cancelled.message)
    expect(cancelled.acuse).toContain('http://www.sat.gob.mx/esquemas/retencionpago/1')
  })

  it('is recovered by a failover after a lost answer, from its journal', async () => {
    const silent = withFaults(
      createSandboxPac({ id: 'a', clock, documents, authority: pac.authority }),
      {
        stamp: ['timeout-after'],
        find: ['timeout'],
      },
    )
    const provider = failover([silent], {
      journal: createUnsafeMemoryJournal(),
      timeouts: { stamp: 200, find: 200 },
      recovery: { window: 3_000, delays: [20] },
    })
    const answer = await engineOf({ provider }).stamp(structuredClone(dividendo), { key: 'lost' })
    expect(answer).toMatchObject({ ok: true, pac: 'a' })
  })

  it('is read from a journal, which has no registered documents, as far as a request needs', async () => {
    const sealed = await engineOf().seal(structuredClone(dividendo), { key: 'kept' })
    if (!sealed.ok) throw new Error(sealed.message)
    const xml = new TextDecoder().decode(decodeBase64(sealed.sealed.XML) as Uint8Array)
    const kept = await readKept(await hash(xml), xml)
    expect(kept).toMatchObject({ xml, sello: sealed.sealed.Sello })
    expect(await pac.stamp(kept as Sealed)).toMatchObject({ kind: 'stamped' })
    expect(await pac.find(kept as Sealed)).toMatchObject({ kind: 'stamped' })
  })

  it('is refused with 705 before anything is sent where no PAC takes it', async () => {
    const sent: unknown[] = []
    const cfdiOnly = createSandboxPac({ id: 'cfdi', clock })
    const provider: Provider = {
      id: cfdiOnly.id,
      capabilities: cfdiOnly.capabilities,
      ping: () => cfdiOnly.ping(),
      find: (sealed) => cfdiOnly.find(sealed),
      stamp: async (sealed: Sealed) => {
        sent.push(sealed)
        return cfdiOnly.stamp(sealed)
      },
    }
    const answer = await engineOf({ provider }).stamp(structuredClone(dividendo), { key: 'no' })
    expect(answer).toMatchObject({ ok: false, code: 705 })
    const both = failover([provider, pac], { journal: createUnsafeMemoryJournal() })
    const stamped = await engineOf({ provider: both }).stamp(structuredClone(dividendo), {
      key: 'yes',
    })
    expect(stamped).toMatchObject({ ok: true, pac: 'sandbox' })
    expect(sent).toEqual([])
  })

  it('is not cancelled at a PAC that only stamps it: nothing is sent or recorded', async () => {
    const stamped = await engineOf().stamp(structuredClone(dividendo), { key: 'k' })
    if (!stamped.ok) throw new Error(stamped.message)
    let requests = 0
    const send: Send = async () => {
      requests++
      return { sent: 'no', message: 'sin red' }
    }
    const cancellations = createUnsafeMemoryCancellations()
    const account = { user: 'u', password: 'p', environment: 'test' } as const
    const provider = createProvider(ntlink(account), { send })
    expect(provider.capabilities).toMatchObject({ documents: ['Retenciones'] })
    const refused = await engineOf({ provider, cancellations }).cancel({
      XML: stamped.cfdi.XML,
      motivo: '02',
    })
    expect(refused).toMatchObject({ ok: false, code: 712 })
    expect([requests, await cancellations.load(stamped.cfdi.UUID.toUpperCase())]).toEqual([
      0,
      undefined,
    ])
  })
})

describe('a retención that is not registered', () => {
  const how = /import \{ retenciones20 \} from 'cfdi-stamp\/retenciones'/

  it('is refused by each verb, and the error names the import', async () => {
    const stamped = await engineOf().stamp(structuredClone(dividendo), { key: 'x' })
    if (!stamped.ok) throw new Error(stamped.message)
    const xml = decodeBase64(stamped.cfdi.XML) as Uint8Array
    expect(() => readCfdi(xml)).toThrow(how)
    expect(() => cadenaOriginalXml(xml)).toThrow(how)
    expect(checkXml(xml)).toMatchObject([{ message: expect.stringMatching(how) }])
    expect(check(stamped.document)).toMatchObject([{ message: expect.stringMatching(how) }])
    expect((await verifyCfdi(xml, await pac.trust())).message).toMatch(how)
    const plain = createEngine({ signers: csd, provider: pac, clock })
    expect(await plain.stamp(structuredClone(dividendo))).toMatchObject({
      ok: false,
      message: expect.stringMatching(how),
    })
    expect(await plain.stampSealed({ XML: stamped.cfdi.XML })).toMatchObject({ ok: false })
    const document = stamped.document as never
    for (const verb of [writeCfdi, composeCfdi, cadenaOriginal])
      expect(() => verb(document)).toThrow(how)
    await expect(seal(document, csd)).rejects.toThrow(how)
    const { XML } = stamped.cfdi
    expect(await plain.cancel({ XML, motivo: '02' })).toMatchObject({
      code: 712,
      message: expect.stringMatching(how),
    })
  })
})
