/**
 * Retenciones e información de pagos 2.0 (`retencionpagov2.xsd`): the root without its complements.
 * @module
 */
import {
  element,
  free,
  inline,
  maybe,
  one,
  optional,
  required,
  type Schema,
  type Static,
  sinCadena,
  slot,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  code,
  fixed,
  oneOf,
  t_CURP,
  t_FechaH,
  t_ImporteMXN,
  t_RFC,
  t_UUID,
  token,
} from '../../model/types.js'
import type { Typed } from '../../model/nodes.js'
import { place } from './complement.js'
import type { ComplementosDeLaRetencion } from './typed.js'

const nombre = token({ minLength: 1, maxLength: 254 })
const mes = closedCatalog(
  'c_Periodo',
  ...(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const),
)

const receptor = element(
  {
    /** Nacionalidad: "Nacional" o "Extranjero". */
    NacionalidadR: required(oneOf('Nacional', 'Extranjero')),
    /** Receptor nacional. No existe si es extranjero. */
    Nacional: inline(
      maybe({
        /** RFC del receptor. */
        RfcR: required(t_RFC),
        /** Nombre o razón social, como está en el SAT. */
        NomDenRazSocR: required(nombre),
        /** CURP del receptor. */
        CurpR: optional(t_CURP),
        /** Código postal del domicilio fiscal. */
        DomicilioFiscalR: required(code(5, '[0-9]{5}')),
      }),
    ),
    /** Receptor extranjero. No existe si es nacional. */
    Extranjero: inline(
      maybe({
        /** Número de identificación fiscal en su país. */
        NumRegIdTribR: optional(token({ minLength: 1, maxLength: 20 })),
        /** Nombre o razón social. */
        NomDenRazSocR: required(token({ minLength: 1, maxLength: 300 })),
      }),
    ),
  },
  { choices: [['Nacional', 'Extranjero']], nonEmpty: true },
)

const root = element(
  {
    /** Versión del estándar: "2.0". */
    Version: required(fixed('2.0')),
    /** Folio para control interno; "AUTO" toma el siguiente. */
    FolioInt: optional(token({ minLength: 1, maxLength: 20, pattern: '[0-9a-zA-Z]{1,20}' })),
    /** Sello digital, en Base64. Lo pone el motor. */
    Sello: sinCadena(required(token())),
    /** Número de serie del certificado con que se sella. Lo pone el motor. */
    NoCertificado: required(code(20, '[0-9]{20}')),
    /** Certificado con que se sella, en Base64. Lo pone el motor. */
    Certificado: sinCadena(required(token())),
    /**
     * Fecha y hora local del lugar de expedición, AAAA-MM-DDThh:mm:ss; "AUTO" es el momento de
     * sellar.
     */
    FechaExp: required(t_FechaH),
    /** Código postal de donde se expide. */
    LugarExpRetenc: required(catalog('c_CodigoPostal', { pattern: '[0-9]{5}' })),
    /** Clave de la retención (c_CveRetenc): 14 dividendos, 16 intereses, 26 plataformas … */
    CveRetenc: required(catalog('c_CveRetenc')),
    /** Descripción de la retención, cuando la clave es 25. */
    DescRetenc: optional(token({ minLength: 1, maxLength: 100 })),
    /** Comprobante que se relaciona con este. */
    CfdiRetenRelacionados: maybe({
      /** Tipo de relación (c_TipoRelacion). */
      TipoRelacion: required(catalog('c_TipoRelacion')),
      /** Folio fiscal del comprobante relacionado. */
      UUID: required(t_UUID),
    }),
    /** Quien retiene; debe ser el titular del certificado. */
    Emisor: one({
      /** RFC del emisor; "AUTO" lo toma del certificado. */
      RfcE: required(t_RFC),
      /** Nombre o razón social, como está en el SAT; "AUTO" lo toma del certificado. */
      NomDenRazSocE: required(nombre),
      /** Régimen fiscal (c_RegimenFiscal). */
      RegimenFiscalE: required(catalog('c_RegimenFiscal')),
    }),
    /** A quien se retiene. */
    Receptor: one(receptor),
    /** Periodo de la retención o el pago. */
    Periodo: one({
      /** Mes inicial (c_Periodo): 01 enero … 12 diciembre. */
      MesIni: required(mes),
      /** Mes final (c_Periodo): 01 enero … 12 diciembre. */
      MesFin: required(mes),
      /** Ejercicio (c_Ejercicio), cuatro cifras. */
      Ejercicio: required(catalog('c_Ejercicio')),
    }),
    /** Totales de la operación y de las retenciones. */
    Totales: one({
      /** Total de la operación. */
      MontoTotOperacion: required(t_ImporteMXN),
      /** Total gravado. */
      MontoTotGrav: required(t_ImporteMXN),
      /** Total exento. */
      MontoTotExent: required(t_ImporteMXN),
      /** Suma de las retenciones. */
      MontoTotRet: required(t_ImporteMXN),
      /** Utilidad bimestral de un contribuyente del RIF. */
      UtilidadBimestral: optional(t_ImporteMXN),
      /** ISR que corresponde al bimestre de un contribuyente del RIF. */
      ISRCorrespondiente: optional(t_ImporteMXN),
      /** Retenciones, una por impuesto y tipo de pago. */
      ImpRetenidos: inline(
        zeroOrMore({
          /** Base de la retención. */
          BaseRet: optional(t_ImporteMXN),
          /** Impuesto retenido (c_Impuesto): 001 ISR, 002 IVA, 003 IEPS. */
          ImpuestoRet: optional(closedCatalog('c_Impuesto', '001', '002', '003')),
          /** Importe retenido. */
          MontoRet: required(t_ImporteMXN),
          /** Tipo de pago (c_TipoPagoRet): 01 definitivo de IVA … 04 provisional de ISR. */
          TipoPagoRet: required(catalog('c_TipoPagoRet')),
        }),
      ),
    }),
    /** Complementos: nombre del nodo raíz y su contenido. */
    Complemento: slot(place, 0),
    /** Información comercial sin efecto fiscal: un fragmento de XML que no se sella. */
    Addenda: free,
  },
  // The transformation reads NoCertificado before FolioInt.
  {
    cadena: [
      ...['Version', 'NoCertificado', 'FolioInt', 'FechaExp', 'LugarExpRetenc'],
      ...['CveRetenc', 'DescRetenc', 'CfdiRetenRelacionados', 'Emisor', 'Receptor'],
      ...['Periodo', 'Totales', 'Complemento'],
    ],
  },
)

/** Retenciones 2.0, root of the documents of withheld taxes and payments. */
export const retenciones: Schema<typeof root> & Typed<Retenciones> = {
  name: 'Retenciones',
  version: '2.0',
  prefix: 'retenciones',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/2',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/2/retencionpagov2.xsd',
  fecha: 'FechaExp',
  noun: 'CFDI de retenciones',
  earlier: [
    {
      name: 'CFDI de retenciones',
      namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
      versions: ['1.0'],
    },
  ],
  root,
}

/** A Retenciones 2.0 as JSON, in the SAT's own vocabulary. */
export interface Retenciones extends Omit<Static<typeof root>, 'Complemento'> {
  /** Complementos: nombre del nodo raíz y su contenido. */
  readonly Complemento?: ComplementosDeLaRetencion | undefined
}
