/**
 * El traslado de mercancía propia, en camión propio: un CFDI de tipo T con su Carta Porte.
 * @module
 */

/**
 * Un punto del viaje: el primero es el origen, los demás, destinos con los kilómetros que se
 * recorren hasta ellos.
 */
const ubicacionOf = ({ rfc, hora, km, domicilio }, index) => ({
  TipoUbicacion: index === 0 ? 'Origen' : 'Destino',
  IDUbicacion: `${index === 0 ? 'OR' : 'DE'}${String(Math.max(index, 1)).padStart(6, '0')}`,
  RFCRemitenteDestinatario: rfc,
  FechaHoraSalidaLlegada: hora,
  ...(index === 0 ? {} : { DistanciaRecorrida: km }),
  Domicilio: { Pais: 'MEX', ...domicilio },
})

/**
 * El borrador de un viaje. El IdCCP, la distancia, los pesos y las cuentas se obtienen de lo demás,
 * con `complete: true`.
 */
export function trasladoPropio({ emisor, puntos, mercancias, vehiculo, operador }) {
  return {
    Version: '4.0',
    Folio: 'AUTO',
    Fecha: 'AUTO',
    TipoDeComprobante: 'T',
    Exportacion: '01',
    Moneda: 'XXX',
    SubTotal: '0',
    Total: '0',
    LugarExpedicion: emisor.cp,
    Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: emisor.regimen },
    Receptor: {
      Rfc: emisor.rfc,
      Nombre: emisor.nombre,
      DomicilioFiscalReceptor: emisor.cp,
      RegimenFiscalReceptor: emisor.regimen,
      UsoCFDI: 'S01',
    },
    Conceptos: mercancias.map(({ clave, cantidad, unidad, descripcion }) => ({
      ClaveProdServ: clave,
      Cantidad: cantidad,
      ClaveUnidad: unidad,
      Descripcion: descripcion,
      ValorUnitario: '0',
      Importe: '0',
      ObjetoImp: '01',
    })),
    Complemento: {
      CartaPorte: {
        Version: '3.1',
        IdCCP: 'AUTO',
        TranspInternac: 'No',
        Ubicaciones: puntos.map(ubicacionOf),
        Mercancias: {
          UnidadPeso: 'KGM',
          Mercancia: mercancias.map(({ clave, cantidad, unidad, descripcion, kg }) => ({
            BienesTransp: clave,
            Descripcion: descripcion,
            Cantidad: cantidad,
            ClaveUnidad: unidad,
            PesoEnKg: kg,
          })),
          Autotransporte: vehiculo,
        },
        FiguraTransporte: [{ TipoFigura: '01', ...operador }],
      },
    },
  }
}
