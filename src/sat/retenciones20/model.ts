/**
 * Retenciones 2.0 with its complements.
 * @module
 */
import type { Complement, Element, Model } from '../../model/grammar.js'
import { arrendamientoFideicomiso } from '../arrendamientoFideicomiso/declaration.js'
import { dividendos } from '../dividendos/declaration.js'
import { enajenacionAcciones } from '../enajenacionAcciones/declaration.js'
import { fideicomisoNoEmpresarial } from '../fideicomisoNoEmpresarial/declaration.js'
import { intereses } from '../intereses/declaration.js'
import { interesesHipotecarios } from '../interesesHipotecarios/declaration.js'
import { operacionesDerivados } from '../operacionesDerivados/declaration.js'
import { pagosExtranjeros } from '../pagosExtranjeros/declaration.js'
import { planesRetiro10 } from '../planesRetiro10/declaration.js'
import { planesRetiro11 } from '../planesRetiro11/declaration.js'
import { plataformasTecnologicas } from '../plataformasTecnologicas/declaration.js'
import { premios } from '../premios/declaration.js'
import { sectorFinanciero } from '../sectorFinanciero/declaration.js'
import { timbreFiscalDigital } from '../timbre11/declaration.js'
import { place } from './complement.js'
import { retenciones } from './declaration.js'

/** Every complement, the historical one included. Each alone is `complements/<name>`. */
export const complementosDeRetencion: readonly Complement<Element, typeof place, never>[] = [
  plataformasTecnologicas,
  dividendos,
  intereses,
  pagosExtranjeros,
  premios,
  enajenacionAcciones,
  planesRetiro11,
  planesRetiro10,
  sectorFinanciero,
  arrendamientoFideicomiso,
  fideicomisoNoEmpresarial,
  interesesHipotecarios,
  operacionesDerivados,
]

/** Retenciones 2.0 with every known complement, and the stamp. */
export const retencion: Model<(typeof retenciones)['root']> = {
  document: retenciones,
  complements: [...complementosDeRetencion, { ...timbreFiscalDigital, at: place, tipos: [] }],
}
