/**
 * Guarda lo que pasó con una factura. Aquí, en memoria; en producción, en su base de datos: el
 * mismo aviso puede llegar dos veces.
 * @module
 */
export const facturas = new Map()

export async function guardar(event) {
  if (event.type === 'invoice.stamped') facturas.set(event.key, event.answer.cfdi.UUID)
}
