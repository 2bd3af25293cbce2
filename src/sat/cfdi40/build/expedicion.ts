/**
 * What every document says of who issues it, where and when.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import type { Comprobante } from '../declaration.js'
import { defined } from './argument.js'

/** Who issues a document, and where. */
export interface Expedicion {
  /** The issuer. `Rfc` and `Nombre` are those of the certificate unless they are given. */
  readonly Emisor: {
    readonly RegimenFiscal: string
    readonly Rfc?: string | undefined
    readonly Nombre?: string | undefined
  }
  /** Código postal de donde se expide. */
  readonly LugarExpedicion: string
  /** Serie para control interno. */
  readonly Serie?: string | undefined
  /** Folio; "AUTO", el siguiente de la serie, si no se indica. */
  readonly Folio?: string | undefined
  /** Fecha local, AAAA-MM-DDThh:mm:ss; "AUTO", el momento de sellar, si no se indica. */
  readonly Fecha?: string | undefined
}

/** The attributes of a comprobante that do not depend on what it is for. */
export function encabezado({ Emisor, LugarExpedicion, Serie, Folio = AUTO, Fecha = AUTO }: Expedicion): Json {
  return defined({
    Version: '4.0',
    Serie,
    Folio,
    Fecha,
    Sello: AUTO,
    NoCertificado: AUTO,
    Certificado: AUTO,
    Exportacion: '01',
    LugarExpedicion,
    Emisor: { Rfc: AUTO, Nombre: AUTO, ...defined(Emisor) },
  })
}

/** The same issuer and place as those of an invoice, but for what is given. */
export function expedicionDe(
  { Emisor: { Rfc, Nombre, RegimenFiscal }, LugarExpedicion }: Comprobante,
  given: Partial<Expedicion>,
): Expedicion {
  const { Emisor = {}, ...others } = given
  return {
    LugarExpedicion,
    ...defined(others),
    Emisor: { Rfc, Nombre, RegimenFiscal, ...defined(Emisor) } as Expedicion['Emisor'],
  }
}
