/**
 * Local taxes of a document (complement ImpuestosLocales), which its credit notes credit in
 * proportion.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { nodesIn } from '../../../model/nodes.js'
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
  const rows = nodes.flatMap(({ TrasladosLocales = [], RetencionesLocales = [] }) => [
    ...TrasladosLocales.map(({ ImpLocTrasladado, TasadeTraslado, Importe }) =>
      localOf(false, ImpLocTrasladado, TasadeTraslado, Importe),
    ),
    ...RetencionesLocales.map(({ ImpLocRetenido, TasadeRetencion, Importe }) =>
      localOf(true, ImpLocRetenido, TasadeRetencion, Importe),
    ),
  ])
  return groupBy(rows, localKey).map((group) => ({
    ...(group[0] as Local),
    importe: Decimal.sum(group.map(({ importe }) => importe)),
  }))
}

function localOf(
  retenido: boolean,
  nombre: string,
  tasa: string | number,
  importe: string | number,
): Local {
  return {
    retenido,
    nombre,
    tasa: amount(tasa, 'tasa local'),
    importe: amount(importe, 'Importe local'),
  }
}

/** Returns the complement of a note with those amounts; undefined when there are none. */
export function complementoLocal(locales: readonly Local[]): Json | undefined {
  const given = locales.filter(({ importe }) => !importe.isZero())
  if (given.length === 0) return undefined
  const rows = (retenido: boolean, name: string, rate: string): readonly Json[] =>
    given
      .filter((local) => local.retenido === retenido)
      .map(({ nombre, tasa, importe }) => ({
        [name]: nombre,
        [rate]: tasa.round(most).toString(),
        Importe: importe.round(most).toString(),
      }))
  const [retenciones, traslados] = [
    rows(true, 'ImpLocRetenido', 'TasadeRetencion'),
    rows(false, 'ImpLocTrasladado', 'TasadeTraslado'),
  ]
  return {
    version: '1.0',
    TotaldeRetenciones: AUTO,
    TotaldeTraslados: AUTO,
    ...(retenciones.length > 0 && { RetencionesLocales: retenciones }),
    ...(traslados.length > 0 && { TrasladosLocales: traslados }),
  }
}
