/**
 * cfdi-stamp/retenciones: Retenciones e información de pagos 2.0, the document to register.
 * @module
 */
export type { Complement, Element, Model } from '../../model/grammar.js'
export type { Members, Root } from '../root.js'
export { complement } from './complement.js'
export { type Retenciones, retenciones } from './declaration.js'
export { retenciones20 } from './document.js'
export type { RetencionesDraft } from './draft.js'
export type { ComplementosDeLaRetencionDraft } from '../drafts.js'
export { complementosDeRetencion, retencion } from './model.js'
export type { ComplementosDeLaRetencion } from './typed.js'
export { type Dividendo, retencionDeDividendos } from '../dividendos/build.js'
export { retencionDeAcciones, type VentaDeAcciones } from '../enajenacionAcciones/build.js'
export { type Interes, retencionDeIntereses } from '../intereses/build.js'
export { type PagoAlExtranjero, retencionDePagoAlExtranjero } from '../pagosExtranjeros/build.js'
export {
  retencionDePlataforma,
  type ServicioDePlataforma,
  type ServiciosDePlataforma,
} from '../plataformasTecnologicas/build.js'
export { type Premio, retencionDePremio } from '../premios/build.js'
export type {
  ReceptorExtranjero,
  ReceptorNacional,
  RetencionOptions,
} from './build/retencion.js'
