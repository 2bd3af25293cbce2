/**
 * The reference of the HTTP API, `api.md`: every operation with its fields, its response and its
 * codes; every object of the responses.
 * @module
 */
import { serviceCodes } from '../../src/service/codes.js'
import { openApi, tagOf } from '../../src/service/openApi.js'
import type { Operation } from '../../src/service/operation.js'
import { operations } from '../../src/service/operations.js'
import { apiEnglish } from './parts/clients/apiEnglish.js'
import {
  type Api,
  type ApiOperation,
  describeApi,
  type Member,
  type Type,
} from './parts/clients/api.js'
import type { Files } from './parts/files.js'

type Language = 'en' | 'es'

const words = {
  en: {
    title: '# The HTTP API',
    intro: [
      'Every operation of [the service](service.md), generated from its table (`npm run generate`), as are [the SDKs](sdks.md) and the OpenAPI 3.1 document at `GET /api/v5/openapi.json`, which has the events as `webhooks` and an example for each body.',
      'The API key is the header `X-Api-Key`, or `Authorization: Bearer`. Bodies are `application/x-www-form-urlencoded` in UTF-8; responses are JSON. A failure has `code`, `message` and `errors`: see [the codes](service.md#codes). Every operation can answer 725, 726 and 730, and those with a scope 720 and 721.',
    ],
    fields: '| field | in | required | type | |',
    members: '| member | type | |',
    scope: (scope: string) => `Scope: \`${scope}\`.`,
    open: 'No key.',
    takesKey: 'Takes an `Idempotency-Key`.',
    answer: (text: string) => `Response: ${text}.`,
    codes: (list: string) => `Codes: ${list}.`,
    objects: '## Objects',
    places: { path: 'path', query: 'query', form: 'form' },
    yes: 'yes',
    none: 'no content',
    bytes: 'the document',
  },
  es: {
    title: '# La API HTTP',
    intro: [
      'Cada operación del [servicio](service.md), generada de su tabla (`npm run generate`), como [los SDK](sdks.md) y el documento OpenAPI 3.1 de `GET /api/v5/openapi.json`, que tiene los eventos como `webhooks` y un ejemplo de cada cuerpo.',
      'La API key va en el encabezado `X-Api-Key`, o en `Authorization: Bearer`. Los cuerpos son `application/x-www-form-urlencoded` en UTF-8; las respuestas son JSON. Un error tiene `code`, `message` y `errors`: vea [los códigos](service.md#códigos). Toda operación puede responder 725, 726 y 730, y las que tienen permiso, 720 y 721.',
    ],
    fields: '| campo | en | obligatorio | tipo | |',
    members: '| miembro | tipo | |',
    scope: (scope: string) => `Permiso: \`${scope}\`.`,
    open: 'Sin llave.',
    takesKey: 'Admite una `Idempotency-Key`.',
    answer: (text: string) => `Respuesta: ${text}.`,
    codes: (list: string) => `Códigos: ${list}.`,
    objects: '## Objetos',
    places: { path: 'ruta', query: 'consulta', form: 'formulario' },
    yes: 'sí',
    none: 'sin contenido',
    bytes: 'el documento',
  },
} as const

export function generate(): Files {
  const api = describeApi()
  return { 'docs/en/api.md': pageOf(api, 'en'), 'docs/es/api.md': pageOf(api, 'es') }
}

function pageOf(api: Api, language: Language): string {
  const { title, intro, objects } = words[language]
  const tags = openApi({ complements: [] }).tags as readonly {
    readonly name: string
    readonly description?: string
  }[]
  const sections = tags.map(({ name, description }) => {
    const own = api.operations.filter((operation) => tagOf(operation) === name)
    const heading = `## ${name}\n`
    const told = description === undefined ? [] : [`${translate(description, language)}\n`]
    return [heading, ...told, ...own.map((operation) => operationText(operation, language))]
  })
  const shapes = api.shapes.map(
    ({ name, members }) =>
      `### ${name}\n\n${words[language].members}\n| --- | --- | --- |\n${members.map((member) => memberRow(member, language)).join('')}`,
  )
  const parts = [title, ...intro].map((text) => `${text}\n`)
  return [...parts, ...sections.flat(), `${objects}\n`, ...shapes].join('\n')
}

function operationText(operation: ApiOperation, language: Language): string {
  const { name, method, path, fields, isOpen, takesKey, answer, pages } = operation
  const { scope, summary, codes } = operations[name as keyof typeof operations] as Operation
  const told = words[language]
  const result = answer === 'none' ? told.none : answer === 'bytes' ? told.bytes : typeText(answer)
  const facts = [
    isOpen ? told.open : told.scope(String(scope)),
    ...(takesKey ? [told.takesKey] : []),
    told.answer(pages === undefined ? result : `${result} (\`${pages.name}\`)`),
    ...(codes.length === 0
      ? []
      : [told.codes(codes.map((code) => serviceCodes[code].code).join(', '))]),
  ]
  const rows = fields.map(
    (field) =>
      `| \`${field.name}\` | ${told.places[field.place]} | ${field.isRequired ? told.yes : ''} | ${typeText(field.type)} | ${describe(field, language)} |\n`,
  )
  const table =
    rows.length === 0 ? '' : `\n${told.fields}\n| --- | --- | --- | --- | --- |\n${rows.join('')}`
  return `### ${name}\n\n\`${method} ${path}\`\n\n${summary[language]} ${facts.join(' ')}\n${table}`
}

function memberRow(member: Member, language: Language): string {
  const { name, type, isRequired } = member
  return `| \`${name}\`${isRequired ? '' : '?'} | ${typeText(type)} | ${describe(member, language)} |\n`
}

function describe({ description }: Member, language: Language): string {
  return description === undefined ? '' : translate(description, language)
}

/** A text without a translation stays in Spanish. */
function translate(text: string, language: Language): string {
  return language === 'es' ? text : (apiEnglish[text] ?? text)
}

const kinds = {
  text: 'string',
  whole: 'integer',
  number: 'number',
  flag: 'boolean',
  object: 'object',
  any: 'any',
  document: 'JSON',
} as const

function typeText(type: Type): string {
  switch (type.kind) {
    case 'words':
      return type.words.map((word) => `\`${word}\``).join(', ')
    case 'list':
      return `${typeText(type.of)}[]`
    case 'shape':
      return `[${type.name}](#${type.name.toLowerCase()})`
    default:
      return kinds[type.kind]
  }
}
