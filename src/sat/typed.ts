/**
 * The complements of a document and of a concept, by the name of their root, for completion in
 * editors.
 * @module
 */

import type { AcreditamientoIeps } from './acreditamientoIeps/declaration.js'
import type { Aerolineas } from './aerolineas/declaration.js'
import type { CartaPorte20 } from './cartaPorte20/declaration.js'
import type { CartaPorte30 } from './cartaPorte30/declaration.js'
import type { CartaPorte31 } from './cartaPorte31/declaration.js'
import type { CertificadoDestruccion } from './certificadoDestruccion/declaration.js'
import type { ComercioExterior11 } from './comercioExterior11/declaration.js'
import type { ComercioExterior20 } from './comercioExterior20/declaration.js'
import type { ConsumoCombustibles } from './consumoCombustibles/declaration.js'
import type { Detallista } from './detallista/declaration.js'
import type { Divisas } from './divisas/declaration.js'
import type { Donatarias } from './donatarias/declaration.js'
import type { EstadoCuentaBancario } from './estadoCuentaBancario/declaration.js'
import type { EstadoCuentaCombustible } from './estadoCuentaCombustible/declaration.js'
import type { GastosHidrocarburos } from './gastosHidrocarburos/declaration.js'
import type { HidrocarburosPetroliferos } from './hidrocarburosPetroliferos/declaration.js'
import type { ImpuestosLocales } from './impuestosLocales/declaration.js'
import type { Ine } from './ine/declaration.js'
import type { IngresosHidrocarburos } from './ingresosHidrocarburos/declaration.js'
import type { InstitucionesEducativas } from './institucionesEducativas/declaration.js'
import type { LeyendasFiscales } from './leyendasFiscales/declaration.js'
import type { Nomina12 } from './nomina12/declaration.js'
import type { NotariosPublicos } from './notariosPublicos/declaration.js'
import type { ObrasArteAntiguedades } from './obrasArteAntiguedades/declaration.js'
import type { PagoEnEspecie } from './pagoEnEspecie/declaration.js'
import type { Pagos10 } from './pagos10/declaration.js'
import type { Pagos20 } from './pagos20/declaration.js'
import type { ParcialesConstruccion } from './parcialesConstruccion/declaration.js'
import type { PersonaFisicaIntegrante } from './personaFisicaIntegrante/declaration.js'
import type { RegistroFiscal } from './registroFiscal/declaration.js'
import type { RenovacionSustitucionVehiculos } from './renovacionSustitucionVehiculos/declaration.js'
import type { Spei } from './spei/declaration.js'
import type { Terceros } from './terceros/declaration.js'
import type { TimbreFiscalDigital } from './timbre11/declaration.js'
import type { TuristaPasajeroExtranjero } from './turistaPasajeroExtranjero/declaration.js'
import type { ValesDespensa } from './valesDespensa/declaration.js'
import type { VehiculoUsado } from './vehiculoUsado/declaration.js'
import type { VentaVehiculos } from './ventaVehiculos/declaration.js'

/** Content of `Complemento`. */
export interface ComplementosDelComprobante {
  readonly Aerolineas?: Aerolineas | undefined
  readonly CartaPorte?: CartaPorte31 | CartaPorte20 | CartaPorte30 | undefined
  readonly certificadodedestruccion?: CertificadoDestruccion | undefined
  readonly CFDIRegistroFiscal?: RegistroFiscal | undefined
  readonly ComercioExterior?: ComercioExterior20 | ComercioExterior11 | undefined
  readonly Complemento_SPEI?: Spei | undefined
  readonly ConsumoDeCombustibles?: ConsumoCombustibles | undefined
  readonly detallista?: Detallista | undefined
  readonly Divisas?: Divisas | undefined
  readonly Donatarias?: Donatarias | undefined
  readonly EstadoDeCuentaBancario?: EstadoCuentaBancario | undefined
  readonly EstadoDeCuentaCombustible?: EstadoCuentaCombustible | undefined
  readonly GastosHidrocarburos?: GastosHidrocarburos | undefined
  readonly ImpuestosLocales?: ImpuestosLocales | undefined
  readonly INE?: Ine | undefined
  readonly IngresosHidrocarburos?: IngresosHidrocarburos | undefined
  readonly LeyendasFiscales?: LeyendasFiscales | undefined
  readonly Nomina?: Nomina12 | undefined
  readonly NotariosPublicos?: NotariosPublicos | undefined
  readonly obrasarteantiguedades?: ObrasArteAntiguedades | undefined
  readonly PagoEnEspecie?: PagoEnEspecie | undefined
  readonly Pagos?: Pagos20 | Pagos10 | undefined
  readonly parcialesconstruccion?: ParcialesConstruccion | undefined
  readonly PFintegranteCoordinado?: PersonaFisicaIntegrante | undefined
  readonly renovacionysustitucionvehiculos?: RenovacionSustitucionVehiculos | undefined
  readonly TuristaPasajeroExtranjero?: TuristaPasajeroExtranjero | undefined
  readonly ValesDeDespensa?: ValesDespensa | undefined
  readonly VehiculoUsado?: VehiculoUsado | undefined
  readonly TimbreFiscalDigital?: TimbreFiscalDigital | undefined
  /** An unknown complement, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}

/** Content of `ComplementoConcepto`. */
export interface ComplementosDelConcepto {
  readonly acreditamientoIEPS?: AcreditamientoIeps | undefined
  readonly HidroYPetro?: HidrocarburosPetroliferos | undefined
  readonly instEducativas?: InstitucionesEducativas | undefined
  readonly PorCuentadeTerceros?: Terceros | undefined
  readonly VentaVehiculos?: VentaVehiculos | undefined
  /** An unknown complement, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}
