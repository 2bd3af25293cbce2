/**
 * Requirements of Anexo 20 that make the cadena original unambiguous and bind the stamp to its
 * document. The SAT has no code for them: PACs enforce both when they stamp. A receiver of
 * documents has to check them too.
 * @module
 */
import { isRecord } from '../../../lib/json.js'
import { collapseSpace } from '../../../lib/text.js'
import type { Barred } from '../../../model/check/structureContext.js'
import { hasField } from '../../../rules/presence.js'
import { barRule, declaredRule, type SlotAt } from '../../sealRules.js'
import type { TimbreFiscalDigital } from '../../timbre11/declaration.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { tableOf } from '../rule.js'
import { anexo20Sello } from '../sources.js'

const timbre = 'TimbreFiscalDigital'

export const cadenaRules = tableOf(at(comprobante), {
  source: anexo20Sello,
  rules: {
    'CFDI40-S38': barRule(isCadenaDePago),
    'CFDI40-S39': {
      field: 'Complemento',
      says: 'debe tener un solo TimbreFiscalDigital',
      holds: (document) => {
        const { length } = stampsOf(document)
        return length < 2 || { at: ['Complemento', timbre], found: `${length}` }
      },
    },
    'CFDI40-S40': {
      says: 'debe ser el Sello del comprobante; si no, el timbre es de otro comprobante o el sello cambió después de timbrarse',
      when: hasField('Sello'),
      holds: (document) => {
        const stamps = stampsOf(document)
        if (stamps.every(({ SelloCFD }) => SelloCFD === document.Sello)) return true
        const sello = collapseSpace(document.Sello)
        const others = stamps.flatMap(({ SelloCFD, index }) => {
          if (collapseSpace(SelloCFD) === sello) return []
          const place = index === undefined ? [timbre] : [timbre, index]
          return [
            {
              subject: { element: timbre, field: 'SelloCFD' },
              at: ['Complemento', ...place, 'SelloCFD'],
            },
          ]
        })
        return others.length === 0 || others
      },
    },
    'CFDI40-S50': declaredRule('Comprobante', slotsOf),
  },
})

/**
 * The cadena original of a transfer, for which the guía de llenado of Pagos gives
 * `||Pago|Banco|300.00||`. Its ends also occur in the cadena of the comprobante.
 */
const cadenaDePago = /^\|\|[^|]+(?:\|[^|]+)*\|\|$/

function isCadenaDePago({ element, field, value }: Barred): boolean {
  return element === 'Pago' && field === 'CadPago' && cadenaDePago.test(collapseSpace(value))
}

/** A stamp, with its index in a list of stamps. */
interface Stamp {
  readonly SelloCFD: string
  readonly index?: number
}

/**
 * Returns the stamps of a document. A text is excluded: it is an element of that name in another
 * namespace.
 */
function stampsOf({ Complemento }: Comprobante): readonly Stamp[] {
  const hanging: unknown = Complemento?.[timbre]
  if (!Array.isArray(hanging)) return isRecord(hanging) ? [{ SelloCFD: selloOf(hanging) }] : []
  const found: Stamp[] = []
  for (const [index, one] of hanging.entries())
    if (isRecord(one)) found.push({ SelloCFD: selloOf(one), index })
  return found
}

const selloOf = (stamp: object): string => (stamp as TimbreFiscalDigital).SelloCFD

/** The filled slots of a document. Few concepts have one, and a document may have thousands. */
function slotsOf({ Complemento, Conceptos }: Partial<Comprobante>): readonly SlotAt[] {
  const slots: SlotAt[] = []
  if (Complemento !== undefined) slots.push([Complemento, ['Complemento']])
  if (!Array.isArray(Conceptos)) return slots
  Conceptos.forEach(({ ComplementoConcepto }, index) => {
    if (ComplementoConcepto !== undefined)
      slots.push([ComplementoConcepto, ['Conceptos', index, 'ComplementoConcepto']])
  })
  return slots
}
