/**
 * The adapter to OpenTelemetry, against its SDK: spans nest from the host's to the request, in this
 * process and from another; metrics have the names, units and attributes of the semantic
 * conventions, which are read from their own package.
 */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import * as semconv from '@opentelemetry/semantic-conventions'
import { beforeEach, describe, expect, it } from 'vitest'
import { listDatedData } from '../../src/doctor/listDatedData.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { operateOnce } from '../../src/engine/operate/operate.js'
import { rows } from '../../src/opentelemetry/instruments.js'
import {
  createTelemetry,
  type Telemetry,
  type TelemetryOptions,
} from '../../src/opentelemetry/createTelemetry.js'
import type { HttpRequest, Send, StampAnswer } from '../../src/pac/adapter/adapter.js'
import { createProvider } from '../../src/pac/adapter/createProvider.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { csd, draft } from '../fixtures.js'
import { adapterOf, ok } from '../pac/scriptedAdapter.js'
import { createWorld, engineOn, freeSigner, InstantPac, Machine } from '../engine/host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'ticket 8114'
/** An example of the specification (W3C Trace Context, section 3.2). */
const trace = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'congo=t61rcWkgMzE',
}

let world: ReturnType<typeof createWorld>
let exporter: InMemorySpanExporter
let metricExporter: InMemoryMetricExporter
let meters: MeterProvider
let telemetry: Telemetry

function observe(options: Partial<TelemetryOptions> = {}): Telemetry {
  const tracer = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  }).getTracer('test')
  return createTelemetry({
    tracer,
    meter: meters.getMeter('test'),
    databaseSystem: 'postgresql',
    ...options,
  })
}

beforeEach(() => {
  world = createWorld(signers)
  exporter = new InMemorySpanExporter()
  metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 1e6,
  })
  meters = new MeterProvider({ readers: [reader] })
  telemetry = observe()
})

const sent: HttpRequest[] = []
beforeEach(() => void sent.splice(0))

/** A PAC over HTTP whose answer the test gives. */
function wired(
  id: string,
  answer: StampAnswer,
  reply: Awaited<ReturnType<Send>> = ok(),
  observed = telemetry,
) {
  const send: Send = async (request) => {
    sent.push(request)
    return reply
  }
  return createProvider(
    adapterOf(() => answer, { id }),
    { send: observed.observeSend(send) },
  )
}

const refused: StampAnswer = { kind: 'refused', scope: 'account', message: 'no' }
const spans = () => exporter.getFinishedSpans()
const spanOf = (name: string) => spans().find((span) => span.name === name) as ReadableSpan
const parentOf = ({ parentSpanContext }: ReadableSpan) =>
  spans().find((span) => span.spanContext().spanId === parentSpanContext?.spanId)?.name

async function metric(name: string) {
  await meters.forceFlush()
  const all = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  return all.filter(({ descriptor }) => descriptor.name === name).at(-1)
}

async function points(name: string): Promise<readonly (readonly [object, unknown])[]> {
  const { dataPoints = [] } = (await metric(name)) ?? {}
  return dataPoints.map(({ attributes, value }) => [
    attributes,
    typeof value === 'number'
      ? value
      : (value as HistogramMetricData['dataPoints'][number]['value']).count,
  ])
}

describe('spans', () => {
  it('nest: the host, the stamp, the call to the PAC, the request', async () => {
    const provider = failover([wired('uno', refused)], {
      journal: createUnsafeMemoryJournal(),
      on: telemetry.failover,
    })
    await engineOn(world, undefined, { provider, on: telemetry.engine }).stamp(invoice, {
      key,
      trace,
    })
    expect(spans().map((span) => [span.name, parentOf(span)])).toEqual([
      ['POST', 'cfdi.pac.stamp'],
      ['cfdi.pac.stamp', 'cfdi.stamp'],
      ['cfdi.stamp', undefined],
    ])
    const stamp = spanOf('cfdi.stamp')
    expect(stamp.parentSpanContext).toMatchObject({ spanId: '00f067aa0ba902b7', isRemote: true })
    expect(spanOf('POST').parentSpanContext).not.toMatchObject({ isRemote: true })
    expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(
      new Set(['4bf92f3577b34da6a3ce929d0e0e4736']),
    )
    expect(stamp.spanContext().traceState?.serialize()).toBe(trace.tracestate)
  })

  it('of a stamp have the key, the outcome and the events in between', async () => {
    await engineOn(world, undefined, { on: telemetry.engine }).stamp(invoice, { key })
    const { attributes, events, status, kind } = spanOf('cfdi.stamp')
    expect(attributes).toMatchObject({
      'cfdi.key': key,
      'cfdi.operation': 'stamp',
      'cfdi.outcome': 'stamped',
      'cfdi.pac.id': 'instant',
      'cfdi.requests': 1,
    })
    expect(events.map(({ name }) => name)).toEqual([
      'cfdi.order.claimed',
      'cfdi.document.sealed',
      'cfdi.document.sent',
    ])
    expect([status.code, kind]).toEqual([SpanStatusCode.UNSET, SpanKind.INTERNAL])
  })

  it('of a failure have its code, and an error', async () => {
    world.pac.will('loses the answer')
    await engineOn(world, undefined, { on: telemetry.engine }).stamp(invoice, { key })
    const { attributes, status, events } = spanOf('cfdi.stamp')
    expect([attributes[semconv.ATTR_ERROR_TYPE], status.code]).toEqual([
      '708',
      SpanStatusCode.ERROR,
    ])
    expect(events.map(({ name }) => name)).toContain('cfdi.document.in_doubt')
  })

  it('have no key where the host wants none', async () => {
    await engineOn(world, undefined, { on: observe({ keys: false }).engine }).stamp(invoice, {
      key,
    })
    expect(JSON.stringify(spanOf('cfdi.stamp').attributes)).not.toContain(key)
  })

  it('of requests are those of the HTTP conventions, without credentials', async () => {
    const send = telemetry.observeSend(async () => ok('no', 503))
    await send({
      method: 'POST',
      url: 'https://user:secret@pac.example:8443/timbra?token=secret#x',
      headers: {},
    })
    const { attributes, kind, status, name } = spanOf('POST')
    expect(attributes).toEqual({
      [semconv.ATTR_HTTP_REQUEST_METHOD]: 'POST',
      [semconv.ATTR_SERVER_ADDRESS]: 'pac.example',
      [semconv.ATTR_SERVER_PORT]: 8443,
      [semconv.ATTR_URL_FULL]: 'https://pac.example:8443/timbra',
      [semconv.ATTR_HTTP_RESPONSE_STATUS_CODE]: 503,
      [semconv.ATTR_ERROR_TYPE]: '503',
    })
    expect([name, kind, status.code]).toEqual(['POST', SpanKind.CLIENT, SpanStatusCode.ERROR])
  })

  it('end when a request fails or throws, with its code', async () => {
    const request = { method: 'GET', url: 'http://pac.example/', headers: {} } as const
    await telemetry.observeSend(async () => ({ sent: 'no', error: { code: 'ECONNREFUSED' } }))(
      request,
    )
    const throwing = telemetry.observeSend(() => Promise.reject(new Error('broken')))
    await expect(throwing(request)).rejects.toThrow('broken')
    expect(
      spans().map(({ attributes }) => [attributes['error.type'], attributes['server.port']]),
    ).toEqual([
      ['ECONNREFUSED', 80],
      ['_OTHER', 80],
    ])
  })

  it('reach a PAC only if the host wants it', async () => {
    const stampWith = async (observed: Telemetry) => {
      const provider = wired('uno', refused, ok(), observed)
      await engineOn(world, undefined, { provider, on: observed.engine }).stamp(invoice)
    }
    await stampWith(telemetry)
    await stampWith(observe({ propagate: true }))
    const { traceId, spanId } = spans()
      .filter(({ name }) => name === 'POST')[1]!
      .spanContext()
    expect(sent.map(({ headers }) => headers['traceparent'])).toEqual([
      undefined,
      `00-${traceId}-${spanId}-01`,
    ])
  })

  it('without an SDK are none, and the trace of the host goes down unchanged', async () => {
    const none = createTelemetry()
    const seen: unknown[] = []
    const { provider } = world.pac
    const stamp: typeof provider.stamp = (sealed, _, given) => {
      seen.push(given)
      return provider.stamp(sealed)
    }
    const engine = engineOn(world, undefined, { provider: { ...provider, stamp }, on: none.engine })
    expect(await engine.stamp(invoice, { key, trace })).toMatchObject({ ok: true })
    expect(seen).toEqual([trace])
  })

  it('are all ended, whatever came of them', async () => {
    const started: string[] = []
    const tracers = new BasicTracerProvider({
      spanProcessors: [
        new SimpleSpanProcessor(exporter),
        {
          onStart: ({ name }) => void started.push(name),
          onEnd() {},
          forceFlush: async () => {},
          shutdown: async () => {},
        },
      ],
    })
    const observed = observe({ tracer: tracers.getTracer('test') })
    world.pac.will('rejects', 'refuses', 'loses the answer', 'is unavailable')
    const provider = failover([world.pac.provider], {
      journal: createUnsafeMemoryJournal(),
      on: observed.failover,
    })
    const engine = engineOn(world, undefined, { provider, on: observed.engine })
    for (const each of ['a', 'b', 'c', 'd', 'e'])
      await engine.stamp(
        { ...invoice, Serie: each },
        { key: each, signal: AbortSignal.timeout(50) },
      )
    await engine.stamp('{', { key })
    expect(started.length).toBeGreaterThan(7)
    expect(spans().length).toBe(started.length)
  })
})

describe('metrics', () => {
  it('of a stamp, its stores and its folio', async () => {
    await engineOn(world, undefined, { on: telemetry.engine }).stamp(invoice, { key })
    const attributes = {
      'cfdi.operation': 'stamp',
      'cfdi.outcome': 'stamped',
      'cfdi.sent': true,
      'cfdi.pac.id': 'instant',
    }
    expect(await points('cfdi.stamp.duration')).toEqual([[attributes, 1]])
    expect(await points('cfdi.folio.changes')).toEqual([
      [{ 'cfdi.folio.change': 'issued' }, 1],
      [{ 'cfdi.folio.change': 'used' }, 1],
    ])
    const database = await points(semconv.METRIC_DB_CLIENT_OPERATION_DURATION)
    expect(database).toContainEqual([
      {
        [semconv.ATTR_DB_SYSTEM_NAME]: semconv.DB_SYSTEM_NAME_VALUE_POSTGRESQL,
        [semconv.ATTR_DB_COLLECTION_NAME]: 'orders',
        [semconv.ATTR_DB_OPERATION_NAME]: 'append',
      },
      2,
    ])
  })

  it('of a PAC: its calls by outcome, its breaker, what left it', async () => {
    const on = telemetry.failover
    const provider = failover([wired('uno', refused), wired('dos', refused)], {
      journal: createUnsafeMemoryJournal(),
      on,
    })
    await engineOn(world, undefined, { provider, on: telemetry.engine }).stamp(invoice, { key })
    expect(await points('cfdi.pac.call.duration')).toContainEqual([
      {
        'cfdi.pac.id': 'uno',
        'cfdi.pac.call': 'stamp',
        'cfdi.outcome': 'refused',
        'error.type': 'refused',
      },
      1,
    ])
    on.breakerChanged({ pac: 'uno', from: 'closed', to: 'open', reason: 'account' } as never)
    on.departed({ token: '', pac: 'uno', why: 'deadline' })
    expect(await points('cfdi.pac.breaker.open')).toContainEqual([{ 'cfdi.pac.id': 'uno' }, 1])
    expect(await points('cfdi.document.departures')).toEqual([
      [{ 'cfdi.pac.id': 'uno', 'cfdi.reason': 'deadline' }, 1],
    ])
  })

  it('has the ages and terms of the data that documents are judged by', async () => {
    telemetry.recordData(listDatedData({ at: '2027-05-04' }))
    const ages = await points('cfdi.data.age')
    const day = 86_400
    const of = (subject: string, name: string) => ({
      'cfdi.data.subject': subject,
      'cfdi.data.name': name,
    })
    expect(ages).toContainEqual([of('catalog', 'c_Moneda'), 271 * day])
    expect(await points('cfdi.data.remaining')).toContainEqual([of('authority', 'AC5'), -day])
  })

  it('of takeovers, doubts and rounds', async () => {
    world = {
      ...world,
      folios: createMemoryFolios(),
      pac: new InstantPac('instant', { findKinds: ['bytes'] }),
    }
    const machine = new Machine(4)
    void engineOn(world, machine, { owner: 'one' }).stamp(invoice, { key })
    await machine.stopped
    world.now += 16_000
    const engine = engineOn(world, undefined, { owner: 'two', on: telemetry.engine })
    await operateOnce(engine, { deliver: async () => {}, onRound: telemetry.onRound })
    expect(await points('cfdi.order.takeovers')).toEqual([[{}, 1]])
    expect(await points('cfdi.operate.rounds')).toEqual([[{ 'cfdi.operate.role': 'led' }, 1]])
    expect(await points('cfdi.operate.delivered')).toContainEqual([
      { 'cfdi.operate.task': 'resume' },
      1,
    ])
    expect(await points('cfdi.operate.waiting')).toContainEqual([
      { 'cfdi.operate.task': 'resume' },
      0,
    ])
  })

  it('are in seconds, with the bounds that the conventions advise', async () => {
    const send = observe({ now: ticking(250) }).observeSend(async () => ok())
    await send({ method: 'POST', url: 'https://pac.example/', headers: {} })
    const { descriptor, dataPoints } = (await metric(
      semconv.METRIC_HTTP_CLIENT_REQUEST_DURATION,
    )) as HistogramMetricData
    expect(descriptor.unit).toBe('s')
    expect(dataPoints[0]?.value.sum).toBe(0.25)
    expect(dataPoints[0]?.value.buckets.boundaries).toEqual([
      ...[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    ])
    expect(dataPoints[0]?.attributes).not.toHaveProperty('url.full')
  })

  it('have names of our own with our prefix, and the others from the conventions', () => {
    const known = new Set(
      Object.entries(semconv).flatMap(([name, value]) =>
        name.startsWith('METRIC_') ? [value] : [],
      ),
    )
    const strange = Object.values(rows).filter(
      ({ name }) => !name.startsWith('cfdi.') && !known.has(name),
    )
    expect(strange).toEqual([])
    expect(
      Object.values(rows).filter(({ kind, unit }) => kind === 'histogram' && unit !== 's'),
    ).toEqual([])
  })

  it('have no attribute with a value for each document', async () => {
    const engine = engineOn(world, undefined, { on: telemetry.engine })
    world.pac.will('loses the answer')
    for (const each of ['a', 'a', 'b', 'c'])
      await engine.stamp({ ...invoice, Serie: each }, { key: `pedido ${each}` })
    await meters.forceFlush()
    const text = JSON.stringify(metricExporter.getMetrics())
    for (const one of [
      'pedido',
      'TOAM850417U21',
      '00000000-0000-4000',
      ...[...world.orders.entries()].map(({ token }) => token ?? '?'),
    ])
      expect(text).not.toContain(one)
  })
})

it('an option that does not exist is refused', () => {
  expect(() => createTelemetry({ traces: true } as never)).toThrow(/unknown option traces/)
})

/** A clock that goes on by so much each time that it is asked. */
function ticking(ms: number): () => number {
  let now = 0
  return () => {
    now += ms
    return now
  }
}
