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
  readonly Aerolineas?: Aerolineas
  readonly CartaPorte?: CartaPorte31 | CartaPorte20 | CartaPorte30
  readonly certificadodedestruccion?: CertificadoDestruccion
  readonly CFDIRegistroFiscal?: RegistroFiscal
  readonly ComercioExterior?: ComercioExterior20 | ComercioExterior11
  readonly Complemento_SPEI?: Spei
  readonly ConsumoDeCombustibles?: ConsumoCombustibles
  readonly detallista?: Detallista
  readonly Divisas?: Divisas
  readonly Donatarias?: Donatarias
  readonly EstadoDeCuentaBancario?: EstadoCuentaBancario
  readonly EstadoDeCuentaCombustible?: EstadoCuentaCombustible
  readonly GastosHidrocarburos?: GastosHidrocarburos
  readonly ImpuestosLocales?: ImpuestosLocales
  readonly INE?: Ine
  readonly IngresosHidrocarburos?: IngresosHidrocarburos
  readonly LeyendasFiscales?: LeyendasFiscales
  readonly Nomina?: Nomina12
  readonly NotariosPublicos?: NotariosPublicos
  readonly obrasarteantiguedades?: ObrasArteAntiguedades
  readonly PagoEnEspecie?: PagoEnEspecie
  readonly Pagos?: Pagos20 | Pagos10
  readonly parcialesconstruccion?: ParcialesConstruccion
  readonly PFintegranteCoordinado?: PersonaFisicaIntegrante
  readonly renovacionysustitucionvehiculos?: RenovacionSustitucionVehiculos
  readonly TuristaPasajeroExtranjero?: TuristaPasajeroExtranjero
  readonly ValesDeDespensa?: ValesDespensa
  readonly VehiculoUsado?: VehiculoUsado
  readonly TimbreFiscalDigital?: TimbreFiscalDigital
  /** A complement that the library does not know yet, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}

/** What hangs in `ComplementoConcepto`. */
export interface ComplementosDelConcepto {
  readonly acreditamientoIEPS?: AcreditamientoIeps
  readonly HidroYPetro?: HidrocarburosPetroliferos
  readonly instEducativas?: InstitucionesEducativas
  readonly PorCuentadeTerceros?: Terceros
  readonly VentaVehiculos?: VentaVehiculos
  /** A complement that the library does not know yet, as an XML fragment; or several of one kind, as an array. */
  readonly [name: string]: unknown
}
