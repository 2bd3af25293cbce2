/**
 * Runs the calls of a file, and writes each result or failure as a line of JSON. `SDK` is the built
 * client.
 * @module
 */
import { readFile } from 'node:fs/promises'

const { CfdiStamp, CfdiStampFailure, ServiceFailure, WebhookFailure } = await import(
  process.env.SDK
)
const saved = { ...process.env }

function filled(value) {
  if (typeof value === 'string') return value.replace(/\$\{(\w+)\}/g, (_, name) => saved[name])
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]))
}

const at = (value, path) => path.split('.').reduce((inner, part) => inner[part], value)

async function perform(step) {
  const client = new CfdiStamp({ url: step.at ?? saved.URL, key: step.as ?? saved.KEY })
  const options = filled(step.options ?? {})
  if (step.call === 'verifyWebhook') {
    const { headers, body, secrets } = filled(step.with)
    return CfdiStamp.verifyWebhook({ headers, body }, secrets, options)
  }
  if (step.call === 'download')
    return toldBytes(await client.download(filled(step.with.url), options))
  const takesInput = client[step.call].length > 0 || step.with !== undefined
  const result = client[step.call](...(takesInput ? [filled(step.with ?? {})] : []), options)
  if (step.call.startsWith('all')) {
    const items = []
    for await (const item of result) items.push(item)
    return items.slice(0, 50)
  }
  const value = await result
  return value instanceof Uint8Array ? toldBytes(value) : (value ?? null)
}

function toldBytes(bytes) {
  return { bytes: bytes.length, start: Buffer.from(bytes.slice(0, 5)).toString() }
}

function told(failure) {
  if (failure instanceof WebhookFailure) return { failure: failure.name, reason: failure.reason }
  const { code, message, status, retryAfter = null, errors, operation } = failure
  const { idempotencyKey = null, requestId = null } = failure
  const own = failure instanceof ServiceFailure ? { code, message, status, retryAfter, errors } : {}
  return { failure: failure.name, ...own, operation, idempotencyKey, requestId }
}

for (const step of JSON.parse(await readFile(process.argv[2], 'utf8'))) {
  let outcome
  try {
    outcome = await perform(step)
    for (const [name, path] of Object.entries(step.save ?? {}))
      saved[name] = String(at(outcome, path))
  } catch (failure) {
    if (!(failure instanceof CfdiStampFailure)) throw failure
    outcome = told(failure)
  }
  console.log(JSON.stringify({ call: step.call, outcome }))
}
