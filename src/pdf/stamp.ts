/**
 * The stamp as it is printed: what Anexo 20 (section II.D) and rule 2.7.1.7 of the RMF ask of every printed CFDI.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { cadenaTimbre } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { verificationUrl } from '../sat/cfdi40/verificationUrl.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { labelIn, plainField, type Wording } from './fields.js'
import type { Field, QrCode, Stamp } from './view.js'

/** What every printed document must say. */
export const legend = 'Este documento es una representación impresa de un CFDI'

/** The stamp of a document; undefined when it has none. */
export function timbreOf({ Complemento }: Comprobante): TimbreFiscalDigital | undefined {
  const found: unknown = Complemento?.TimbreFiscalDigital
  const timbre = Array.isArray(found) ? found[0] : found
  return isRecord(timbre) && typeof timbre['UUID'] === 'string' ? (timbre as unknown as TimbreFiscalDigital) : undefined
}

/** The printed stamp. The seal of the document is the one that it has, which the stamp repeats. */
export function stampOf(wording: Wording, document: Comprobante, timbre: TimbreFiscalDigital): Stamp {
  const own = { ...wording, document: timbreFiscalDigital.name }
  const field = (name: string, value: unknown): Field[] =>
    value === undefined ? [] : [plainField(own, timbreFiscalDigital.name, name, String(value))]
  const named = (name: keyof TimbreFiscalDigital): Field[] => field(name, timbre[name])
  return {
    uuid: plainField(wording, timbreFiscalDigital.name, 'UUID', timbre.UUID),
    fields: [
      ...named('FechaTimbrado'),
      ...named('RfcProvCertif'),
      ...field('NoCertificado', document.NoCertificado),
      ...named('NoCertificadoSAT'),
      ...named('Leyenda'),
    ],
    seals: [
      ...named('SelloCFD'),
      ...named('SelloSAT'),
      { ...plainField(wording, '', 'CadenaOriginal', cadenaTimbre(timbre)), label: cadenaLabel(wording) },
    ],
  }
}

function cadenaLabel(wording: Wording): string {
  return wording.labels['CadenaOriginal'] ?? 'Cadena original del complemento de certificación digital del SAT'
}

/** The addresses of the SAT's verification pages. */
export function codesOf(wording: Wording, document: Comprobante, timbre: TimbreFiscalDigital): readonly QrCode[] {
  const { Emisor, Receptor, Sello } = document as Partial<Comprobante>
  const isWhole = Emisor !== undefined && Receptor !== undefined && Sello !== undefined
  const page = isWhole ? [{ text: verificationUrl(document, timbre.UUID), label: 'Verificación del CFDI' }] : []
  return [...page, ...cartaPorteCodes(wording, document, timbre)]
}

const cartaPortePage = 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx'

/** Of a Carta Porte 3.x: its IdCCP, when its first origin is left, and when it was certified. */
function cartaPorteCodes(
  wording: Wording,
  { Complemento }: Comprobante,
  { FechaTimbrado }: TimbreFiscalDigital,
): QrCode[] {
  const cartaPorte: unknown = Complemento?.CartaPorte
  if (!isRecord(cartaPorte) || typeof cartaPorte['IdCCP'] !== 'string') return []
  const { IdCCP, Ubicaciones } = cartaPorte
  const stops = Array.isArray(Ubicaciones) ? Ubicaciones.filter(isRecord) : []
  const origin = stops.find(({ TipoUbicacion }) => TipoUbicacion === 'Origen')
  const text = `${cartaPortePage}?IdCCP=${IdCCP}&FechaOrig=${origin?.['FechaHoraSalidaLlegada'] ?? ''}&FechaTimb=${FechaTimbrado}`
  return [{ text, label: `Verificación de ${labelIn(wording, '', 'CartaPorte')}` }]
}
