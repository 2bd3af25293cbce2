/**
 * The source of PACs' certificates: a folder, and the SAT's repository behind it. The expected
 * address is written out by hand from the digits of the number, as clients of rdc.sat.gob.mx
 * compose it.
 * @module
 */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CertificateError } from '../../src/errors.js'
import { createPacCertificates } from '../../src/node/pacCertificates.js'
import type { HttpRequest, Send } from '../../src/pac/adapter/adapter.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { fixture } from '../fixtures.js'

const root = fixture('csd/root.cer')
const pac = fixture('csd/pac.cer')
const number = '30001000000600000006'
const address = 'https://rdc.sat.gob.mx/rccf/300010/000006/00/00/00/30001000000600000006.cer'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pac-certificates-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const replying = (status: number, body: Uint8Array) =>
  vi.fn<Send>(async (_request: HttpRequest) => ({ status, headers: {}, body }))
const open = (send: Send | null, anchors = [root]) =>
  createPacCertificates({ folder: join(folder, 'kept'), anchors, send })

describe('createPacCertificates', () => {
  it('gets a certificate by its number from the SAT, once, and keeps it for the next process', async () => {
    const send = replying(200, pac)
    const source = open(send)
    const [one, other] = await Promise.all([source.find(number), source.find(number)])
    expect([one?.noCertificado, other?.rfc]).toEqual([number, 'TPR170928K35'])
    expect(send.mock.calls.map(([{ method, url }]) => [method, url])).toEqual([['GET', address]])
    const file = join(folder, 'kept', `${number}.cer`)
    expect(readdirSync(join(folder, 'kept'))).toEqual([`${number}.cer`])
    expect([readFileSync(file).equals(pac), statSync(file).mode & 0o777]).toEqual([true, 0o600])
    expect((await open(null).find(number))?.noCertificado).toBe(number)
  })

  it('does not find what neither the folder nor the SAT has', async () => {
    expect(await open(replying(404, new Uint8Array())).find(number)).toBeUndefined()
    expect(await open(null).find(number)).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each<[string, Send]>([
    ['an error of the SAT', replying(503, new Uint8Array())],
    ['a page instead of a certificate', replying(200, new TextEncoder().encode('<html></html>'))],
    ['another certificate', replying(200, fixture('csd/company.cer'))],
    ['no answer', async () => ({ sent: 'maybe', error: { code: 'ETIMEDOUT' } })],
    ['a request that throws', () => Promise.reject(new Error('sin red'))],
  ])('%s is an error, and nothing is kept', async (_, send) => {
    await expect(open(send).find(number)).rejects.toThrow(CertificateError)
    expect(readdirSync(folder)).toEqual([])
  })

  it('neither keeps nor returns a certificate of an authority that is not trusted', async () => {
    const stranger = createAuthority({
      clock: () => new Date('2026-11-21T18:00:00Z'),
      firstSerial: 600_000_006,
    })
    const forged = (await stranger.issuePac({ rfc: 'TPR170928K35', name: 'TIMBRES DE PRUEBA' }))
      .certificateDer
    await expect(open(replying(200, forged)).find(number)).rejects.toMatchObject({
      code: 'CERTIFICATE_UNAVAILABLE',
    })
    const send = replying(200, pac)
    const kept = join(folder, `${number}.cer`)
    for (const planted of [forged, new Uint8Array(3), fixture('csd/company.cer')]) {
      writeFileSync(kept, planted)
      const source = createPacCertificates({ folder, anchors: [root], send })
      expect((await source.find(number))?.rfc).toBe('TPR170928K35')
      expect(readFileSync(kept).equals(pac)).toBe(true)
    }
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('says that a folder cannot be read', async () => {
    const file = join(folder, 'kept')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    await expect(open(null).find(number)).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it.each<[string, unknown]>([
    ['no options', undefined],
    ['no folder', { folder: '', anchors: [] }],
    ['no anchors', { folder: 'x' }],
    ['an unknown option', { folder: 'x', anchors: [], sned: null }],
    ['a send that is no function', { folder: 'x', anchors: [], send: true }],
  ])('throws TypeError for %s', (_, options) => {
    expect(() => createPacCertificates(options as never)).toThrow(TypeError)
  })

  it.each(['', '1', '../../etc/passwd', '3000100000060000000６'])(
    '%s is no number of a certificate',
    async (text) => {
      await expect(open(null).find(text)).rejects.toThrow(TypeError)
    },
  )
})
