/**
 * The complements of a Retenciones 2.0, by the name of their root, for completion in editors.
 * @module
 */
import type { ArrendamientoFideicomiso } from '../arrendamientoFideicomiso/declaration.js'
import type { Dividendos } from '../dividendos/declaration.js'
import type { EnajenacionAcciones } from '../enajenacionAcciones/declaration.js'
import type { FideicomisoNoEmpresarial } from '../fideicomisoNoEmpresarial/declaration.js'
import type { Intereses } from '../intereses/declaration.js'
import type { InteresesHipotecarios } from '../interesesHipotecarios/declaration.js'
import type { OperacionesDerivados } from '../operacionesDerivados/declaration.js'
import type { PagosExtranjeros } from '../pagosExtranjeros/declaration.js'
import type { PlanesRetiro10 } from '../planesRetiro10/declaration.js'
import type { PlanesRetiro11 } from '../planesRetiro11/declaration.js'
import type { PlataformasTecnologicas } from '../plataformasTecnologicas/declaration.js'
import type { Premios } from '../premios/declaration.js'
import type { SectorFinanciero } from '../sectorFinanciero/declaration.js'
import type { TimbreFiscalDigital } from '../timbre11/declaration.js'

/** Content of `Complemento`. */
export interface ComplementosDeLaRetencion {
  /** Arrendamiento en fideicomiso. */
  readonly Arrendamientoenfideicomiso?: ArrendamientoFideicomiso | undefined
  /** Dividendos. */
  readonly Dividendos?: Dividendos | undefined
  /** Enajenación de acciones. */
  readonly EnajenaciondeAcciones?: EnajenacionAcciones | undefined
  /** Fideicomiso no empresarial. */
  readonly Fideicomisonoempresarial?: FideicomisoNoEmpresarial | undefined
  /** Intereses. */
  readonly Intereses?: Intereses | undefined
  /** Intereses hipotecarios. */
  readonly Intereseshipotecarios?: InteresesHipotecarios | undefined
  /** Operaciones con derivados. */
  readonly Operacionesconderivados?: OperacionesDerivados | undefined
  /** Pagos a extranjeros. */
  readonly Pagosaextranjeros?: PagosExtranjeros | undefined
  /** Planes de retiro. */
  readonly Planesderetiro?: PlanesRetiro11 | PlanesRetiro10 | undefined
  /** Premios. */
  readonly Premios?: Premios | undefined
  /** Sector financiero. */
  readonly SectorFinanciero?: SectorFinanciero | undefined
  /** Servicios de plataformas tecnológicas. */
  readonly ServiciosPlataformasTecnologicas?: PlataformasTecnologicas | undefined
  /** Timbre. */
  readonly TimbreFiscalDigital?: TimbreFiscalDigital | undefined
  /** An unknown complement, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}
