/**
 * What goes in the columns of a table, where the declaration does not tell: the rest of each row goes below it.
 * @module
 */

/** Name of the node that repeats -> its attributes, as columns. */
const columns: Readonly<Record<string, readonly string[]>> = {
  Concepto: ['Cantidad', 'ClaveUnidad', 'ClaveProdServ', 'Descripcion', 'ValorUnitario', 'Importe'],
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
  Percepcion: ['TipoPercepcion', 'Clave', 'Concepto', 'ImporteGravado', 'ImporteExento'],
  Deduccion: ['TipoDeduccion', 'Clave', 'Concepto', 'Importe'],
  OtroPago: ['TipoOtroPago', 'Clave', 'Concepto', 'Importe'],
  // Of Carta Porte and Comercio Exterior: those that the document has.
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
  Carro: ['TipoCarro', 'MatriculaCarro', 'GuiaCarro', 'ToneladasNetasCarro'],
}

/** The columns of what repeats under that name; undefined where nothing says which matter. */
export function columnsOf(name: string): readonly string[] | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}
