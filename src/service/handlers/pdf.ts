/**
 * The choices of an account for its PDFs, and its logos.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { loadLogo, mostLogoBytes, putLogo, removeLogoOf, requireLogo } from '../account/logos.js'
import { createAnswer, refuse, refuseField } from '../answer.js'
import { keyed } from '../operation.js'
import type { LogoSummary } from '../records.js'
import {
  logoNameForm,
  noLogo,
  type PdfChoices,
  pdfChoicesOf,
  pdfFields,
  pdfLanguages,
  pdfTemplates,
  usualLogo,
} from './pdfChoices.js'
import { arrayOf, describedSchema, moment, object, oneOfSchema, text, whole } from './schemas.js'

const choices = object(
  {
    plantilla: oneOfSchema(pdfTemplates),
    idioma: oneOfSchema(pdfLanguages),
    color: text,
    logo: text,
    notas: text,
  },
  ['plantilla', 'idioma', 'color', 'logo', 'notas'],
)

function publicChoices({ template, language, color, logo, notes }: PdfChoices = {}) {
  return { plantilla: template, idioma: language, color, logo, notas: notes }
}

export const setPdf = keyed({
  method: 'POST',
  path: '/api/v5/pdf',
  summary: {
    es: 'Elige cómo se ven los PDF de la cuenta que aún no se han hecho.',
    en: 'Chooses how PDFs of the account look that are not made yet.',
  },
  scope: 'invoices:create',
  form: pdfFields,
  output: { status: 200, schema: choices },
  codes: [],
  async run({ environment, account, input }) {
    const pdf = pdfChoicesOf(input)
    requireLogo(account, pdf)
    await environment.store.transaction(async ({ accounts }) => {
      const current = await accounts.lock(account.id)
      if (current === undefined) throw refuse('unauthorized')
      const { pdf: _, ...rest } = current
      await accounts.put({ ...rest, ...(pdf && { pdf }) })
    })
    return createAnswer(200, publicChoices(pdf))
  },
})

export const getPdf = keyed({
  method: 'GET',
  path: '/api/v5/pdf',
  summary: { es: 'Cómo se ven los PDF de la cuenta.', en: 'How the PDFs of the account look.' },
  scope: 'invoices:read',
  output: { status: 200, schema: choices },
  codes: [],
  run: async ({ account }) => createAnswer(200, publicChoices(account.pdf)),
})

const logoSchema = object({
  nombre: text,
  tipo: oneOfSchema(['image/png', 'image/svg+xml']),
  bytes: describedSchema(whole, 'Tamaño de la imagen, como se guardó.'),
  uploaded: moment,
})

function publicLogo({ name, type, bytes, uploaded }: LogoSummary) {
  return { nombre: name, tipo: type, bytes, uploaded: new Date(uploaded).toISOString() }
}

const logosPath = '/api/v5/logos'
const params = {
  nombre: {
    kind: 'text',
    required: true,
    pattern: logoNameForm,
    description: 'Nombre del logo en la cuenta.',
  },
} as const

export const uploadLogo = keyed({
  ...{ method: 'POST', path: logosPath },
  summary: {
    es: 'Recibe un logo para los PDF de la cuenta: PNG, JPEG o SVG. Se guarda otra vez escrito, sin metadatos.',
    en: 'Accepts a logo for the PDFs of the account: PNG, JPEG or SVG. It is stored written anew, without metadata.',
  },
  scope: 'account:manage',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      // A million bytes in Base64, with line breaks.
      most: 1_400_000,
      description: `La imagen en Base64: hasta ${mostLogoBytes} bytes.`,
    },
    nombre: {
      kind: 'text',
      pattern: logoNameForm,
      description: `Nombre del logo: minúsculas, cifras y guiones. Sin él, ${usualLogo}, que llevan todos los PDF.`,
    },
  },
  output: { status: 201, schema: logoSchema },
  codes: ['logo'],
  async run({ environment, account, input }) {
    const { archivo, nombre: name = usualLogo } = input
    if (name === noLogo) throw refuseField('nombre', `El nombre ${noLogo} significa sin logo.`)
    const image = decodeBase64(archivo.replace(/\s/g, ''))
    if (image === undefined) throw refuseField('archivo', 'El archivo no está en Base64.')
    return createAnswer(201, publicLogo(await putLogo(environment, account, { name, image })))
  },
})

export const listLogos = keyed({
  ...{ method: 'GET', path: logosPath },
  summary: { es: 'Los logos de la cuenta.', en: 'The logos of the account.' },
  scope: 'account:manage',
  output: { status: 200, schema: object({ data: arrayOf(logoSchema) }) },
  codes: [],
  run: async ({ account: { logos = [] } }) => createAnswer(200, { data: logos.map(publicLogo) }),
})

export const getLogo = keyed({
  ...{ method: 'GET', path: `${logosPath}/{nombre}` },
  summary: {
    es: 'La imagen de un logo, como se guardó.',
    en: 'The image of a logo, as it was stored.',
  },
  scope: 'account:manage',
  params,
  output: { status: 200, type: 'application/octet-stream' },
  codes: ['absent'],
  async run({ environment, account: { id, logos = [] }, input: { nombre } }) {
    const type = logos.find(({ name }) => name === nombre)?.type
    const bytes = type && (await loadLogo(environment.store, id, nombre))
    if (type === undefined || bytes === undefined) throw refuse('absent')
    return createAnswer(200, bytes, {
      'content-type': type,
      'content-disposition': `attachment; filename="${nombre}.${type === 'image/png' ? 'png' : 'svg'}"`,
      // A browser that opens it all the same loads nothing and runs nothing.
      'content-security-policy': "default-src 'none'; sandbox",
    })
  },
})

export const removeLogo = keyed({
  ...{ method: 'DELETE', path: `${logosPath}/{nombre}` },
  summary: { es: 'Quita un logo de la cuenta.', en: 'Removes a logo of the account.' },
  scope: 'account:manage',
  params,
  output: { status: 204 },
  codes: ['absent'],
  async run({ environment, account, input: { nombre } }) {
    if (!(await removeLogoOf(environment.store, account.id, nombre))) throw refuse('absent')
    return createAnswer(204, undefined)
  },
})
