/**
 * What the compiler must refuse in a document, its complements included: compiled by `tsc -p test`,
 * never run.
 * @module
 */

import type { CartaPorte31 } from '../../src/sat/cartaPorte31/declaration.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { Unsealed } from '../../src/seal/sello.js'

declare const sealed: Comprobante

export const draft: Unsealed = {
  Version: '4.0',
  Fecha: 'AUTO',
  SubTotal: 'AUTO',
  Moneda: 'MXN',
  Total: 232,
  TipoDeComprobante: 'I',
  Exportacion: '01',
  LugarExpedicion: '64000',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'XAXX010101000',
    Nombre: 'X',
    DomicilioFiscalReceptor: '64000',
    RegimenFiscalReceptor: '616',
    UsoCFDI: 'S01',
  },
  Conceptos: [],
}

/** Under exactOptionalPropertyTypes too: who builds a document often has nothing to put in. */
export const absent: Unsealed = {
  ...draft,
  Folio: undefined,
  CfdiRelacionados: undefined,
  Impuestos: undefined,
  Complemento: { Pagos: undefined },
}

// @ts-expect-error what the seal gives is part of a Comprobante
export const unsealed: Comprobante = draft

// @ts-expect-error it is RegimenFiscal
export const issuer: Comprobante['Emisor'] = { Rfc: 'X', Nombre: 'X', Regimen: '601' }

// @ts-expect-error of the five types
export const tipo: Comprobante['TipoDeComprobante'] = 'F'

// @ts-expect-error of another version
export const version: Comprobante['Version'] = '3.3'

export const paid: Comprobante = {
  ...sealed,
  // @ts-expect-error it is Version, and Totales and Pago are missing
  Complemento: { Pagos: { Vresion: '2.0' } },
}

export const unknown: Comprobante = {
  ...sealed,
  Complemento: { Nuevo: '<n:Nuevo xmlns:n="http://www.sat.gob.mx/Nuevo"/>' },
}

export const uuid: string | undefined = sealed.Complemento?.TimbreFiscalDigital?.UUID

// @ts-expect-error Mercancias is required
export const carta: CartaPorte31 = {
  Version: '3.1',
  IdCCP: 'AUTO',
  TranspInternac: 'No',
  Ubicaciones: [],
  FiguraTransporte: [],
}
