/**
 * The answer with a stamp.
 * @module
 */
import { encodeTextBase64 } from '../lib/base64.js'
import type { Finding } from '../model/finding.js'
import type { Stamped } from '../pac/provider.js'
import { cadenaTimbre } from '../sat/cfdi40/cfdi.js'
import { verificationUrl } from '../sat/cfdi40/verificationUrl.js'
import { insertTimbre } from '../seal/insertTimbre.js'
import type { Sealed } from '../seal/sello.js'
import type { StampSuccess } from './result.js'

/** A stamp that was judged, put into the document that was sealed. */
export function success(sealed: Sealed, outcome: Stamped, warnings: readonly Finding[]): StampSuccess {
  const { xml, timbre } = insertTimbre(sealed, outcome.timbre)
  const { document } = sealed
  return {
    ok: true,
    cfdi: {
      UUID: timbre.UUID,
      XML: encodeTextBase64(xml),
      ...(document.Serie === undefined ? {} : { Serie: document.Serie }),
      ...(document.Folio === undefined ? {} : { Folio: document.Folio }),
      Fecha: document.Fecha,
      FechaTimbrado: timbre.FechaTimbrado,
      RfcProvCertif: timbre.RfcProvCertif,
      NoCertificado: document.NoCertificado,
      NoCertificadoSAT: timbre.NoCertificadoSAT,
      Sello: sealed.sello,
      SelloSAT: timbre.SelloSAT,
      CadenaOriginalTimbre: cadenaTimbre(timbre),
      UrlVerificacion: verificationUrl(document, timbre.UUID),
    },
    timbre,
    pac: outcome.pac,
    earlier: outcome.when === 'earlier',
    warnings,
  }
}
