/**
 * Fields that identify a stamped retención, and the URL of the SAT's verification page. The SAT has
 * no status service for retenciones.
 *
 * Source of the fields: phpcfdi/cfdi-expresiones, Retenciones 2.0: `rr` is the RFC of a receiver of
 * Mexico, `nr` the tax number of a foreign one in 20 characters, and `tt` MontoTotOperacion.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { StatusQuery } from '../cfdi40/statusQuery.js'
import type { Retenciones } from './declaration.js'

const page = 'https://prodretencionverificacion.clouda.sat.gob.mx/'

/** RFC of residents abroad, for a receiver without a tax number. */
const foreign = 'XEXX010101000'

/**
 * Returns the fields of a stamped document, for its cancellation.
 * @throws TypeError for a document without a stamp
 */
export function statusQuery({
  Emisor,
  Receptor,
  Totales,
  Sello,
  Complemento,
}: Retenciones): StatusQuery {
  const uuid: unknown = Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string') throw new TypeError('statusQuery: a stamped document is expected')
  return {
    uuid,
    rfcEmisor: Emisor.RfcE,
    rfcReceptor: Receptor.Nacional?.RfcR ?? foreign,
    total: String(Totales.MontoTotOperacion),
    fe: Sello.slice(-8),
  }
}

/** Returns the URL of the verification page, with UUID, receiver, amount and end of the seal. */
export function verificationUrl(
  { Emisor, Receptor, Totales, Sello }: Retenciones,
  uuid: string,
): string {
  const fields = {
    id: uuid,
    re: Emisor.RfcE,
    ...receiverOf(Receptor),
    tt: amountOf(String(Totales.MontoTotOperacion)),
    fe: Sello.slice(-8),
  }
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${page}?${query.join('&')}`
}

function receiverOf({ Nacional, Extranjero }: Retenciones['Receptor']): Record<string, string> {
  if (Nacional !== undefined) return { rr: Nacional.RfcR }
  const number = Extranjero?.NumRegIdTribR ?? ''
  return { nr: number.slice(0, 20).padStart(20, '0') }
}

/** Without trailing zeros, and with one decimal at least. */
function amountOf(text: string): string {
  const amount = Decimal.of(text.trim())
  const digits = [1, 2].find((each) => amount.round(each).equals(amount)) ?? amount.scale
  return amount.round(digits).toString(digits)
}
