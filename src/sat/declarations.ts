/**
 * Every known complement, in the order in which their namespaces are declared. One line each.
 * @module
 */
import type { Complement, Element } from '../model/grammar.js'
import { acreditamientoIeps } from './acreditamientoIeps/declaration.js'
import { aerolineas } from './aerolineas/declaration.js'
import { cartaPorte20 } from './cartaPorte20/declaration.js'
import { cartaPorte30 } from './cartaPorte30/declaration.js'
import { cartaPorte31 } from './cartaPorte31/declaration.js'
import { certificadoDestruccion } from './certificadoDestruccion/declaration.js'
import type { Place, TipoDeComprobante } from './cfdi40/complement.js'
import { comercioExterior11 } from './comercioExterior11/declaration.js'
import { comercioExterior20 } from './comercioExterior20/declaration.js'
import { consumoCombustibles } from './consumoCombustibles/declaration.js'
import { detallista } from './detallista/declaration.js'
import { divisas } from './divisas/declaration.js'
import { donatarias } from './donatarias/declaration.js'
import { estadoCuentaBancario } from './estadoCuentaBancario/declaration.js'
import { estadoCuentaCombustible } from './estadoCuentaCombustible/declaration.js'
import { gastosHidrocarburos } from './gastosHidrocarburos/declaration.js'
import { hidrocarburosPetroliferos } from './hidrocarburosPetroliferos/declaration.js'
import { impuestosLocales } from './impuestosLocales/declaration.js'
import { ine } from './ine/declaration.js'
import { ingresosHidrocarburos } from './ingresosHidrocarburos/declaration.js'
import { institucionesEducativas } from './institucionesEducativas/declaration.js'
import { leyendasFiscales } from './leyendasFiscales/declaration.js'
import { nomina12 } from './nomina12/declaration.js'
import { notariosPublicos } from './notariosPublicos/declaration.js'
import { obrasArteAntiguedades } from './obrasArteAntiguedades/declaration.js'
import { pagoEnEspecie } from './pagoEnEspecie/declaration.js'
import { pagos10 } from './pagos10/declaration.js'
import { pagos20 } from './pagos20/declaration.js'
import { parcialesConstruccion } from './parcialesConstruccion/declaration.js'
import { personaFisicaIntegrante } from './personaFisicaIntegrante/declaration.js'
import { registroFiscal } from './registroFiscal/declaration.js'
import { renovacionSustitucionVehiculos } from './renovacionSustitucionVehiculos/declaration.js'
import { spei } from './spei/declaration.js'
import { terceros } from './terceros/declaration.js'
import { turistaPasajeroExtranjero } from './turistaPasajeroExtranjero/declaration.js'
import { valesDespensa } from './valesDespensa/declaration.js'
import { vehiculoUsado } from './vehiculoUsado/declaration.js'
import { ventaVehiculos } from './ventaVehiculos/declaration.js'

export type { Complement }

/** Every complement, historical ones included. Each alone is `complements/<name>`. */
export const complements: readonly Complement<Element, Place, TipoDeComprobante>[] = [
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
