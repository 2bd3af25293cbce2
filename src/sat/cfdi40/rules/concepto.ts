/**
 * Rules of each Concepto: matrix of validations of CFDI 4.0, CFDI40162 to CFDI40173 and CFDI140226
 * to CFDI140228.
 * @module
 */
import type { Catalogs } from '../../../catalogs/set.js'
import { isProduct } from '../../../fiscal/limits.js'
import { namesIn } from '../../../model/slots.js'
import { fieldIs, fieldIsIn } from '../../../rules/form.js'
import { current, hasField, mustHave, mustLack } from '../../../rules/presence.js'
import { countDecimals, decimalOf, isZero } from '../../../rules/values.js'
import { type Concepto, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type Mismatch, perCatalogs, type RuleContext, tableOf } from '../rule.js'
import { matriz } from '../sources.js'

const iva = '002'
const ieps = '003'

/**
 * Codes of c_ObjetoImp without itemised taxes: 04 since 7 October 2022, 05 since 6 December 2023.
 */
const sinImpuestos = new Set(['01', '03', '04', '05'])
/** Neither IVA nor IEPS, since 13 December 2024. */
const sinIvaNiIeps = new Set(['06', '08'])
/** IEPS without IVA, since 13 December 2024. */
const soloIeps = '07'

/** Products whose sale requires a permit. */
const hidrocarburos = new Set(['15101505', '15101514', '15101515'])
/** First day: thirty days after the publication of the complement. */
const hidrocarburosDesde = '2026-04-24'

export const conceptoRules = tableOf(at(comprobante, 'Conceptos[]'), {
  source: matriz,
  rules: {
    CFDI40162: current('ClaveProdServ', 'c_ClaveProdServ'),
    CFDI40163: {
      field: 'ClaveProdServ',
      says: 'exige el complemento que c_ClaveProdServ señala para el producto',
      undecidable:
        'hoy c_ClaveProdServ no señala complemento de ningún producto, y nada la incumple',
      holds: includesComplement,
    },
    CFDI40164: {
      field: 'ClaveProdServ',
      says: 'exige trasladar los impuestos que c_ClaveProdServ señala para el producto',
      holds: includesTaxes,
    },
    CFDI40165: current('ClaveUnidad', 'c_ClaveUnidad'),
    CFDI40166: {
      field: 'ValorUnitario',
      says: 'debe ser mayor que cero en comprobantes de tipo I, E o N',
      tipos: 'IEN',
      holds: ({ ValorUnitario }) => !isZero(ValorUnitario),
    },
    CFDI40167: {
      field: 'Importe',
      says: 'debe ser Cantidad por ValorUnitario, dentro de lo que admite su redondeo',
      holds: ({ Cantidad, ValorUnitario, Importe }) => isProduct(Cantidad, ValorUnitario, Importe),
    },
    CFDI40168: {
      field: 'Descuento',
      says: 'no debe tener más decimales que Importe',
      when: hasField('Descuento'),
      holds: ({ Descuento = 0, Importe }) => countDecimals(Descuento) <= countDecimals(Importe),
    },
    CFDI40169: {
      field: 'Descuento',
      says: 'no debe ser mayor que Importe',
      when: hasField('Descuento'),
      holds: ({ Descuento = 0, Importe }) => decimalOf(Descuento).compare(decimalOf(Importe)) <= 0,
    },
    CFDI40170: current('ObjetoImp', 'c_ObjetoImp'),
    CFDI40171: {
      field: 'ObjetoImp',
      says: 'exige el nodo Impuestos en el concepto cuando es 02',
      when: fieldIs('ObjetoImp', '02'),
      holds: mustHave('Impuestos'),
    },
    CFDI40172: {
      field: 'ObjetoImp',
      says: 'no admite el nodo Impuestos en el concepto cuando es 01, 03, 04 o 05',
      when: fieldIsIn('ObjetoImp', sinImpuestos),
      holds: mustLack('Impuestos'),
    },
    CFDI40173: {
      field: 'Impuestos',
      says: 'debe tener al menos un traslado o una retención',
      when: hasField('Impuestos'),
      holds: ({ Impuestos }) =>
        Impuestos?.Traslados !== undefined || Impuestos?.Retenciones !== undefined,
    },
    CFDI140226: {
      field: 'ObjetoImp',
      says: 'no admite traslados ni retenciones de IVA o IEPS cuando es 06 u 08',
      when: fieldIsIn('ObjetoImp', sinIvaNiIeps),
      holds: (concepto) => !hasImpuesto(concepto, iva) && !hasImpuesto(concepto, ieps),
    },
    CFDI140227: {
      field: 'ObjetoImp',
      says: 'exige un traslado de IEPS, y no admite IVA, cuando es 07',
      when: fieldIs('ObjetoImp', soloIeps),
      holds: (concepto) => hasTraslado(concepto, ieps) && !hasImpuesto(concepto, iva),
    },
    CFDI140228: {
      field: 'ClaveProdServ',
      says: 'exige el complemento HidroYPetro en el concepto, por ser diésel o gasolina',
      tipos: 'IE',
      when: ({ ClaveProdServ }, { day }) =>
        hidrocarburos.has(ClaveProdServ) && day >= hidrocarburosDesde,
      holds: ({ ComplementoConcepto }) =>
        ComplementoConcepto?.['HidroYPetro'] !== undefined || {
          detail: 'falta ComplementoConcepto.HidroYPetro',
        },
    },
  },
})

function hasTraslado({ Impuestos }: Concepto, impuesto: string): boolean {
  return Impuestos?.Traslados?.some(({ Impuesto }) => Impuesto === impuesto) === true
}

function hasImpuesto(concepto: Concepto, impuesto: string): boolean {
  return (
    hasTraslado(concepto, impuesto) ||
    concepto.Impuestos?.Retenciones?.some(({ Impuesto }) => Impuesto === impuesto) === true
  )
}

/** Requirements of c_ClaveProdServ for the sale of a product. */
interface Demands {
  readonly complemento: string | undefined
  /** Codes of c_Impuesto. */
  readonly impuestos: readonly string[]
}

/** Number of cached products: issuers sell the same ones repeatedly. */
const remembered = 1024

class Products {
  readonly #catalogs: Catalogs
  readonly #known = new Map<string, Demands>()
  /** The most recent one: two rules check each. */
  #clave = ''
  #demands: Demands = { complemento: undefined, impuestos: [] }

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs
  }

  demandsOf(clave: string): Demands {
    if (clave === this.#clave) return this.#demands
    let demands = this.#known.get(clave)
    if (demands === undefined) {
      if (this.#known.size >= remembered) this.#known.clear()
      const productos = this.#catalogs.catalog('c_ClaveProdServ')
      demands = {
        complemento: productos.get(clave, 'complemento'),
        impuestos: [
          ...(productos.get(clave, 'ivaTrasladado') === 'Sí' ? [iva] : []),
          ...(productos.get(clave, 'iepsTrasladado') === 'Sí' ? [ieps] : []),
        ],
      }
      this.#known.set(clave, demands)
    }
    this.#clave = clave
    this.#demands = demands
    return demands
  }
}

const productsOf = perCatalogs((catalogs) => new Products(catalogs))

function includesTaxes(concepto: Concepto, { catalogs }: RuleContext): boolean | Mismatch {
  const { impuestos } = productsOf(catalogs).demandsOf(concepto.ClaveProdServ)
  if (impuestos.length === 0) return true
  const missing = impuestos.find((code) => !hasTraslado(concepto, code))
  return (
    missing === undefined || {
      detail: `falta el traslado de ${missing === iva ? 'IVA' : 'IEPS'} (${missing})`,
    }
  )
}

function includesComplement(
  concepto: Concepto,
  { catalogs, document }: RuleContext,
): boolean | Mismatch {
  const wanted = productsOf(catalogs).demandsOf(concepto.ClaveProdServ).complemento
  if (wanted === undefined || wanted === '') return true
  const names = [...namesIn(document.Complemento), ...namesIn(concepto.ComplementoConcepto)]
  return (
    names.some((name) => letters(name) === letters(wanted)) || {
      detail: `falta el complemento ${wanted}`,
    }
  )
}

/** Normalises a name: without spaces, accents and case. */
function letters(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}
