/**
 * Columns of tables, where they cannot be computed from the declaration. Other values of a row are
 * printed below it.
 * @module
 */

/** Name of the repeated node -> attributes shown as columns. */
const columns: Readonly<Record<string, readonly string[]>> = {
  Concepto: ['Cantidad', 'ClaveUnidad', 'Descripcion', 'ValorUnitario', 'Descuento', 'Importe'],
  Parte: ['Cantidad', 'ClaveProdServ', 'Descripcion', 'ValorUnitario', 'Importe'],
  DoctoRelacionado: [
    'IdDocumento',
    'Serie',
    'Folio',
    'NumParcialidad',
    'MonedaDR',
    'ImpSaldoAnt',
    'ImpPagado',
    'ImpSaldoInsoluto',
  ],
  ImpRetenidos: ['ImpuestoRet', 'TipoPagoRet', 'BaseRet', 'MontoRet'],
  Percepcion: ['Clave', 'Concepto', 'ImporteGravado', 'ImporteExento'],
  Deduccion: ['Clave', 'Concepto', 'Importe'],
  OtroPago: ['Clave', 'Concepto', 'Importe'],
  // In Carta Porte and Comercio Exterior: those that the document has.
  Mercancia: [
    'NoIdentificacion',
    'BienesTransp',
    'Descripcion',
    'Cantidad',
    'ClaveUnidad',
    'PesoEnKg',
    'ValorMercancia',
    'FraccionArancelaria',
    'CantidadAduana',
    'UnidadAduana',
    'ValorUnitarioAduana',
    'ValorDolares',
  ],
  // Of a technology platform, which may have thousands; Importe is that of its commission.
  DetallesDelServicio: [
    'FechaServ',
    'FormaPagoServ',
    'TipoDeServ',
    'SubTipServ',
    'PrecioServSinIVA',
    'Importe',
  ],
  Carro: ['TipoCarro', 'MatriculaCarro', 'GuiaCarro', 'ToneladasNetasCarro'],
}

/** Returns the columns of a repeated node; undefined if none are selected. */
export function tableColumns(name: string): readonly string[] | undefined {
  if (Object.hasOwn(columns, name)) return columns[name]
  return undefined
}
