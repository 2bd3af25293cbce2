/**
 * Documentation of the service: the OpenAPI document is valid, complete, and matches the responses.
 * @module
 */
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { scopes } from '../../src/service/account/accounts.js'
import { serviceCodes } from '../../src/service/codes.js'
import { no, yes } from '../../src/service/fields.js'
import { openApi } from '../../src/service/openApi.js'
import type { OperationRequest } from '../../src/service/operation.js'
import { type OperationName, operations } from '../../src/service/operations.js'
import { eventTypes } from '../../src/service/webhooks/events.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { draft } from '../fixtures.js'
import { stamped, trusted, unstamped } from '../received.js'
import { dividendo } from '../sat/retenciones20/drafts.js'
import { json, openDesk } from './desk.js'

const description = JSON.parse(JSON.stringify(openApi({ complements: [] })))

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'service', ...description })

/** Returns the validator of an operation's response with a status. */
function answerOf(name: OperationName, status: number) {
  const { path, method } = operations[name]
  const place = [path, method.toLowerCase()].map((part) =>
    part.replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent),
  )
  return ajv.compile({
    $ref: `service#/paths/${place.join('/')}/responses/${status}/content/application~1json/schema`,
  })
}

interface Body {
  readonly schema: object
  readonly example: unknown
}

/** Every body of a part of the document. A body without an example fails. */
function bodiesIn(part: unknown, name = ''): readonly Body[] {
  if (typeof part !== 'object' || part === null) return []
  if (name.startsWith('application/') && 'schema' in part) {
    expect(part).toHaveProperty('example')
    return [part as Body]
  }
  return Object.entries(part).flatMap(([key, value]) => bodiesIn(value, key))
}

describe('the OpenAPI document', () => {
  it('is valid, in CI also with every complement', async () => {
    for (const document of process.env['CI'] ? [openApi(), description] : [description]) {
      const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
      expect(result.errors).toBeUndefined()
      expect(result.valid).toBe(true)
    }
  })

  it('has every operation, with its scope, its key and every code', () => {
    for (const [name, operation] of Object.entries(operations)) {
      const described = description.paths[operation.path]?.[operation.method.toLowerCase()]
      expect(described.operationId).toBe(name)
      expect(described.security).toEqual(
        operation.scope === undefined ? [] : [{ key: [] }, { bearer: [] }],
      )
      const said = JSON.stringify(described.responses)
      for (const code of operation.codes) expect(said).toContain(`${serviceCodes[code].code}: `)
    }
    const used = new Set<string | undefined>(Object.values(operations).map(({ scope }) => scope))
    for (const scope of scopes) expect(used).toContain(scope)
  })

  it('has a tag for each operation, and an example that fits its schema for each body', () => {
    const tags = description.tags.map(({ name }: { name: string }) => name)
    const used = Object.values(operations).map(
      ({ path, method }) => description.paths[path][method.toLowerCase()].tags,
    )
    expect([...new Set(used.flat())]).toEqual(tags)
    const bodies = [description.paths, description.webhooks].flatMap((part) => bodiesIn(part))
    expect(bodies.length).toBeGreaterThan(60)
    for (const { schema, example } of bodies) {
      const validate = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"service#/components')),
      )
      validate(example)
      expect(validate.errors, JSON.stringify(example)).toBeNull()
    }
  })

  it('has the events as webhooks, with the headers of a signature', () => {
    expect(Object.keys(description.webhooks)).toEqual(eventTypes)
    for (const type of eventTypes) {
      const { parameters } = description.webhooks[type].post
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ])
    }
  })

  it('has an example that the service stamps', async () => {
    const desk = await openDesk()
    const { example } =
      description.paths['/api/v5/invoice/create'].post.requestBody.content[
        'application/x-www-form-urlencoded'
      ]
    const isDraft = ajv.compile({ $ref: 'service#/components/schemas/ComprobanteDraft' })
    expect(isDraft(JSON.parse(example.json))).toBe(true)
    const headers = { 'x-api-key': desk.key }
    const { status } = await desk.service.createInvoice({ headers, form: example })
    expect(status).toBe(200)
  })

  it('describes the drafts that the engine takes', () => {
    const isDraft = ajv.compile({ $ref: 'service#/components/schemas/ComprobanteDraft' })
    const isDocument = ajv.compile({ $ref: 'service#/components/schemas/Comprobante' })
    for (const name of ['ingreso', 'egreso']) expect(isDraft(draft(name)), name).toBe(true)
    expect([isDocument(draft('ingreso')), isDraft({})]).toEqual([false, false])
  })

  it('describes the drafts of registered documents', async () => {
    const documents = [retenciones20]
    const more = JSON.parse(JSON.stringify(openApi({ complements: [], documents })))
    expect((await new Validator().validate(more)).errors).toBeUndefined()
    const { schema } =
      more.paths['/api/v5/invoice/create'].post.requestBody.content[
        'application/x-www-form-urlencoded'
      ]
    expect(schema.properties.json.contentSchema).toEqual({
      anyOf: ['ComprobanteDraft', 'RetencionesDraft'].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    })
    const { schemas } = more.components
    const [isDraft, isDocument] = ['RetencionesDraft', 'Retenciones'].map((name) =>
      ajv.compile(schemas[name]),
    )
    expect([isDraft?.(dividendo), isDocument?.(dividendo)]).toEqual([true, false])
    const { FolioInt: _, ...absent } = dividendo
    expect(isDraft?.({ ...absent, Sello: 'AUTO' })).toBe(true)
    expect(isDraft?.({ ...dividendo, Version: 'AUTO' })).toBe(false)
    expect(() => openApi({ documents: {} as never })).toThrow(/openApi: documents must be a list/)
  })

  it('describes the responses of the service', async () => {
    const desk = await openDesk({
      sandbox: { received: trusted },
      options: { pdf: async () => new Uint8Array() },
    })
    const headers = { 'x-api-key': desk.key }
    const call = async (
      name: OperationName,
      request: OperationRequest = {},
    ): Promise<{ [member: string]: never }> => {
      const { status, body } = await desk.service[name]({ headers, ...request })
      const validate = answerOf(name, status)
      validate(JSON.parse(JSON.stringify(body)))
      expect(validate.errors, `${name} ${status}`).toBeNull()
      return body as { [member: string]: never }
    }
    const { cfdi } = await call('createInvoice', { form: { json: json() } })
    const params = { uuid: (cfdi as { UUID: string }).UUID }
    await call('createInvoice', { form: { json: json({ FormaPago: '00' }) } })
    await call('createInvoice')
    await call('balance')
    await call('balance', { headers: {} })
    await call('listInvoices')
    await call('retrieveInvoice', { params })
    await call('retrieveInvoice', { params: { uuid: '00000000-0000-4000-8000-00000000000F' } })
    await call('statusOfInvoice', { params })
    for (const xml of [stamped, unstamped, '<no>']) await call('verifyInvoice', { form: { xml } })
    await call('verifyInvoice')
    await call('cancelInvoice', { params, form: { motivo: '01' } })
    await call('createWebhook', { form: { url: 'https://cliente.example.mx/' } })
    const { id } = await call('createWebhook', { form: { url: 'https://otro.example.mx/' } })
    await call('rotateWebhook', { params: { id } })
    await call('rotateWebhook', { params: { id: 'x' } })
    await call('listWebhooks')
    await call('listEvents')
    await call('replayEvent', { form: { id: `cfdi.stamped/${params.uuid}` } })
    await call('describeService')
  })
})

describe('codes', () => {
  it('are each one, and have a status, a sentence and a reason', () => {
    const rows = Object.values(serviceCodes)
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
    for (const { code, http, message, when } of rows) {
      expect(http).toBeGreaterThanOrEqual(400)
      expect(when).toMatch(/\.$/)
      expect(message === '').toBe(code < 720)
    }
  })
})

it('docs/en/service.md lists the accepted booleans', () => {
  const words = (all: readonly string[]) =>
    all
      .filter(Boolean)
      .map((word) => `\`${word}\``)
      .join(', ')
  const english = readFileSync(new URL('../../docs/en/service.md', import.meta.url), 'utf8')
  expect(english).toContain(`Yes: ${words(yes)}, in any case; no: ${words(no)}`)
})
