/** A PAC whose answers get lost, and drafts of tickets, for the workers. */
import { createSandboxPac, type SandboxPac } from 'cfdi-stamp'
import type { Provider } from '../../src/pac/provider.js'
import { sale } from '../fixtures.js'

/**
 * A sandbox of which every fifth answer is lost; `stamps` tells the UUID of each document that it
 * stamped, by its XML.
 */
export function createFaultyPac(): {
  pac: SandboxPac
  provider: Provider
  stamps: Map<string, string>
} {
  const pac = createSandboxPac()
  const stamps = new Map<string, string>()
  let count = 0
  const provider: Provider = {
    ...pac,
    id: pac.id,
    capabilities: pac.capabilities,
    find: (sealed, signal) => pac.find(sealed, signal),
    ping: (signal) => pac.ping(signal),
    async stamp(sealed, signal) {
      const outcome = await pac.stamp(sealed, signal)
      if (outcome.kind === 'stamped') {
        const { UUID } = outcome.timbre
        if ((stamps.get(sealed.xml) ?? UUID) !== UUID) throw new Error('one document, two stamps')
        stamps.set(sealed.xml, UUID)
      }
      count++
      return count % 5 === 0
        ? { kind: 'unknown', pac: pac.id, message: 'Se perdió la respuesta.' }
        : outcome
    },
  }
  return { pac, provider, stamps }
}

export function draftOf(number: number): object {
  const iva = {
    Base: 'AUTO',
    Impuesto: '002',
    TipoFactor: 'Tasa',
    TasaOCuota: '0.160000',
    Importe: 'AUTO',
  }
  return {
    ...sale,
    Serie: 'T',
    Folio: 'AUTO',
    FormaPago: '01',
    SubTotal: 'AUTO',
    Total: 'AUTO',
    Conceptos: [
      {
        ClaveProdServ: '60131300',
        NoIdentificacion: `T${number}`,
        Cantidad: '1',
        ClaveUnidad: 'H87',
        Descripcion: 'Guitarra',
        ValorUnitario: '100.00',
        Importe: 'AUTO',
        ObjetoImp: '02',
        Impuestos: { Traslados: [iva] },
      },
    ],
    Impuestos: 'AUTO',
  }
}
