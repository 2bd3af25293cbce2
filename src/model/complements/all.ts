/**
 * Every complement that the library knows, in the order in which their namespaces are declared. One line each.
 * @module
 */
import type { Complement } from '../grammar.js'
import { acreditamientoIeps } from './acreditamientoIeps.js'
import { aerolineas } from './aerolineas.js'
import { cartaPorte20 } from './cartaPorte20.js'
import { cartaPorte30 } from './cartaPorte30.js'
import { cartaPorte31 } from './cartaPorte31.js'
import { certificadoDestruccion } from './certificadoDestruccion.js'
import { comercioExterior11 } from './comercioExterior11.js'
import { comercioExterior20 } from './comercioExterior20.js'
import { consumoCombustibles } from './consumoCombustibles.js'
import { detallista } from './detallista.js'
import { divisas } from './divisas.js'
import { donatarias } from './donatarias.js'
import { estadoCuentaBancario } from './estadoCuentaBancario.js'
import { estadoCuentaCombustible } from './estadoCuentaCombustible.js'
import { gastosHidrocarburos } from './gastosHidrocarburos.js'
import { hidrocarburosPetroliferos } from './hidrocarburosPetroliferos.js'
import { impuestosLocales } from './impuestosLocales.js'
import { ine } from './ine.js'
import { ingresosHidrocarburos } from './ingresosHidrocarburos.js'
import { institucionesEducativas } from './institucionesEducativas.js'
import { leyendasFiscales } from './leyendasFiscales.js'
import { nomina12 } from './nomina12.js'
import { notariosPublicos } from './notariosPublicos.js'
import { obrasArteAntiguedades } from './obrasArteAntiguedades.js'
import { pagoEnEspecie } from './pagoEnEspecie.js'
import { pagos10 } from './pagos10.js'
import { pagos20 } from './pagos20.js'
import { parcialesConstruccion } from './parcialesConstruccion.js'
import { personaFisicaIntegrante } from './personaFisicaIntegrante.js'
import { registroFiscal } from './registroFiscal.js'
import { renovacionSustitucionVehiculos } from './renovacionSustitucionVehiculos.js'
import { spei } from './spei.js'
import { terceros } from './terceros.js'
import { turistaPasajeroExtranjero } from './turistaPasajeroExtranjero.js'
import { valesDespensa } from './valesDespensa.js'
import { vehiculoUsado } from './vehiculoUsado.js'
import { ventaVehiculos } from './ventaVehiculos.js'

export const complements: readonly Complement[] = [
  pagos20,
  pagos10,
  nomina12,
  cartaPorte31,
  cartaPorte30,
  cartaPorte20,
  comercioExterior20,
  comercioExterior11,
  impuestosLocales,
  donatarias,
  divisas,
  leyendasFiscales,
  personaFisicaIntegrante,
  turistaPasajeroExtranjero,
  institucionesEducativas,
  ventaVehiculos,
  terceros,
  ine,
  detallista,
  aerolineas,
  notariosPublicos,
  vehiculoUsado,
  parcialesConstruccion,
  renovacionSustitucionVehiculos,
  certificadoDestruccion,
  obrasArteAntiguedades,
  pagoEnEspecie,
  valesDespensa,
  consumoCombustibles,
  estadoCuentaCombustible,
  gastosHidrocarburos,
  ingresosHidrocarburos,
  acreditamientoIeps,
  hidrocarburosPetroliferos,
  registroFiscal,
  spei,
  estadoCuentaBancario,
]
