/**
 * The receivers of docs/en/events.md in other languages, run on signatures of this library.
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { createWebhookSecret } from '../../../src/service/webhooks/secret.js'
import { signWebhook } from '../../../src/service/webhooks/sign.js'
import { itWith, run } from '../../programs.js'

const page = readFileSync(new URL('../../../docs/en/events.md', import.meta.url), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)![1]!

const [old, secret] = [createWebhookSecret(), createWebhookSecret()]
const body = '{"nombre":"PEÑA & ÑANDÚ","type":"cfdi.paid"}'

/** Received messages: signed, signed by the old secret too, changed, late, and without headers. */
async function cases() {
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = async (age: number, secrets: readonly string[]) => ({
    ...(await signWebhook({ id: 'cfdi_paid_1', timestamp: timestamp - age, body }, secrets)),
  })
  return [
    [await sign(0, [secret]), body],
    [await sign(0, [old, secret]), body],
    [await sign(0, [old]), body],
    [await sign(0, [secret]), `${body} `],
    [await sign(3600, [secret]), body],
    [{}, body],
  ] as const
}
const expected = [true, true, false, false, false, false]

itWith('python3', 'the receiver in Python tells what was signed from what was not', async () => {
  const calls = `
import json, sys
given = json.loads(sys.argv[1])
print(json.dumps([verify(headers, body.encode(), sys.argv[2]) for headers, body in given]))`
  const { stdout, stderr } = await run(
    'python3',
    '-c',
    blockOf('python') + calls,
    JSON.stringify(await cases()),
    secret,
  )
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(expected)
})

itWith('php', 'the receiver in PHP tells what was signed from what was not', async () => {
  const calls = `
$verdicts = array_map(fn ($one) => verify($one[0], $one[1], $argv[2]), json_decode($argv[1], true));
echo json_encode($verdicts);`
  const { stdout, stderr } = await run(
    'php',
    '-r',
    blockOf('php') + calls,
    JSON.stringify(await cases()),
    secret,
  )
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(expected)
})
