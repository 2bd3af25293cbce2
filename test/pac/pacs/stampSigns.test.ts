/**
 * A reply with signs of a stamp never means that the PAC did not stamp, wherever they are and
 * whatever its code is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSend } from '../../../src/node/send.js'
import type { HttpReply, Send } from '../../../src/pac/adapter/adapter.js'
import { holdsStamp, mayHoldStamp } from '../../../src/pac/adapter/stampSigns.js'
import { writeZip } from '../../../src/pac/adapter/zip.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { stampXml } from '../../../src/pac/sandbox/testHost.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { type Fake, names, providerOf, startFake } from './pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const wrapped = (text: string) => base64(text).replace(/.{76}/g, '$&\r\n')
const archived = (text: string) =>
  Buffer.from(writeZip('cfdi.xml', Buffer.from(text))).toString('base64')

/** The reply with one more member, as far inside as its format admits. */
function withMember(reply: HttpReply, value: string): HttpReply {
  const body = Buffer.from(reply.body).toString('utf8')
  const at = body.lastIndexOf(body.trimStart().startsWith('{') ? '}' : '</')
  const member = body.trimStart().startsWith('{')
    ? `,"otro":${JSON.stringify(value)}`
    : `<otro>${value}</otro>`
  return { ...reply, body: Buffer.from(body.slice(0, at) + member + body.slice(at)) }
}

describe.each(names)(
  '%s: a rejection with a stamp in a member that its adapter does not read',
  (name) => {
    let fake: Fake
    beforeAll(async () => {
      fake = await startFake(name, { pac, credits: 1e4 })
    })
    afterAll(() => fake.close())
    const fetched = createSend({ timeout: 20_000 })

    it.each([
      ['as XML', (tfd: string) => tfd],
      ['in Base64', base64],
      ['in Base64 with line breaks', wrapped],
      ['in an archive', archived],
    ])('%s is in doubt, and no other PAC may stamp', async (_, encode) => {
      const sealed = await seal()
      const { tfd = '' } = await stampXml(pac, sealed.xml)
      const send: Send = async (request, signal) => {
        const reply = await fetched(request, signal)
        return 'sent' in reply ? reply : withMember(reply, encode(tfd))
      }
      fake.next('rejected', 'rejected')
      expect(await providerOf(fake).stamp(sealed)).toMatchObject({ kind: 'rejected' })
      expect(await providerOf(fake, {}, send).stamp(sealed)).toMatchObject({
        kind: 'unknown',
        why: 'stamped',
        code: expect.any(String),
      })
    })
  },
)

describe('signs of a stamp', () => {
  const reply = (text: string): HttpReply => ({
    status: 200,
    headers: {},
    body: new TextEncoder().encode(text),
  })
  const long = 'A'.repeat(400)

  it.each([
    ['<t SelloSAT="x"/>', true, true],
    ['&lt;tfd:TimbreFiscalDigital SelloSAT = &quot;x', true, true],
    ['{"cfdi":"<tfd SelloSAT=\\"x\\""}', true, true],
    ['El PAC no pudo generar el SelloSAT.', false, false],
    ['xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital"', false, true],
    [`<acuse>${long}</acuse>`, false, true],
    [`<acuse>${long.replace(/.{76}/g, '$&\n')}</acuse>`, false, true],
    ['No cuenta con timbres disponibles para timbrar. '.repeat(20), false, false],
  ])('%j: %j, and %j for the cautious', (text, holds, may) => {
    expect(holdsStamp(reply(text))).toBe(holds)
    expect(mayHoldStamp(reply(text))).toBe(may)
  })

  it('what is no text may hold one', () => {
    const bytes = { status: 200, headers: {}, body: Uint8Array.of(0xff, 0xfe, 0xfd) }
    expect([holdsStamp(bytes), mayHoldStamp(bytes)]).toEqual([false, true])
  })
})
