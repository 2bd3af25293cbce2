/**
 * What every document says of who issues it, where and when.
 * @module
 */
import { AUTO } from '../../../derive/derivation.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft } from '../draft.js'
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

/** What a draft says of who issues it, where and when. */
export type Encabezado = Pick<
  ComprobanteDraft,
  'Version' | 'Serie' | 'Folio' | 'Fecha' | 'Exportacion' | 'LugarExpedicion' | 'Emisor'
>

/** The attributes of a comprobante that do not depend on what it is for. */
export function encabezado({ Emisor, LugarExpedicion, Serie, Folio = AUTO, Fecha = AUTO }: Expedicion): Encabezado {
  const { Rfc = AUTO, Nombre = AUTO, ...rest } = Emisor
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
    Emisor: { Rfc, Nombre, ...defined(rest) },
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
