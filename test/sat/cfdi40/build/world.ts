/**
 * Where builders are tried: the whole engine, with the sandbox PAC.
 * @module
 */
import type { Json } from '../../../../src/derive/derivation.js'
import { createEngine, type Engine } from '../../../../src/engine/engine.js'
import type { Finding } from '../../../../src/model/finding.js'
import { createSandboxPac } from '../../../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { csd, fixture, noon } from '../../../fixtures.js'

export interface World {
  /** Stamps, and returns the stamped document. Rejects with the findings otherwise. */
  stamp(json: unknown): Promise<Comprobante>
  /** Returns all findings of a document. */
  findings(json: unknown): Promise<readonly Finding[]>
  /** Returns the findings that prevent the stamp. */
  errors(json: unknown): Promise<readonly Finding[]>
}

export async function createWorld(): Promise<World> {
  const signers = await Promise.all(['company', 'person'].map(csd))
  const provider = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
  const engine: Engine = createEngine({ signers, provider, clock: () => noon })
  return {
    async stamp(json) {
      const answer = await engine.stamp(json)
      if (!answer.ok)
        throw new Error(JSON.stringify(answer.errors.length > 0 ? answer.errors : answer))
      return readCfdi(Buffer.from(answer.cfdi.XML, 'base64'))
    },
    findings: (json) => engine.check(json),
    async errors(json) {
      return (await engine.check(json)).filter(({ severity }) => severity === 'error')
    },
  }
}

/** The company of the fixtures as issuer. */
export const company = {
  Emisor: { Rfc: 'PLO150312QT1', RegimenFiscal: '601' },
  LugarExpedicion: '64000',
} as const

/** A customer that is a company. */
export const customer = {
  Rfc: 'CSV080917H24',
  Nombre: 'COMERCIAL SIERRA VERDE',
  DomicilioFiscalReceptor: '37000',
  RegimenFiscalReceptor: '601',
  UsoCFDI: 'G03',
} as const

const iva = {
  Base: 'AUTO',
  Impuesto: '002',
  TipoFactor: 'Tasa',
  TasaOCuota: '0.160000',
  Importe: 'AUTO',
}

/** A line at 16 %. */
export const line = (ValorUnitario: string, more: Json = {}): Json => ({
  ClaveProdServ: '44121701',
  Cantidad: '1',
  ClaveUnidad: 'H87',
  Descripcion: 'Bolígrafo',
  ValorUnitario,
  Importe: 'AUTO',
  ObjetoImp: '02',
  Impuestos: { Traslados: [iva] },
  ...more,
})

/** An invoice of the company, to be paid later. */
export const factura = (Conceptos: readonly Json[], more: Json = {}): Json => ({
  Version: '4.0',
  Serie: 'A',
  Folio: 'AUTO',
  Fecha: 'AUTO',
  FormaPago: '99',
  MetodoPago: 'PPD',
  SubTotal: 'AUTO',
  Descuento: 'AUTO',
  Moneda: 'MXN',
  Total: 'AUTO',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  LugarExpedicion: '64000',
  Emisor: { ...company.Emisor, Nombre: 'AUTO' },
  Receptor: customer,
  Conceptos,
  Impuestos: 'AUTO',
  ...more,
})
