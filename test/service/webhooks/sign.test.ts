import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookRecord } from '../../../src/service/records.js'
import {
  createWebhookSecret,
  rotateSecret,
  secretsOf,
} from '../../../src/service/webhooks/secret.js'
import { signWebhook, verifyWebhook } from '../../../src/service/webhooks/sign.js'
import { noon } from '../../fixtures.js'

const now = noon.getTime()
const timestamp = now / 1000
const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
const message = {
  id: 'cfdi_paid_1',
  timestamp,
  body: '{"type":"cfdi.paid","nombre":"PEÑA & ÑANDÚ 🎸"}',
}

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('Standard Webhooks', () => {
  it('the reference library verifies its signatures of any body', async () => {
    const bodies = fc.string({ unit: fc.constantFrom(...'aÑ"\\.\n\0\u2028🎸'), maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        const body = JSON.stringify({ text })
        const headers = await signWebhook({ ...message, body }, [secret])
        expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ text })
      }),
      { numRuns: 20 },
    )
  })

  it('verifies signatures of the reference library', async () => {
    const signature = new Webhook(secret).sign(message.id, noon, message.body)
    const headers = {
      'Webhook-Id': message.id,
      'webhook-timestamp': String(timestamp),
      'WEBHOOK-SIGNATURE': signature,
    }
    expect(await verifyWebhook({ headers, body: message.body }, [secret], { now })).toEqual({
      ok: true,
      id: message.id,
      timestamp,
    })
  })

  it('has the signature of the example of the specification', async () => {
    // From the reference library's own tests: the same message, secret and signature in all its
    // languages.
    const { 'webhook-signature': signature } = await signWebhook(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    )
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('signs with every secret in force, so that either side may change first', async () => {
    const webhook: WebhookRecord = { id: 'w', owner: 'a', at: 0, url: '', events: [], secret }
    const rotated = rotateSecret(webhook, now)
    expect(secretsOf(rotated, now)).toEqual([rotated.secret, secret])
    const headers = { ...(await signWebhook(message, secretsOf(rotated, now))) }
    for (const each of [rotated.secret, secret])
      expect(new Webhook(each).verify(message.body, headers)).toBeDefined()
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow()
    expect(secretsOf(rotated, now + 86_400_000)).toEqual([rotated.secret])
    expect(rotateSecret(webhook, now, { overlap: 0 }).previous).toBeUndefined()
    const twice = rotateSecret(rotated, now + 1)
    expect(secretsOf(twice, now + 1)).toEqual([twice.secret, rotated.secret, secret])
    expect(secretsOf(twice, now + 86_400_000)).toEqual([twice.secret, rotated.secret])
    expect(rotateSecret(twice, now + 2, { overlap: 0 }).previous).toBeUndefined()
    for (const overlap of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => rotateSecret(webhook, now, { overlap })).toThrow(TypeError)
  })

  it('verifies bytes as they came', async () => {
    const headers = { ...(await signWebhook(message, [secret])) }
    const body = new TextEncoder().encode(message.body)
    expect((await verifyWebhook({ headers, body }, [other, secret], { now })).ok).toBe(true)
    body[3] = 0xff
    expect((await verifyWebhook({ headers, body }, [other, secret], { now })).ok).toBe(false)
  })

  it('refuses any change', async () => {
    const headers = { ...(await signWebhook(message, [secret])) }
    const given = { headers, body: message.body }
    const changed = [
      { headers, body: `${message.body} ` },
      { headers: { ...headers, 'webhook-id': 'cfdi_paid_2' }, body: message.body },
      { headers: { ...headers, 'webhook-timestamp': String(timestamp + 1) }, body: message.body },
      { headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body: message.body },
      {
        headers: {
          ...headers,
          'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,'),
        },
        body: message.body,
      },
      { headers: { ...headers, 'webhook-signature': '' }, body: message.body },
    ]
    expect((await verifyWebhook(given, [secret], { now })).ok).toBe(true)
    expect(await verifyWebhook(given, [other], { now })).toEqual({ ok: false, reason: 'signature' })
    for (const each of changed)
      expect(await verifyWebhook(each, [secret], { now })).toEqual({
        ok: false,
        reason: 'signature',
      })
  })

  it.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('takes a delivery %i s old or not', async (age, ok) => {
    const headers = { ...(await signWebhook({ ...message, timestamp: timestamp - age }, [secret])) }
    const verdict = await verifyWebhook({ headers, body: message.body }, [secret], { now })
    expect(verdict).toEqual(
      ok ? { ok, id: message.id, timestamp: timestamp - age } : { ok, reason: 'timestamp' },
    )
  })

  it('never throws for a received delivery', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.constant('v1,x'),
      fc.constant(String(timestamp)),
      fc.constant(undefined),
    )
    const headers = fc.record({
      'webhook-id': text,
      'webhook-timestamp': text,
      'webhook-signature': text,
    })
    await fc.assert(
      fc.asyncProperty(headers, fc.oneof(fc.string(), fc.uint8Array()), async (given, body) => {
        expect((await verifyWebhook({ headers: given, body }, [secret], { now })).ok).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it.each(['', 'whsec_', 'whsec_AAAA', 'whsec_***', `whsec_${'A'.repeat(100)}`, secret.slice(6)])(
    'refuses the secret "%s" without repeating it',
    async (bad) => {
      const failure: unknown = await signWebhook(message, [bad]).catch((cause: unknown) => cause)
      expect(failure).toBeInstanceOf(TypeError)
      if (bad.length > 6) expect(String(failure)).not.toContain(bad.slice(6))
    },
  )

  it.each([
    { ...message, id: 'a.b' },
    { ...message, id: 'a\r\nx-evil: 1' },
    { ...message, id: '' },
    { ...message, timestamp: 1.5 },
  ])('refuses to sign %o', async (bad) => {
    await expect(signWebhook(bad, [secret])).rejects.toThrow(TypeError)
  })
})
