/**
 * Documents with an invented Sello, for tests that do not verify it.
 * @module
 */
import { createHash } from 'node:crypto'
import { tokenOf } from '../../src/pac/hash.js'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import type { Sealed } from '../../src/seal/sello.js'

const template: Comprobante = {
  Version: '4.0',
  Serie: 'A',
  Folio: '1',
  Fecha: '2026-11-21T11:59:00',
  Sello: '',
  NoCertificado: '30001000000600000001',
  Certificado: 'MIIC',
  SubTotal: '100.00',
  Moneda: 'MXN',
  Total: '116.00',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  LugarExpedicion: '06000',
  Emisor: { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'TOAM850417U21',
    Nombre: 'MARIANA TORRES ACOSTA',
    DomicilioFiscalReceptor: '06000',
    RegimenFiscalReceptor: '612',
    UsoCFDI: 'G03',
  },
  Conceptos: [
    {
      ClaveProdServ: '14111507',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Papel "bond", 1 millar',
      ValorUnitario: '100.00',
      Importe: '100.00',
      ObjetoImp: '01',
    },
  ],
}

const xmls = new Map<number, string>()

/** XML of the document with a number; deterministic. */
export function sealedXml(number: number): string {
  let xml = xmls.get(number)
  if (xml === undefined) {
    const bytes = createHash('sha512').update(String(number)).digest()
    const Sello = Buffer.concat([bytes, bytes, bytes, bytes]).toString('base64')
    xml = writeCfdi({ ...template, Folio: String(number), Sello })
    if (number < 100) xmls.set(number, xml)
  }
  return xml
}

/** The document with a number; its token is cached, so that no test waits for WebCrypto. */
export async function sealedDocument(number: number): Promise<Sealed> {
  const sealed = parseSealed(sealedXml(number))
  await tokenOf(sealed)
  return sealed
}
