/**
 * Nómina 1.2: the payslip (`nomina12.xsd`). Payments of an employer to a worker, an assimilated
 * one, a pensioner or a leaving one, and the amounts withheld; in pesos with two decimals.
 *
 * In force since 2017-01-01; its rules are those of Revisión E, in force since 2026-01-01. A
 * comprobante may hold several.
 * @module
 */
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  exactly,
  int,
  integer,
  number,
  oneOf,
  pattern,
  rawText,
  short,
  t_CURP,
  t_Fecha,
  t_ImporteMXN,
  t_RFC,
  text,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const clave = text(3, 15)
const descripcion = text(1, 100)
const precio = decimal(6, { minInclusive: '0.000001' })
const entero = int({ minInclusive: '1' })

/** An ISO 8601 duration: whole weeks (`P52W`) or years, months and days (`P1Y2M3D`). */
const antigüedad = pattern(
  'P(([1-9][0-9]{0,3})|0)W|P([1-9][0-9]?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12][0-9]|3[01])D',
)

const emisor = element({
  /** CURP del patrón que es persona física. No existe si es persona moral. */
  Curp: optional(t_CURP),
  /**
   * Registro patronal ante el IMSS o el instituto que corresponda; solo cuando hay relación
   * laboral.
   */
  RegistroPatronal: optional(text(1, 20)),
  /** RFC del patrón que en su momento pagó al trabajador, cuando quien paga hoy lo hace por él. */
  RfcPatronOrigen: optional(t_RFC),
  /** Origen de los recursos de un ente adherido al Sistema Nacional de Coordinación Fiscal. */
  EntidadSNCF: maybe({
    /** Origen del recurso (c_OrigenRecurso): IP ingresos propios, IF federales, IM mixtos. */
    OrigenRecurso: required(catalog('c_OrigenRecurso')),
    /** Parte que se paga con ingresos propios; solo cuando el origen es IM. */
    MontoRecursoPropio: optional(t_ImporteMXN),
  }),
})

const receptor = element({
  /** CURP del trabajador. */
  Curp: required(t_CURP),
  /** Número de seguridad social. */
  NumSeguridadSocial: optional(token({ minLength: 1, maxLength: 15, pattern: '[0-9]{1,15}' })),
  /** Fecha en que empezó la relación laboral, AAAA-MM-DD. */
  FechaInicioRelLaboral: optional(t_Fecha),
  /** Antigüedad a FechaFinalPago: en semanas ("P120W") o en años, meses y días ("P2Y3M10D"). */
  Antigüedad: optional(antigüedad),
  /**
   * Tipo de contrato (c_TipoContrato): 01 indeterminado … 09 sin relación de trabajo, 10
   * jubilación.
   */
  TipoContrato: required(catalog('c_TipoContrato')),
  /** Si pertenece a un sindicato: Sí o No. */
  Sindicalizado: optional(oneOf('Sí', 'No')),
  /** Jornada (c_TipoJornada): 01 diurna, 02 nocturna, 03 mixta … */
  TipoJornada: optional(catalog('c_TipoJornada')),
  /**
   * Régimen de contratación (c_TipoRegimen): 02 sueldos, 05 a 11 asimilados, 12 jubilados, 13
   * separación …
   */
  TipoRegimen: required(catalog('c_TipoRegimen')),
  /** Número de empleado. */
  NumEmpleado: required(text(1, 15)),
  /** Departamento o área. */
  Departamento: optional(text(1, 100)),
  /** Puesto. */
  Puesto: optional(text(1, 100)),
  /** Clase de riesgo del puesto ante el IMSS (c_RiesgoPuesto): 1 a 5, 99 no aplica. */
  RiesgoPuesto: optional(catalog('c_RiesgoPuesto')),
  /**
   * Periodicidad del pago (c_PeriodicidadPago): 02 semanal, 04 quincenal, 05 mensual …; 99 en la
   * extraordinaria.
   */
  PeriodicidadPago: required(catalog('c_PeriodicidadPago')),
  /** Banco de la cuenta (c_Banco). No existe cuando CuentaBancaria es una CLABE. */
  Banco: optional(catalog('c_Banco')),
  /** Cuenta en que se deposita: teléfono (10), cuenta (11), tarjeta (16) o CLABE (18 dígitos). */
  CuentaBancaria: optional(integer({ pattern: '[0-9]{10,18}' })),
  /** Salario base de cotización y aportaciones. */
  SalarioBaseCotApor: optional(t_ImporteMXN),
  /** Salario diario integrado. */
  SalarioDiarioIntegrado: optional(t_ImporteMXN),
  /** Entidad federativa donde trabaja (c_Estado): AGU, CMX, JAL … */
  ClaveEntFed: required(catalog('c_Estado')),
  /** Subcontratación: a quién presta su trabajo. */
  SubContratacion: zeroOrMore({
    /** RFC de quien recibe el trabajo. */
    RfcLabora: required(t_RFC),
    /** Parte del tiempo que le dedica, en por ciento; entre todos suman 100. */
    PorcentajeTiempo: required(
      number({
        pattern: '[0-9]{1,3}(.([0-9]{1,3}))?',
        minInclusive: '0.001',
        maxInclusive: '100.000',
      }),
    ),
  }),
})

const percepcion = element({
  /**
   * Clave de la percepción (c_TipoPercepcion): 001 sueldo, 002 aguinaldo, 019 horas extra, 021
   * prima vacacional …
   */
  TipoPercepcion: required(catalog('c_TipoPercepcion')),
  /** Clave de la percepción en el control del patrón. */
  Clave: required(clave),
  /** Nombre de la percepción. */
  Concepto: required(descripcion),
  /** Parte gravada. */
  ImporteGravado: required(t_ImporteMXN),
  /** Parte exenta. */
  ImporteExento: required(t_ImporteMXN),
  /** Ingresos en acciones o títulos (percepción 045). */
  AccionesOTitulos: maybe({
    /** Valor de mercado al ejercer la opción. */
    ValorMercado: required(precio),
    /** Precio fijado al otorgarse la opción. */
    PrecioAlOtorgarse: required(precio),
  }),
  /** Horas extra (percepción 019), una por tipo. */
  HorasExtra: zeroOrMore({
    /** Días en que las hubo. */
    Dias: required(entero),
    /** Tipo (c_TipoHoras): 01 dobles, 02 triples, 03 simples. */
    TipoHoras: required(catalog('c_TipoHoras')),
    /** Número de horas. */
    HorasExtra: required(entero),
    /** Importe pagado por ellas. */
    ImportePagado: required(t_ImporteMXN),
  }),
})

const percepciones = element({
  /** Suma, gravada y exenta, de las percepciones que no son separación ni jubilación. */
  TotalSueldos: optional(t_ImporteMXN),
  /** Suma de las percepciones por separación: 022, 023 y 025. */
  TotalSeparacionIndemnizacion: optional(t_ImporteMXN),
  /** Suma de las percepciones por jubilación, pensión o retiro: 039 y 044. */
  TotalJubilacionPensionRetiro: optional(t_ImporteMXN),
  /** Suma de las partes gravadas. */
  TotalGravado: required(t_ImporteMXN),
  /** Suma de las partes exentas. */
  TotalExento: required(t_ImporteMXN),
  /** Cada percepción. */
  Percepcion: oneOrMore(percepcion),
  /** Datos de una jubilación, pensión o haber de retiro (percepciones 039 y 044). */
  JubilacionPensionRetiro: maybe({
    /** Monto, cuando se paga en una sola exhibición (039). */
    TotalUnaExhibicion: optional(t_ImporteMXN),
    /** Monto, cuando se paga en parcialidades (044). */
    TotalParcialidad: optional(t_ImporteMXN),
    /** Monto diario de la parcialidad (044). */
    MontoDiario: optional(t_ImporteMXN),
    /** Ingreso acumulable. */
    IngresoAcumulable: required(t_ImporteMXN),
    /** Ingreso no acumulable. */
    IngresoNoAcumulable: required(t_ImporteMXN),
  }),
  /** Datos de una separación (percepciones 022, 023 y 025). */
  SeparacionIndemnizacion: maybe({
    /** Total pagado. */
    TotalPagado: required(t_ImporteMXN),
    /** Años de servicio; una fracción de más de seis meses cuenta como un año. */
    NumAñosServicio: required(int({ minInclusive: '0', maxInclusive: '99' })),
    /** Último sueldo mensual ordinario. */
    UltimoSueldoMensOrd: required(t_ImporteMXN),
    /** Ingreso acumulable: lo gravado, hasta el último sueldo mensual ordinario. */
    IngresoAcumulable: required(t_ImporteMXN),
    /** Ingreso no acumulable: lo gravado que pasa del último sueldo mensual ordinario. */
    IngresoNoAcumulable: required(t_ImporteMXN),
  }),
})

const deducciones = element({
  /** Suma de las deducciones que no son ISR. */
  TotalOtrasDeducciones: optional(t_ImporteMXN),
  /** Suma de las deducciones de ISR (002). No existe cuando no hay. */
  TotalImpuestosRetenidos: optional(t_ImporteMXN),
  /** Cada deducción. */
  Deduccion: oneOrMore({
    /** Clave de la deducción (c_TipoDeduccion): 001 seguridad social, 002 ISR, 006 incapacidad … */
    TipoDeduccion: required(catalog('c_TipoDeduccion')),
    /** Clave de la deducción en el control del patrón. */
    Clave: required(rawText({ minLength: 3, maxLength: 15, pattern: '[^|]{3,15}' })),
    /** Nombre de la deducción. */
    Concepto: required(rawText({ minLength: 1, maxLength: 100, pattern: '[^|]{1,100}' })),
    /** Importe que se descuenta. */
    Importe: required(t_ImporteMXN),
  }),
})

const otroPago = element({
  /**
   * Clave del pago (c_TipoOtroPago): 002 subsidio para el empleo, 003 viáticos, 004 saldo a favor …
   */
  TipoOtroPago: required(catalog('c_TipoOtroPago')),
  /** Clave del pago en el control del patrón. */
  Clave: required(clave),
  /** Nombre del pago. */
  Concepto: required(descripcion),
  /** Importe que se entrega; puede ser 0 solo en el subsidio. */
  Importe: required(t_ImporteMXN),
  /** Subsidio para el empleo (002). */
  SubsidioAlEmpleo: maybe({
    /** Subsidio que corresponde al periodo, se entregue o se reste del ISR. */
    SubsidioCausado: required(t_ImporteMXN),
  }),
  /** Saldo a favor que se aplica (004). */
  CompensacionSaldosAFavor: maybe({
    /** Saldo a favor determinado en el ajuste anual. */
    SaldoAFavor: required(t_ImporteMXN),
    /** Año en que se determinó. */
    Año: required(short({ minInclusive: '2016' })),
    /** Remanente por aplicar. */
    RemanenteSalFav: required(t_ImporteMXN),
  }),
})

const incapacidad = element({
  /** Días enteros de la incapacidad en el periodo. */
  DiasIncapacidad: required(entero),
  /**
   * Tipo (c_TipoIncapacidad): 01 riesgo de trabajo, 02 enfermedad, 03 maternidad, 04 cuidado de
   * hijos con cáncer.
   */
  TipoIncapacidad: required(catalog('c_TipoIncapacidad')),
  /** Lo que se paga (percepción 014) o se descuenta (deducción 006) por ella. */
  ImporteMonetario: optional(t_ImporteMXN),
})

/** The declaration of Nómina 1.2. */
export const nomina12 = complement({
  name: 'Nomina',
  version: '1.2',
  prefix: 'nomina12',
  namespace: 'http://www.sat.gob.mx/nomina12',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/nomina/nomina12.xsd',
  at: 'comprobante',
  tipos: ['N'],
  root: element({
    /** Versión del complemento: "1.2". */
    Version: required(exactly('1.2')),
    /** O ordinaria, E extraordinaria (aguinaldo, PTU, separación …). */
    TipoNomina: required(closedCatalog('c_TipoNomina', 'O', 'E')),
    /** Fecha en que se paga, AAAA-MM-DD. */
    FechaPago: required(t_Fecha),
    /** Primer día del periodo que se paga. */
    FechaInicialPago: required(t_Fecha),
    /** Último día del periodo que se paga. */
    FechaFinalPago: required(t_Fecha),
    /** Días que se pagan; la fracción, con tres decimales ("7.500"). */
    NumDiasPagados: required(
      decimal(3, {
        pattern: '(([1-9][0-9]{0,4})|[0])(.[0-9]{3})?',
        minInclusive: '0.001',
        maxInclusive: '36160.000',
      }),
    ),
    /** Suma de las percepciones. */
    TotalPercepciones: optional(t_ImporteMXN),
    /** Suma de las deducciones. */
    TotalDeducciones: optional(t_ImporteMXN),
    /** Suma de los otros pagos. */
    TotalOtrosPagos: optional(t_ImporteMXN),
    /** Datos laborales del patrón. */
    Emisor: maybe(emisor),
    /** Datos laborales de quien cobra. */
    Receptor: one(receptor),
    /** Lo que gana. */
    Percepciones: maybe(percepciones),
    /** Lo que se le descuenta. */
    Deducciones: maybe(deducciones),
    /** Lo que se le entrega sin ser ingreso. */
    OtrosPagos: maybe(list('OtroPago', oneOrMore(otroPago))),
    /** Incapacidades del periodo, una por tipo. */
    Incapacidades: maybe(list('Incapacidad', oneOrMore(incapacidad))),
  }),
})

/** The content of a Nómina 1.2. */
export interface Nomina12 extends Static<typeof nomina12.root> {}

export type { Nomina12Draft } from './draft.js'
