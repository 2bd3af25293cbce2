/**
 * What describes the service: the OpenAPI document, valid, whole, and true of what is answered; the tables of docs/service.md, which
 * `npm test -- -u` writes.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { scopes } from '../../src/service/accounts.js'
import { serviceCodes } from '../../src/service/codes.js'
import { openApi } from '../../src/service/openApi.js'
import { no, yes } from '../../src/service/fields.js'
import type { Operation, OperationRequest } from '../../src/service/operation.js'
import { type OperationName, operations } from '../../src/service/operations.js'
import { draft } from '../fixtures.js'
import { json, openDesk } from './desk.js'

const description = JSON.parse(JSON.stringify(openApi({ complements: [] })))

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'service', ...description })

/** The validator of what an operation answers with a status. */
function answerOf(name: OperationName, status: number) {
  const { path, method } = operations[name]
  const place = [path, method.toLowerCase()].map((part) =>
    part.replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent),
  )
  return ajv.compile({
    $ref: `service#/paths/${place.join('/')}/responses/${status}/content/application~1json/schema`,
  })
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
      expect(described.security).toEqual(operation.scope === undefined ? [] : [{ key: [] }])
      const said = JSON.stringify(described.responses)
      for (const code of operation.codes) expect(said).toContain(`${serviceCodes[code].code}: `)
    }
    const used = new Set<string | undefined>(Object.values(operations).map(({ scope }) => scope))
    for (const scope of scopes) expect(used).toContain(scope)
  })

  it('describes the drafts that the engine takes', () => {
    const isDraft = ajv.compile({ $ref: 'service#/components/schemas/ComprobanteDraft' })
    const isDocument = ajv.compile({ $ref: 'service#/components/schemas/Comprobante' })
    for (const name of ['ingreso', 'egreso']) expect(isDraft(draft(name)), name).toBe(true)
    expect([isDocument(draft('ingreso')), isDraft({})]).toEqual([false, false])
  })

  it('describes what the service answers', async () => {
    const desk = await openDesk({ options: { pdf: async () => new Uint8Array() } })
    const headers = { 'x-api-key': desk.key }
    const call = async (name: OperationName, request: OperationRequest = {}): Promise<{ [member: string]: never }> => {
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

type Language = 'es' | 'en'

const pages = { en: '../../docs/service.md', es: '../../docs/es/service.md' } as const
const pageOf = (language: Language): string => fileURLToPath(new URL(pages[language], import.meta.url))
const english = readFileSync(pageOf('en'), 'utf8')

const rowsOf = (language: Language) =>
  Object.values<Operation>(operations).map(
    ({ method, path, summary, scope }) =>
      `| \`${method} ${path}\` | ${summary[language]} | ${scope ? `\`${scope}\`` : ''} |`,
  )

/** Tables by their head. Why a code is told is in English in the source. */
const tables: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    '| code | HTTP | when |\n| --- | --- | --- |\n': Object.values(serviceCodes).map(
      ({ code, http, when }) => `| ${code} | ${http} | ${when} |`,
    ),
    '| | | scope |\n| --- | --- | --- |\n': rowsOf('en'),
  },
  es: { '| | | permiso |\n| --- | --- | --- |\n': rowsOf('es') },
}

/** A page with the rows of a table written anew. */
function withRows(text: string, [head, lines]: readonly [string, readonly string[]]): string {
  const start = text.indexOf(head) + head.length
  return `${text.slice(0, start)}${lines.join('\n')}${text.slice(text.indexOf('\n\n', start))}`
}

it.each(['en', 'es'] as const)(
  'the page of the service (%s) has every operation, and that in English every code',
  async (language) => {
    const before = readFileSync(pageOf(language), 'utf8')
    expect(Object.keys(tables[language]).filter((head) => !before.includes(head))).toEqual([])
    await expect(Object.entries(tables[language]).reduce(withRows, before)).toMatchFileSnapshot(pageOf(language))
  },
)

it('docs/service.md says what means yes, and what no', () => {
  const words = (all: readonly string[]) =>
    all
      .filter(Boolean)
      .map((word) => `\`${word}\``)
      .join(', ')
  expect(english).toContain(`Yes: ${words(yes)}, in any case; no: ${words(no)}`)
})
