/**
 * Sealed documents for the contract test of an adapter.
 * @module
 */
import { requireOptions } from '../../lib/options.js'
import { central, localTime } from '../../lib/time.js'
import { type Sealed, seal, type Unsealed } from '../../seal/sello.js'
import type { SandboxPac } from './sandbox.js'

/** Options of {@link createTestSealer}. */
export interface TestSealerOptions {
  /** Current time, that of the PAC; Fecha is ten minutes earlier. The system clock by default. */
  readonly clock?: () => Date
}

/**
 * Creates a function that seals invoices of one issuer that the PAC trusts, each with a new Folio.
 * @example
 * const pac = createSandboxPac()
 * const subject = { provider, sealed: await createTestSealer(pac) }
 */
export async function createTestSealer(
  pac: SandboxPac,
  options: TestSealerOptions = {},
): Promise<() => Promise<Sealed>> {
  requireOptions('createTestSealer', options, ['clock'])
  const { clock = () => new Date() } = options
  const csd = await pac.issueCsd({
    rfc: invoice.Emisor.Rfc,
    name: 'ESCUELA KEMPER URGATE SA DE CV',
  })
  let folio = 0
  return () => {
    const Fecha = localTime(new Date(clock().getTime() - 600_000), central)
    return seal({ ...invoice, Folio: String(++folio), Fecha }, csd)
  }
}

const invoice: Omit<Unsealed, 'Fecha'> = {
  Version: '4.0',
  FormaPago: '01',
  SubTotal: '100.00',
  Moneda: 'MXN',
  Total: '100.00',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  MetodoPago: 'PUE',
  LugarExpedicion: '42501',
  Emisor: { Rfc: 'EKU9003173C9', Nombre: 'ESCUELA KEMPER URGATE', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'URE180429TM6',
    Nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    DomicilioFiscalReceptor: '86991',
    RegimenFiscalReceptor: '601',
    UsoCFDI: 'G01',
  },
  Conceptos: [
    {
      ClaveProdServ: '60121001',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Pintura',
      ValorUnitario: '100.00',
      Importe: '100.00',
      ObjetoImp: '01',
    },
  ],
}
