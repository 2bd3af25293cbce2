/**
 * Nomina 1.2.
 * @module
 */
import {
  complement,
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../grammar.js'
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
} from '../types.js'

export const nomina12 = complement({
  name: 'Nomina',
  version: '1.2',
  prefix: 'nomina12',
  namespace: 'http://www.sat.gob.mx/nomina12',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/nomina/nomina12.xsd',
  at: 'comprobante',
  tipos: ['N'],
  root: element({
    Version: required(exactly('1.2')),
    TipoNomina: required(closedCatalog('c_TipoNomina', 'O', 'E')),
    FechaPago: required(t_Fecha),
    FechaInicialPago: required(t_Fecha),
    FechaFinalPago: required(t_Fecha),
    NumDiasPagados: required(
      decimal(3, { pattern: '(([1-9][0-9]{0,4})|[0])(.[0-9]{3})?', minInclusive: '0.001', maxInclusive: '36160.000' }),
    ),
    TotalPercepciones: optional(t_ImporteMXN),
    TotalDeducciones: optional(t_ImporteMXN),
    TotalOtrosPagos: optional(t_ImporteMXN),
    Emisor: maybe({
      Curp: optional(t_CURP),
      RegistroPatronal: optional(text(1, 20)),
      RfcPatronOrigen: optional(t_RFC),
      EntidadSNCF: maybe({
        OrigenRecurso: required(catalog('c_OrigenRecurso')),
        MontoRecursoPropio: optional(t_ImporteMXN),
      }),
    }),
    Receptor: one({
      Curp: required(t_CURP),
      NumSeguridadSocial: optional(token({ minLength: 1, maxLength: 15, pattern: '[0-9]{1,15}' })),
      FechaInicioRelLaboral: optional(t_Fecha),
      Antigüedad: optional(
        pattern('P(([1-9][0-9]{0,3})|0)W|P([1-9][0-9]?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12][0-9]|3[01])D'),
      ),
      TipoContrato: required(catalog('c_TipoContrato')),
      Sindicalizado: optional(oneOf('Sí', 'No')),
      TipoJornada: optional(catalog('c_TipoJornada')),
      TipoRegimen: required(catalog('c_TipoRegimen')),
      NumEmpleado: required(text(1, 15)),
      Departamento: optional(text(1, 100)),
      Puesto: optional(text(1, 100)),
      RiesgoPuesto: optional(catalog('c_RiesgoPuesto')),
      PeriodicidadPago: required(catalog('c_PeriodicidadPago')),
      Banco: optional(catalog('c_Banco')),
      CuentaBancaria: optional(integer({ pattern: '[0-9]{10,18}' })),
      SalarioBaseCotApor: optional(t_ImporteMXN),
      SalarioDiarioIntegrado: optional(t_ImporteMXN),
      ClaveEntFed: required(catalog('c_Estado')),
      SubContratacion: zeroOrMore({
        RfcLabora: required(t_RFC),
        PorcentajeTiempo: required(
          number({ pattern: '[0-9]{1,3}(.([0-9]{1,3}))?', minInclusive: '0.001', maxInclusive: '100.000' }),
        ),
      }),
    }),
    Percepciones: maybe({
      TotalSueldos: optional(t_ImporteMXN),
      TotalSeparacionIndemnizacion: optional(t_ImporteMXN),
      TotalJubilacionPensionRetiro: optional(t_ImporteMXN),
      TotalGravado: required(t_ImporteMXN),
      TotalExento: required(t_ImporteMXN),
      Percepcion: oneOrMore({
        TipoPercepcion: required(catalog('c_TipoPercepcion')),
        Clave: required(text(3, 15)),
        Concepto: required(text(1, 100)),
        ImporteGravado: required(t_ImporteMXN),
        ImporteExento: required(t_ImporteMXN),
        AccionesOTitulos: maybe({
          ValorMercado: required(decimal(6, { minInclusive: '0.000001' })),
          PrecioAlOtorgarse: required(decimal(6, { minInclusive: '0.000001' })),
        }),
        HorasExtra: zeroOrMore({
          Dias: required(int({ minInclusive: '1' })),
          TipoHoras: required(catalog('c_TipoHoras')),
          HorasExtra: required(int({ minInclusive: '1' })),
          ImportePagado: required(t_ImporteMXN),
        }),
      }),
      JubilacionPensionRetiro: maybe({
        TotalUnaExhibicion: optional(t_ImporteMXN),
        TotalParcialidad: optional(t_ImporteMXN),
        MontoDiario: optional(t_ImporteMXN),
        IngresoAcumulable: required(t_ImporteMXN),
        IngresoNoAcumulable: required(t_ImporteMXN),
      }),
      SeparacionIndemnizacion: maybe({
        TotalPagado: required(t_ImporteMXN),
        NumAñosServicio: required(int({ minInclusive: '0', maxInclusive: '99' })),
        UltimoSueldoMensOrd: required(t_ImporteMXN),
        IngresoAcumulable: required(t_ImporteMXN),
        IngresoNoAcumulable: required(t_ImporteMXN),
      }),
    }),
    Deducciones: maybe({
      TotalOtrasDeducciones: optional(t_ImporteMXN),
      TotalImpuestosRetenidos: optional(t_ImporteMXN),
      Deduccion: oneOrMore({
        TipoDeduccion: required(catalog('c_TipoDeduccion')),
        Clave: required(rawText({ minLength: 3, maxLength: 15, pattern: '[^|]{3,15}' })),
        Concepto: required(rawText({ minLength: 1, maxLength: 100, pattern: '[^|]{1,100}' })),
        Importe: required(t_ImporteMXN),
      }),
    }),
    OtrosPagos: maybe(
      list(
        'OtroPago',
        oneOrMore({
          TipoOtroPago: required(catalog('c_TipoOtroPago')),
          Clave: required(text(3, 15)),
          Concepto: required(text(1, 100)),
          Importe: required(t_ImporteMXN),
          SubsidioAlEmpleo: maybe({
            SubsidioCausado: required(t_ImporteMXN),
          }),
          CompensacionSaldosAFavor: maybe({
            SaldoAFavor: required(t_ImporteMXN),
            Año: required(short({ minInclusive: '2016' })),
            RemanenteSalFav: required(t_ImporteMXN),
          }),
        }),
      ),
    ),
    Incapacidades: maybe(
      list(
        'Incapacidad',
        oneOrMore({
          DiasIncapacidad: required(int({ minInclusive: '1' })),
          TipoIncapacidad: required(catalog('c_TipoIncapacidad')),
          ImporteMonetario: optional(t_ImporteMXN),
        }),
      ),
    ),
  }),
})

export interface Nomina12 extends Static<typeof nomina12.root> {}
