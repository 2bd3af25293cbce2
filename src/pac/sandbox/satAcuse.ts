/**
 * Acuses of the SAT of the sandbox, in the format of the real ones. They have no seal: the real one
 * is an HMAC with a secret key of the SAT.
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'

/** The code of a document, or of a request that is refused as a whole. */
export type Judged =
  | { readonly uuid: string; readonly folio: string }
  | { readonly request: string }

const declaration = '<?xml version="1.0" encoding="utf-8"?>'

/** Returns an attribute of a request, unchanged. */
function said(signed: string, attribute: string): string {
  return new RegExp(`${attribute}="([^"<]*)"`).exec(signed)?.[1] ?? ''
}

/** The acuse of a request to cancel. */
export function acuseOf(
  signed: string,
  fecha: string,
  judged: Judged,
  namespace = 'http://cancelacfd.sat.gob.mx',
): string {
  const code = 'request' in judged ? ` CodEstatus="${judged.request}"` : ''
  const folios = 'request' in judged ? '' : foliosOf(judged, `xmlns="${namespace}"`)
  return `${declaration}<Acuse Fecha="${fecha}" RfcEmisor="${said(signed, 'RfcEmisor')}"${code}>${folios}</Acuse>`
}

/**
 * Creates the acuse of the answer of a receiver. The codes of the request and of the document are
 * independent.
 */
export function receiptOf(signed: string, fecha: string, judged: Judged): string {
  const names = `RfcReceptor="${said(signed, 'RfcReceptor')}" RfcPac="${said(signed, 'RfcPacEnviaSolicitud')}"`
  const respuesta = /<Respuesta>(\w+)</.exec(signed)?.[1] ?? ''
  const own = `Respuesta="${respuesta}" xmlns="http://cancelacfd.sat.gob.mx"`
  const [code, folios] =
    'request' in judged ? [judged.request, ''] : ['1000', foliosOf(judged, own)]
  const attributes = `${names} CodEstatus="${code}" Fecha="${fecha}"`
  return `${declaration}<AcuseAceptacionRechazo ${attributes}>${folios}</AcuseAceptacionRechazo>`
}

function foliosOf(
  { uuid, folio }: { readonly uuid: string; readonly folio: string },
  attributes: string,
): string {
  return `<Folios ${attributes}><UUID>${escapeText(uuid)}</UUID><EstatusUUID>${folio}</EstatusUUID></Folios>`
}
