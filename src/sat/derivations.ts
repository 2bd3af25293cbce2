/**
 * All derivations, a line for each document. The order of the lines does not matter: it follows
 * from the sources.
 * @module
 */
import { Derivations } from '../derive/resolve.js'
import { cartaPorte31Derivations } from './cartaPorte31/derivations.js'
import { cfdi40Derivations } from './cfdi40/derivations.js'
import type { CfdiDeriveContext } from './cfdi40/derive/derivations.js'
import { comercioExterior20Derivations } from './comercioExterior20/derivations.js'
import { impuestosLocalesDerivations } from './impuestosLocales/derivations.js'
import { nomina12Derivations } from './nomina12/derivations.js'
import { pagos20Derivations } from './pagos20/derivations.js'

export const cfdiDerivations = new Derivations<CfdiDeriveContext>(() => [
  ...cfdi40Derivations,
  ...pagos20Derivations,
  ...nomina12Derivations,
  ...cartaPorte31Derivations,
  ...comercioExterior20Derivations,
  ...impuestosLocalesDerivations,
])
