/**
 * Local taxes of a document (complement ImpuestosLocales), which its credit notes credit in
 * proportion.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import { sumOf } from '../../../fiscal/amounts.js'
import type { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { nodesIn } from '../../../model/nodes.js'
import type { Numeric } from '../../../model/types.js'
import { type ImpuestosLocales, impuestosLocales } from '../../impuestosLocales/declaration.js'
import type { Comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { amount } from './argument.js'

/** A local tax; rows with the same name and rate are one. */
export interface Local {
  readonly retenido: boolean
  readonly nombre: string
  /** Percentage, as written. */
  readonly tasa: Decimal
  readonly importe: Decimal
}

/** Decimals of an amount in the complement, in any currency. */
const most = 2

/** Returns the decimals of a local tax in a currency with that many decimals. */
export function localDigits(digits: number): number {
  return Math.min(digits, most)
}

/** Returns the key of equal taxes. */
export function localKey({ retenido, nombre, tasa }: Local): string {
  return JSON.stringify(['local', retenido, nombre, tasa.round(most).toString()])
}

/** Returns the local taxes of a document. @throws TypeError for an invalid amount. */
export function localesDe(document: Pick<Comprobante, 'Complemento'>): readonly Local[] {
  const nodes = nodesIn(
    at(impuestosLocales),
    document as unknown as Json,
  ) as readonly ImpuestosLocales[]
  const rows: Local[] = []
  const add = (retenido: boolean, nombre: string, tasa: Numeric, importe: Numeric): void => {
    const amounts = { tasa: amount(tasa, 'tasa local'), importe: amount(importe, 'Importe local') }
    rows.push({ retenido, nombre, ...amounts })
  }
  for (const { TrasladosLocales = [], RetencionesLocales = [] } of nodes) {
    for (const { ImpLocTrasladado, TasadeTraslado, Importe } of TrasladosLocales)
      add(false, ImpLocTrasladado, TasadeTraslado, Importe)
    for (const { ImpLocRetenido, TasadeRetencion, Importe } of RetencionesLocales)
      add(true, ImpLocRetenido, TasadeRetencion, Importe)
  }
  return groupBy(rows, localKey).map((group) => ({
    ...(group[0] as Local),
    importe: sumOf(group, 'importe'),
  }))
}

/** Returns the complement of a note with those amounts; undefined when there are none. */
export function complementoLocal(locales: readonly Local[]): Json | undefined {
  const [retenciones, traslados]: [Json[], Json[]] = [[], []]
  for (const { retenido, nombre, tasa, importe } of locales) {
    if (importe.isZero()) continue
    const [rate, Importe] = [tasa.round(most).toString(), importe.round(most).toString()]
    if (retenido) retenciones.push({ ImpLocRetenido: nombre, TasadeRetencion: rate, Importe })
    else traslados.push({ ImpLocTrasladado: nombre, TasadeTraslado: rate, Importe })
  }
  if (retenciones.length + traslados.length === 0) return undefined
  return {
    version: '1.0',
    TotaldeRetenciones: AUTO,
    TotaldeTraslados: AUTO,
    ...(retenciones.length > 0 && { RetencionesLocales: retenciones }),
    ...(traslados.length > 0 && { TrasladosLocales: traslados }),
  }
}
