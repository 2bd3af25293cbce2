/** Tables as `catalogs pack` reads them. */
import { catalogs } from '../../src/catalogs/catalogs.js'

const header = 'id\ttexto\tdecimales\tporcentaje_variacion\tvigencia_desde\tvigencia_hasta'

/** Returns the present table of c_Moneda, as the importer reads it, with further rows. */
export function monedas(...more: string[]): string {
  const rows = [...catalogs.catalog('c_Moneda').rows()].map(
    ({ clave, texto, decimales, porcentajeVariacion, vigenciaDesde, vigenciaHasta }) =>
      [clave, texto, decimales, porcentajeVariacion, vigenciaDesde, vigenciaHasta]
        .map((value) => value ?? '')
        .join('\t'),
  )
  return `${[header, ...rows, ...more].join('\n')}\n`
}
