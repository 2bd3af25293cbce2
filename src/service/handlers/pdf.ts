/**
 * The choices of an account for its PDFs.
 * @module
 */
import { createAnswer, refuse } from '../answer.js'
import { keyed } from '../operation.js'
import {
  type PdfChoices,
  pdfChoicesOf,
  pdfFields,
  pdfLanguages,
  pdfTemplates,
} from './pdfChoices.js'
import { object, oneOfSchema, text } from './schemas.js'

const choices = object(
  {
    plantilla: oneOfSchema(pdfTemplates),
    idioma: oneOfSchema(pdfLanguages),
    color: text,
    notas: text,
  },
  ['plantilla', 'idioma', 'color', 'notas'],
)

function publicChoices({ template, language, color, notes }: PdfChoices = {}) {
  return { plantilla: template, idioma: language, color, notas: notes }
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
