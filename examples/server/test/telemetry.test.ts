/**
 * Metrics and traces: `/metrics` by default, with the names of the alerts in
 * docs/en/observability.md; an SDK of OpenTelemetry where the process was started with one, which
 * then gets them and the spans, below the trace of the request.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { it } from 'node:test'
import { call, invoice, openHost, stamp } from './host.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

it('the metrics of the engine are in /metrics, by environment and without keys', async () => {
  const host = await openHost()
  const { UUID } = await stamp(host)
  await call(host, 'invoice/create', { form: { json: '{}' } })
  await host.service.recover()
  const text = await (await fetch(`${host.origin}/metrics`)).text()
  await host.close()
  const sandbox = 'deployment_environment_name="sandbox"'
  for (const line of [
    `cfdi_stamp_duration_seconds_count{${sandbox},cfdi_operation="stamp",cfdi_outcome="stamped",cfdi_sent="true",cfdi_pac_id="\\w+"} 1`,
    `cfdi_operate_rounds_total{${sandbox},cfdi_operate_role="led"} \\d+`,
    `cfdi_operate_waiting{${sandbox},cfdi_operate_task="resume"} 0`,
    `cfdi_data_age_seconds{cfdi_data_subject="catalog",cfdi_data_name="c_Moneda"} \\d+`,
    `cfdi_data_remaining_seconds{cfdi_data_subject="authority",cfdi_data_name="AC7"} \\d+`,
  ])
    assert.match(text, new RegExp(`^${line.replace(/[{}]/g, '\\$&')}$`, 'm'))
  assert.match(
    text,
    /db_client_operation_duration_seconds_bucket\{[^}]*db_collection_name="orders"[^}]*le="0.005"\}/,
  )
  assert.ok(!text.includes(UUID) && !text.includes('sandbox/uno'), 'no key and no folio fiscal')
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  assert.deepEqual(names, [...new Set(names)])
})

it('an SDK that the process was started with gets metrics and spans, and /metrics is gone', async () => {
  const env = {
    ...process.env,
    PORT: '34281',
    DATA_FOLDER: 'memory:',
    OTEL_METRICS_EXPORTER: 'console',
  }
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const sdk = fileURLToPath(new URL('sdk.js', import.meta.url))
  const child = spawn(process.execPath, ['--import', sdk, 'server.js'], { env, cwd: folder })
  let [said, key] = ['', undefined as string | undefined]
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    key ??= /cfdi_sandbox_\w+/.exec(String(chunk))?.[0]
  })
  for (let turn = 0; key === undefined && turn < 600; turn++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const origin = 'http://127.0.0.1:34281'
  const body = new URLSearchParams({ json: JSON.stringify(invoice()) })
  const headers = { 'x-api-key': key ?? '', traceparent }
  const answer = await fetch(`${origin}/api/v5/invoice/create`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200, await answer.text())
  assert.equal((await fetch(`${origin}/metrics`)).status, 404)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const told = said
    .split('\n')
    .flatMap((line) => (line.startsWith('otel ') ? [JSON.parse(line.slice(5))] : []))
  const span = told.find(({ name }) => name === 'cfdi.stamp')
  assert.deepEqual([span?.traceId, span?.parent], [traceId, '00f067aa0ba902b7'])
  assert.ok(told.some(({ metric }) => metric === 'cfdi.stamp.duration'))
  assert.ok(told.some(({ metric }) => metric === 'cfdi.calls.duration'))
})
