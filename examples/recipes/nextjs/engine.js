/**
 * El motor, uno por proceso. Aquí timbra el PAC de pruebas; en producción, los suyos: ver
 * docs/es/production.md.
 * @module
 */
import {
  createEngine,
  createSandboxPac,
  createUnsafeMemoryCancellations,
  createUnsafeMemoryOrders,
} from 'cfdi-stamp'

async function open() {
  const provider = createSandboxPac()
  const csd = await provider.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const [orders, cancellations] = [createUnsafeMemoryOrders(), createUnsafeMemoryCancellations()]
  return {
    engine: createEngine({ signers: csd, provider, complete: true, orders, cancellations }),
    provider,
  }
}

let opening

/** El motor y su PAC, que se abren en la primera petición y no al compilar. */
export const stamping = () => (opening ??= open())
