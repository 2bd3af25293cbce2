/** Sealed documents for tests of adapters. */

import type { Csd } from '../../src/certificate/csd.js'
import type { SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { type Sealed, seal, type Unsealed } from '../../src/seal/sello.js'

export const now = new Date('2026-11-21T18:00:00Z')

export const invoice: Unsealed = {
  Version: '4.0',
  Serie: 'A',
  Folio: '1',
  // Ten minutes before `now` in central Mexico.
  Fecha: '2026-11-21T11:50:00',
  FormaPago: '01',
  SubTotal: '100.00',
  Moneda: 'MXN',
  Total: '116.00',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  MetodoPago: 'PUE',
  LugarExpedicion: '06000',
  Emisor: { Rfc: 'PÑA110620H80', Nombre: 'PIÑATAS ÑANDU', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'TOAM850417U21',
    Nombre: 'MARIANA TORRES ACOSTA',
    DomicilioFiscalReceptor: '06000',
    RegimenFiscalReceptor: '612',
    UsoCFDI: 'G03',
  },
  Conceptos: [
    {
      ClaveProdServ: '60141100',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Piñata & dulces «grande»',
      ValorUnitario: '100.00',
      Importe: '100.00',
      ObjetoImp: '02',
      Impuestos: {
        Traslados: [
          {
            Base: '100.00',
            Impuesto: '002',
            TipoFactor: 'Tasa',
            TasaOCuota: '0.160000',
            Importe: '16.00',
          },
        ],
      },
    },
  ],
  Impuestos: {
    TotalImpuestosTrasladados: '16.00',
    Traslados: [
      {
        Base: '100.00',
        Impuesto: '002',
        TipoFactor: 'Tasa',
        TasaOCuota: '0.160000',
        Importe: '16.00',
      },
    ],
  },
}

/** Seals invoices of one issuer, each with a new Folio. */
export async function createSealer(
  pac: SandboxPac,
): Promise<(changes?: Partial<Unsealed>) => Promise<Sealed>> {
  const csd: Csd = await pac.issueCsd({ rfc: invoice.Emisor.Rfc, name: 'PIÑATAS ÑANDU SA DE CV' })
  let folio = 0
  return (changes = {}) => seal({ ...invoice, Folio: String(++folio), ...changes }, csd)
}
