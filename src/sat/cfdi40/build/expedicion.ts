/**
 * Issuer, place and date of every document.
 * @module
 */
import { AUTO } from '../../../derive/derivation.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft } from '../draft.js'
import { defined, known, type Names } from './argument.js'

/** Issuer and place of a document. */
export interface Expedicion {
  /** The issuer. `Rfc` and `Nombre` default to those of the certificate. */
  readonly Emisor: {
    readonly RegimenFiscal: string
    readonly Rfc?: string | undefined
    readonly Nombre?: string | undefined
    /** Número de operación del SAT, cuando factura el adquirente. */
    readonly FacAtrAdquirente?: string | undefined
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

/** Members of a draft about its issuer, place and date. */
export type Encabezado = Pick<
  ComprobanteDraft,
  'Version' | 'Serie' | 'Folio' | 'Fecha' | 'Exportacion' | 'LugarExpedicion' | 'Emisor'
>

/** Names of {@link Expedicion}. */
export const nombresDeExpedicion: Names<Expedicion> = {
  Emisor: true,
  LugarExpedicion: true,
  Serie: true,
  Folio: true,
  Fecha: true,
}

const nombresDeEmisor: Names<Expedicion['Emisor']> = {
  RegimenFiscal: true,
  Rfc: true,
  Nombre: true,
  FacAtrAdquirente: true,
}

/** Validates the options of a builder. @throws TypeError for an unknown name, also in `Emisor`. */
export function opciones<Options extends Partial<Expedicion>>(
  verb: string,
  options: Options,
  names: Names<Options>,
): Options {
  known(options, verb, names)
  if (options.Emisor !== undefined) known(options.Emisor, `${verb}: Emisor`, nombresDeEmisor)
  return options
}

/** As {@link opciones}, of a document without an invoice to take the issuer from. */
export function opcionesConEmisor<Options extends Expedicion>(
  verb: string,
  options: Options,
  names: Names<Options>,
): Options {
  const given = opciones(verb, options, names)
  if (given.Emisor === undefined)
    throw new TypeError(`${verb}: Emisor is missing; give at least Emisor: { RegimenFiscal }`)
  return given
}

/** Returns the attributes of a comprobante that do not depend on its purpose. */
export function encabezado({
  Emisor,
  LugarExpedicion,
  Serie,
  Folio = AUTO,
  Fecha = AUTO,
}: Expedicion): Encabezado {
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

/** Returns issuer and place of an invoice, overridden by the given ones. */
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
