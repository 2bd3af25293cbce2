/**
 * Parts of the view of a CFDI de retenciones: the taxes withheld stand in the place of the items,
 * and their sum in that of the total.
 * @module
 */
import type { Retenciones } from '../../sat/retenciones20/declaration.js'
import { labelIn, type Wording } from '../fields.js'
import { writeMoney } from '../money.js'
import type { Section, Table, TotalLine } from '../view.js'
import { type Parts, partOf } from './parts.js'

/** Currency of every amount of a retención. */
const currency = 'MXN'

/** Attributes without a place in the general data. */
const placed: ReadonlySet<string> = new Set([
  ...['FolioInt', 'Sello', 'Certificado', 'NoCertificado'],
])

/** Returns the parts of a retención. */
export function printRetencion(whole: Section, document: Retenciones, wording: Wording): Parts {
  const { texts } = wording
  const totales = partOf(whole, 'Totales')
  const emisor = partOf(whole, 'Emisor')
  // A receiver's data are in a node for its nationality.
  const { sections, ...section } = partOf(whole, 'Receptor')
  const receptor = { ...section, fields: [...section.fields], sections: [] }
  for (const inner of sections) receptor.fields.push(...inner.fields)
  return {
    title: texts['title.retencion'],
    general: whole.fields.filter(({ name }) => !placed.has(name)),
    emisor: partyOf({ ...emisor, label: texts.issuer }),
    receptor: partyOf({ ...receptor, label: texts.recipient }),
    related: [
      ...whole.sections.filter(({ name }) => !['Emisor', 'Receptor', 'Totales'].includes(name)),
      // The amounts of the operation.
      {
        ...totales,
        tables: [],
        fields: totales.fields.filter(({ name }) => name !== 'MontoTotRet'),
      },
    ],
    conceptos: { ...(totales.tables[0] ?? none), title: texts.withheldTaxes },
    totals: totalOf(document, wording),
    currency,
  }
}

const none: Table = { name: 'ImpRetenidos', label: 'ImpRetenidos', columns: [], rows: [] }

function partyOf(section: Section): Section {
  const heading = section.fields.find(({ name }) => name.startsWith('NomDenRazSoc'))
  return heading === undefined ? section : { ...section, heading }
}

function totalOf({ Totales }: Retenciones, wording: Wording): readonly TotalLine[] {
  const value = Totales?.MontoTotRet
  if (value === undefined) return []
  const text = String(value) === 'AUTO' ? wording.texts.pending : String(value)
  const money = writeMoney(String(value), currency, wording) ?? { text, amount: text }
  const own = { ...wording, document: 'Retenciones' }
  const label = labelIn(own, 'Totales', 'MontoTotRet')
  return [{ kind: 'sum', label, value: String(value), ...money }]
}
