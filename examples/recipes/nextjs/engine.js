/**
 * El motor, uno por proceso. Aquí timbra el PAC de pruebas; en producción, los suyos: ver docs/produccion.md.
 * @module
 */
import { createEngine, createSandboxPac, createUnsafeMemoryOrders } from 'cfdi-stamp'

async function open() {
  const provider = createSandboxPac()
  const csd = await provider.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
  return createEngine({ signers: csd, provider, complete: true, orders: createUnsafeMemoryOrders() })
}

let opening

/** El motor, que se abre en la primera petición y no al compilar. */
export const engineOf = () => (opening ??= open())
