/**
 * The complements that may hang from a document and from a concept, by the name of their root: what editors complete.
 * @module
 */
import type { TimbreFiscalDigital } from '../timbre.js'
import type { AcreditamientoIeps } from './acreditamientoIeps.js'
import type { Aerolineas } from './aerolineas.js'
import type { CartaPorte20 } from './cartaPorte20.js'
import type { CartaPorte30 } from './cartaPorte30.js'
import type { CartaPorte31 } from './cartaPorte31.js'
import type { CertificadoDestruccion } from './certificadoDestruccion.js'
import type { ComercioExterior11 } from './comercioExterior11.js'
import type { ComercioExterior20 } from './comercioExterior20.js'
import type { ConsumoCombustibles } from './consumoCombustibles.js'
import type { Detallista } from './detallista.js'
import type { Divisas } from './divisas.js'
import type { Donatarias } from './donatarias.js'
import type { EstadoCuentaBancario } from './estadoCuentaBancario.js'
import type { EstadoCuentaCombustible } from './estadoCuentaCombustible.js'
import type { GastosHidrocarburos } from './gastosHidrocarburos.js'
import type { HidrocarburosPetroliferos } from './hidrocarburosPetroliferos.js'
import type { ImpuestosLocales } from './impuestosLocales.js'
import type { Ine } from './ine.js'
import type { IngresosHidrocarburos } from './ingresosHidrocarburos.js'
import type { InstitucionesEducativas } from './institucionesEducativas.js'
import type { LeyendasFiscales } from './leyendasFiscales.js'
import type { Nomina12 } from './nomina12.js'
import type { NotariosPublicos } from './notariosPublicos.js'
import type { ObrasArteAntiguedades } from './obrasArteAntiguedades.js'
import type { PagoEnEspecie } from './pagoEnEspecie.js'
import type { Pagos10 } from './pagos10.js'
import type { Pagos20 } from './pagos20.js'
import type { ParcialesConstruccion } from './parcialesConstruccion.js'
import type { PersonaFisicaIntegrante } from './personaFisicaIntegrante.js'
import type { RegistroFiscal } from './registroFiscal.js'
import type { RenovacionSustitucionVehiculos } from './renovacionSustitucionVehiculos.js'
import type { Spei } from './spei.js'
import type { Terceros } from './terceros.js'
import type { TuristaPasajeroExtranjero } from './turistaPasajeroExtranjero.js'
import type { ValesDespensa } from './valesDespensa.js'
import type { VehiculoUsado } from './vehiculoUsado.js'
import type { VentaVehiculos } from './ventaVehiculos.js'

/** What hangs in `Complemento`. */
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
  /** A complement that the library does not know yet, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}

/** What hangs in `ComplementoConcepto`. */
export interface ComplementosDelConcepto {
  readonly acreditamientoIEPS?: AcreditamientoIeps | undefined
  readonly HidroYPetro?: HidrocarburosPetroliferos | undefined
  readonly instEducativas?: InstitucionesEducativas | undefined
  readonly PorCuentadeTerceros?: Terceros | undefined
  readonly VentaVehiculos?: VentaVehiculos | undefined
  /** A complement that the library does not know yet, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}
