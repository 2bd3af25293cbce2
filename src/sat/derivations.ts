/**
 * Every derivation: what "AUTO" may stand for, a line for each document. Their order does not matter: it follows from what is
 * made from what.
 * @module
 */
import { Derivations } from '../derive/resolve.js'
import { cartaPorte31Derivations } from './cartaPorte31/derivations.js'
import { comprobanteTables } from './cfdi40/derive/comprobante.js'
import { conceptosDerivations } from './cfdi40/derive/conceptos.js'
import type { CfdiDeriveContext } from './cfdi40/derive/derivations.js'
import { impuestosDerivations } from './cfdi40/derive/impuestos.js'
import { settlement } from './cfdi40/derive/precioConImpuestos.js'
import { comercioExterior20Derivations } from './comercioExterior20/derivations.js'
import { impuestosLocalesDerivations } from './impuestosLocales/derivations.js'
import { nomina12Derivations } from './nomina12/derivations.js'
import { impuestosTables } from './pagos20/derive/impuestos.js'
import { pagosTables } from './pagos20/derive/pagos.js'
import { totalesTables } from './pagos20/derive/totales.js'

export const cfdiDerivations = new Derivations<CfdiDeriveContext>(() => [
  ...comprobanteTables,
  ...conceptosDerivations,
  settlement,
  ...impuestosDerivations,
  ...pagosTables,
  ...impuestosTables,
  ...totalesTables,
  ...nomina12Derivations,
  ...cartaPorte31Derivations,
  ...comercioExterior20Derivations,
  ...impuestosLocalesDerivations,
])
