/**
 * The printed stamp, as Anexo 20 (section II.D) and rule 2.7.1.7 of the RMF require it.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { cadenaTimbre } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Printed } from './documents/printed.js'
import { labelIn, plainField, type Wording } from './fields.js'
import { fillText } from './labels/texts.js'
import type { Field, QrCode, Stamp } from './view.js'

/** Returns the stamp of a document; undefined without one. */
export function timbreOf({ Complemento }: Comprobante): TimbreFiscalDigital | undefined {
  const found: unknown = Complemento?.TimbreFiscalDigital
  const stamps: readonly unknown[] = Array.isArray(found) ? found : [found]
  const timbre = stamps.find((one) => isRecord(one) && typeof one['UUID'] === 'string')
  return timbre as TimbreFiscalDigital | undefined
}

/** Creates the printed stamp. It repeats the seal of the document, which is printed apart if it differs. */
export function stampOf(
  wording: Wording,
  document: Comprobante,
  timbre: TimbreFiscalDigital,
): Stamp {
  const own = { ...wording, document: timbreFiscalDigital.name }
  const field = (name: string, value: unknown): Field[] =>
    value === undefined ? [] : [plainField(own, timbreFiscalDigital.name, name, String(value))]
  // `CadenaOriginal` is the label's name among fields, and `cadena` among texts.
  const { labels, used, texts } = wording
  used?.add('CadenaOriginal')
  return {
    uuid: plainField(wording, timbreFiscalDigital.name, 'UUID', timbre.UUID),
    fields: [
      ...field('FechaTimbrado', timbre.FechaTimbrado),
      ...field('RfcProvCertif', timbre.RfcProvCertif),
      ...field('NoCertificado', document.NoCertificado),
      ...field('NoCertificadoSAT', timbre.NoCertificadoSAT),
      ...field('Leyenda', timbre.Leyenda),
    ],
    seals: [
      ...(timbre.SelloCFD === document.Sello ? [] : sealFields(wording, document)),
      ...field('SelloCFD', timbre.SelloCFD),
      ...field('SelloSAT', timbre.SelloSAT),
      {
        ...plainField(wording, '', 'CadenaOriginal', cadenaTimbre(timbre)),
        label: labels['CadenaOriginal'] ?? texts.cadena,
      },
    ],
  }
}

/** The seal that the document states. */
function sealFields(wording: Wording, { Sello }: Comprobante): Field[] {
  if (isAbsent(Sello)) return []
  return [plainField({ ...wording, document: 'Comprobante' }, 'Comprobante', 'Sello', Sello)]
}

/** Creates the printed seal, and the number of the certificate, of a document that has no stamp. */
export function sealOf(wording: Wording, { Sello, NoCertificado }: Comprobante): Stamp | undefined {
  const own = { ...wording, document: 'Comprobante' }
  const fields = isAbsent(NoCertificado)
    ? []
    : [plainField(own, 'Comprobante', 'NoCertificado', NoCertificado as string)]
  const seals = isAbsent(Sello)
    ? []
    : [plainField({ ...own, document: timbreFiscalDigital.name }, '', 'SelloCFD', Sello as string)]
  return fields.length + seals.length === 0 ? undefined : { fields, seals }
}

function isAbsent(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'AUTO'
}

/** Returns the URLs of the SAT's verification pages. */
export function stampCodes(
  wording: Wording,
  { document, kind }: Printed,
  timbre: TimbreFiscalDigital,
): readonly QrCode[] {
  const { Emisor, Receptor, Sello } = document as Partial<Comprobante>
  const isWhole = Emisor !== undefined && Receptor !== undefined && Sello !== undefined
  const page = isWhole
    ? [{ text: kind.verificationUrl(document, timbre.UUID), label: wording.texts.verifyCfdi }]
    : []
  return [...page, ...cartaPorteCodes(wording, document, timbre)]
}

const cartaPortePage = 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx'

/** For Carta Porte 3.x: IdCCP, departure from its first origin, and certification date. */
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
  const name = labelIn(wording, '', 'CartaPorte')
  return [{ text, label: fillText(wording.texts.verifyPart, { name }) }]
}
