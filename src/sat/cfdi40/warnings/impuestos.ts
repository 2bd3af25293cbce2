/**
 * Taxes of a concept that the SAT admits but that cannot be right: bases that differ from the line,
 * a tax charged twice, IVA withheld without being charged. The SAT has no code for them (LIVA 1,
 * 1-A, 12 and 18): warnings, with our own codes.
 *
 * They tolerate differences of rounding, and lines with another base by law: fuels, whose price
 * includes IEPS, used vehicles, interest, and tickets of several products.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { amount, decimalOf, eachItem } from '../../../rules/values.js'
import { type Concepto, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type Mismatch, perDocument, type RuleContext, tableOf } from '../rule.js'
import { isMore, isPowerOfTenOff, tolerance } from './slips.js'

type ImpuestosConcepto = NonNullable<Concepto['Impuestos']>
type Traslado = NonNullable<ImpuestosConcepto['Traslados']>[number]
type Retencion = NonNullable<ImpuestosConcepto['Retenciones']>[number]

const iva = '002'
const ieps = '003'

/** Amounts of a line to compare its bases with. */
interface Line {
  /** Importe less Descuento. */
  readonly net: Decimal
  /** IEPS charged on it. */
  readonly ieps: Decimal
}

function lineOf({ Importe, Descuento, Impuestos }: Concepto): Line {
  let charged = Decimal.zero
  eachItem(Impuestos?.Traslados, (traslado) => {
    if (traslado.Impuesto === ieps) charged = charged.plus(amount(traslado.Importe))
  })
  return { net: decimalOf(Importe).minus(amount(Descuento)), ieps: charged }
}

/**
 * A line given away has a base that its amounts do not explain; CFDI40169 reports a discount
 * greater than the line.
 */
function isCharged(concepto: Concepto): boolean {
  return (
    concepto.Descuento === undefined ||
    decimalOf(concepto.Importe).compare(decimalOf(concepto.Descuento)) > 0
  )
}

/** Whether the row charges an amount: it is neither exempt nor at 0 %. */
const isCharging = ({ TasaOCuota }: Traslado): boolean =>
  TasaOCuota !== undefined && !decimalOf(TasaOCuota).isZero()

/** Whether a line charges one tax on all of it, as most do: its base needs no further check. */
function isPlain({ Importe, Descuento, Impuestos }: Concepto): boolean {
  const Traslados = Impuestos?.Traslados
  if (Traslados === undefined) return true
  const [only] = Traslados
  if (Traslados.length > 1 || only === undefined) return false
  if (Descuento === undefined) return only.Base === Importe
  return decimalOf(only.Base).plus(decimalOf(Descuento)).equals(decimalOf(Importe))
}

/** Whether a line charges several taxes, or one at several rates. */
const isTaxedTwice = ({ Impuestos }: Concepto): boolean => (Impuestos?.Traslados?.length ?? 0) > 1

interface Row {
  readonly traslado: Traslado
  readonly index: number
}

/** Rows of a tax with an amount, at any rate. */
function rowsOf({ Impuestos }: Concepto, impuesto: string): readonly Row[] {
  const rows: Row[] = []
  eachItem(Impuestos?.Traslados, (traslado, index) => {
    if (traslado.Impuesto === impuesto && traslado.TipoFactor !== 'Cuota')
      rows.push({ traslado, index })
  })
  return rows
}

const subject = { element: 'Traslado', field: 'Base' }
const baseAt = (index: number): readonly (string | number)[] => [
  'Impuestos',
  'Traslados',
  index,
  'Base',
]

/**
 * Checks for a tax twice on one line, or taxed and exempt: bases of rows that share a line must not
 * exceed it in total.
 */
function repeated(concepto: Concepto, { decimals }: RuleContext): readonly Mismatch[] {
  const { net, ieps: charged } = lineOf(concepto)
  return [iva, ieps].flatMap((impuesto) => {
    const rows = rowsOf(concepto, impuesto)
    const last = rows.at(-1)
    if (last === undefined || rows.length < 2) return []
    const most = impuesto === iva ? net.plus(charged) : net
    const bases = Decimal.sum(rows.map(({ traslado }) => decimalOf(traslado.Base)))
    if (!isMore(bases, most, decimals)) return []
    return {
      at: ['Impuestos', 'Traslados', last.index, 'Impuesto'],
      subject: { element: 'Traslado', field: 'Impuesto' },
      found: impuesto,
      detail: `sus bases suman ${bases.toString()} y el concepto cobra ${most.toString()}`,
    }
  })
}

/**
 * Products whose base of IVA is below their price: vehicles (RLIVA 27), interest and insurance
 * (LIVA 18-A), air travel (LIVA 16).
 */
const partlyTaxed = /^(?:2510|84|7811|9012|1510|1511)/

/**
 * Whether a small base is a mistake: a misplaced decimal point or, for a common product, half of
 * the line or less.
 */
function isTooSmall(
  base: Decimal,
  line: Line,
  concepto: Concepto,
  { document }: RuleContext,
): boolean {
  const whole = line.net.plus(line.ieps)
  if (isPowerOfTenOff(base, line.net) || isPowerOfTenOff(base, whole)) return true
  // A ticket has products at several rates; its rows need not cover it.
  if (
    partlyTaxed.test(concepto.ClaveProdServ) ||
    concepto.ClaveProdServ === '01010101' ||
    document.InformacionGlobal !== undefined
  )
    return false
  return base.plus(base).compare(line.net) < 0
}

/** Checks the base of IVA, and that of IEPS at a rate. */
function offBase(concepto: Concepto, context: RuleContext): readonly Mismatch[] {
  const line = lineOf(concepto)
  return [iva, ieps].flatMap((impuesto) => {
    const [row, ...others] = rowsOf(concepto, impuesto)
    if (row === undefined || others.length > 0) return []
    const base = decimalOf(row.traslado.Base)
    const whole = impuesto === iva ? line.net.plus(line.ieps) : line.net
    const isOff =
      isMore(base, whole, context.decimals) ||
      (impuesto === iva
        ? isCharging(row.traslado) && isTooSmall(base, line, concepto, context)
        : isPowerOfTenOff(base, line.net))
    if (isOff) return [{ at: baseAt(row.index), subject, expected: whole, found: base }]
    return []
  })
}

const two = Decimal.of('2')

/** IEPS of fuels is a Cuota, partly outside the base of IVA (LIEPS 2-A). */
const isFuel = ({ ClaveProdServ, ComplementoConcepto }: Concepto): boolean =>
  /^151[01]/.test(ClaveProdServ) || ComplementoConcepto?.['HidroYPetro'] !== undefined

function withoutIeps(concepto: Concepto, { decimals }: RuleContext): readonly Mismatch[] {
  const { net, ieps: charged } = lineOf(concepto)
  const [row, ...others] = rowsOf(concepto, iva)
  if (row === undefined || others.length > 0 || !isCharging(row.traslado) || isFuel(concepto))
    return []
  const [base, slack] = [decimalOf(row.traslado.Base), tolerance(net, decimals)]
  const isNet = base.isBetween(net.minus(slack), net.plus(slack))
  // A base nearer to the sum of both includes IEPS, however small that is.
  const includes = base.minus(net).times(two).compare(charged) > 0
  if (charged.compare(slack.plus(slack)) <= 0 || !isNet || includes) return []
  return [{ at: baseAt(row.index), subject, expected: net.plus(charged), found: base }]
}

/** IVA that a line charges. */
function chargedIva({ Impuestos }: Concepto): Decimal {
  let charged = Decimal.zero
  eachItem(Impuestos?.Traslados, ({ Impuesto, Importe }) => {
    if (Impuesto === iva) charged = charged.plus(amount(Importe))
  })
  return charged
}

/**
 * Net amount of the document with its IEPS: some issuers write the whole withholding in the first
 * line.
 */
const wholeOf = perDocument(({ document }) => {
  let whole = Decimal.zero
  eachItem(document.Conceptos, (concepto) => {
    const { net, ieps: charged } = lineOf(concepto)
    whole = whole.plus(net).plus(charged)
  })
  return whole
})

/** IVA that the document charges. */
const ivaOfAll = perDocument(({ document }) => {
  let sum = Decimal.zero
  eachItem(document.Conceptos, (concepto) => {
    sum = sum.plus(chargedIva(concepto))
  })
  return sum
})

function overWithheld(concepto: Concepto, context: RuleContext): boolean | Mismatch {
  // IVA that a line withholds, and its last row; undefined when it withholds none.
  let withholding: { sum: Decimal; index: number } | undefined
  eachItem(concepto.Impuestos?.Retenciones, ({ Impuesto, Importe }, index) => {
    if (Impuesto === iva)
      withholding = { sum: decimalOf(Importe).plus(withholding?.sum ?? Decimal.zero), index }
  })
  if (withholding === undefined) return true
  const { decimals } = context
  const { sum: withheld, index } = withholding
  const charged = chargedIva(concepto)
  const slack = Decimal.ofSafeUnits(1, Math.min(decimals, 2))
  if (withheld.compare(charged.plus(slack)) <= 0) return true
  const base = decimalOf(concepto.Impuestos?.Retenciones?.[index]?.Base ?? 0)
  const isOfAll = isMore(base, lineOf(concepto).net, decimals)
  if (isOfAll && withheld.compare(ivaOfAll(context).plus(slack)) <= 0) return true
  return {
    at: ['Impuestos', 'Retenciones', index, 'Importe'],
    subject: { element: 'Retencion', field: 'Importe' },
    found: withheld,
    detail: charged.isZero()
      ? 'el concepto no cobra IVA'
      : `el concepto cobra ${charged.toString()}`,
  }
}

/** Converts an empty list of mismatches to `true`. */
const orTrue = (mismatches: readonly Mismatch[]): true | readonly Mismatch[] =>
  mismatches.length === 0 || mismatches

export const impuestosConceptoWarnings = tableOf(at(comprobante, 'Conceptos[]'), {
  source: 'Ley del IVA, artículos 1, 1-A, 12 y 18',
  rules: {
    'CFDI40-S47': {
      field: 'Impuestos',
      says: 'no debe gravar dos veces el mismo importe con un impuesto, ni gravarlo y exentarlo a la vez',
      severity: 'warning',
      tipos: 'IE',
      when: (concepto) => isTaxedTwice(concepto) && isCharged(concepto),
      holds: (concepto, context) => orTrue(repeated(concepto, context)),
    },
    'CFDI40-S48': {
      field: 'Impuestos',
      says: 'debe tener como base lo que se cobra: Importe menos Descuento, y en el IVA, más el IEPS trasladado',
      severity: 'warning',
      tipos: 'IE',
      when: (concepto) => !isPlain(concepto) && isCharged(concepto),
      holds: (concepto, context) => orTrue(offBase(concepto, context)),
    },
    'CFDI40-S49': {
      field: 'Impuestos',
      says: 'debe incluir en la base del IVA el IEPS trasladado (LIVA 12 y 18)',
      severity: 'warning',
      tipos: 'IE',
      when: (concepto) => isTaxedTwice(concepto) && isCharged(concepto),
      holds: (concepto, context) => orTrue(withoutIeps(concepto, context)),
    },
    'CFDI40-S41': {
      field: 'Impuestos',
      says: 'no debe retener más IVA que el que se traslada en el concepto',
      severity: 'warning',
      tipos: 'IE',
      when: ({ Impuestos }) => Impuestos?.Retenciones !== undefined,
      holds: overWithheld,
    },
    'CFDI40-S42': {
      field: 'Impuestos',
      says: 'debe tener como base de lo retenido lo que se cobra: Importe menos Descuento',
      severity: 'warning',
      tipos: 'IE',
      when: (concepto) => concepto.Impuestos?.Retenciones !== undefined && isCharged(concepto),
      holds: (concepto, context) => {
        const { Importe, Descuento } = concepto
        const mismatches: Mismatch[] = []
        eachItem(concepto.Impuestos?.Retenciones, ({ TipoFactor, Base }: Retencion, index) => {
          if (TipoFactor === 'Cuota' || (Base === Importe && Descuento === undefined)) return
          const base = decimalOf(Base)
          const { net } = lineOf(concepto)
          if (!isMore(base, wholeOf(context), context.decimals) && !isPowerOfTenOff(base, net))
            return
          const place = ['Impuestos', 'Retenciones', index, 'Base']
          mismatches.push({
            at: place,
            subject: { element: 'Retencion', field: 'Base' },
            expected: net,
            found: base,
          })
        })
        return orTrue(mismatches)
      },
    },
  },
})
