/**
 * Servicios de plataformas tecnológicas 1.0 (`ServiciosPlataformasTecnologicas10.xsd`): services that are sold through a technology platform.
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
  type Simple,
  type Static,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  exactly,
  integer,
  type Numeric,
  oneOf,
  t_Fecha,
  t_Importe,
  t_RFC_PF,
} from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

const positivo = decimal(6, { pattern: '[0-9]{1,18}(.[0-9]{1,6})?', minInclusive: '0.000001' })

/** Tasas by value: 0.16 is as good as 0.160000. */
const tasa: Simple<Numeric> = {
  base: 'decimal',
  facets: { enumeration: ['0.160000', '0.080000', '0.000000', '0.500000'] },
  isRate: true,
}

/** Un servicio que se prestó por la plataforma. */
const detalle = element({
  /** Forma de pago del servicio: 01 efectivo … 09. */
  FormaPagoServ: required(oneOf('01', '02', '03', '04', '05', '06', '07', '08', '09')),
  /** Tipo de servicio: 01 transporte de pasajeros, 02 entrega, 03 hospedaje, 04 venta de bienes … */
  TipoDeServ: required(oneOf('01', '02', '03', '04', '05', '06', '07', '08', '09', '11')),
  /** Subtipo del servicio. */
  SubTipServ: optional(oneOf('01', '02', '03', '04', '08', '09')),
  /** RFC del tercero autorizado, una persona física. */
  RFCTerceroAutorizado: optional(t_RFC_PF),
  /** Fecha del servicio, AAAA-MM-DD. */
  FechaServ: required(t_Fecha),
  /** Precio del servicio, sin IVA. */
  PrecioServSinIVA: required(t_Importe),
  /** Impuesto que se traslada por el servicio. */
  ImpuestosTrasladadosdelServicio: maybe({
    /** Base del impuesto. */
    Base: required(positivo),
    /** Clave del impuesto (c_TipoImpuesto): 01 ISR, 02 IVA, 03 IEPS. */
    Impuesto: required(closedCatalog('c_TipoImpuesto', '01', '02', '03')),
    /** Tipo de factor: "Tasa". */
    TipoFactor: required(exactly('Tasa')),
    /** Tasa: 0.16, 0.08, 0 o 0.5. */
    TasaCuota: required(tasa),
    /** Importe del impuesto. */
    Importe: required(t_Importe),
  }),
  /** Contribución gubernamental que se cobra por el servicio. */
  ContribucionGubernamental: maybe({
    /** Importe de la contribución. */
    ImpContrib: required(t_Importe),
    /** Entidad en que se paga (c_EntidadesFederativas). */
    EntidadDondePagaLaContribucion: required(catalog('c_EntidadesFederativas')),
  }),
  /** Comisión que la plataforma cobra por el servicio. */
  ComisionDelServicio: maybe({
    /** Base de la comisión. */
    Base: optional(positivo),
    /** Porcentaje de la comisión, como fracción de uno. */
    Porcentaje: optional(decimal(3, { minInclusive: '0.001', maxInclusive: '1.0' })),
    /** Importe de la comisión. */
    Importe: required(t_Importe),
  }),
})

/** The declaration of Servicios de plataformas tecnológicas 1.0. */
export const plataformasTecnologicas = complement({
  name: 'ServiciosPlataformasTecnologicas',
  version: '1.0',
  prefix: 'plataformasTecnologicas',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/PlataformasTecnologicas10/ServiciosPlataformasTecnologicas10.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Periodicidad (c_Periodicidad de Retenciones): 01 semanal, 02 mensual … */
    Periodicidad: required(catalog('c_Periodicidad_Retenciones')),
    /** Número de servicios que se detallan. */
    NumServ: required(integer({ minInclusive: '1' })),
    /** Suma de los servicios, sin IVA. */
    MonTotServSIVA: required(t_Importe),
    /** IVA trasladado por los servicios. */
    TotalIVATrasladado: required(t_Importe),
    /** IVA retenido por la plataforma. */
    TotalIVARetenido: required(t_Importe),
    /** ISR retenido por la plataforma. */
    TotalISRRetenido: required(t_Importe),
    /** Diferencia de IVA entregada a quien presta el servicio: el trasladado menos el retenido. */
    DifIVAEntregadoPrestServ: required(t_Importe),
    /** Cobro por el uso de la plataforma: la suma de las comisiones. */
    MonTotalporUsoPlataforma: required(t_Importe),
    /** Suma de las contribuciones gubernamentales. */
    MonTotalContribucionGubernamental: optional(t_Importe),
    /** Servicios prestados. */
    Servicios: one(list('DetallesDelServicio', oneOrMore(detalle))),
  }),
})

/** The content of a Servicios de plataformas tecnológicas 1.0. */
export interface PlataformasTecnologicas extends Static<typeof plataformasTecnologicas.root> {}

export type { PlataformasTecnologicasDraft } from './draft.js'
