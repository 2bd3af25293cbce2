/**
 * Result with a stamp.
 * @module
 */
import { decodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import type { Finding } from '../../model/finding.js'
import type { Stamped } from '../../pac/provider.js'
import { cadenaTimbre, readCfdi } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { cfdi40 } from '../../sat/cfdi40/document.js'
import type { SatDocument } from '../../sat/document.js'
import { insertTimbre } from '../../seal/insertTimbre.js'
import type { Sealed } from '../../seal/sello.js'
import type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import { kindOf, namesOf, type RegisteredDocuments } from '../registeredDocuments.js'
import type { StampedCfdi, StampSuccess } from '../result.js'

/** Creates the result of a validated stamp: adds it to the sealed document. */
export function success(
  sealed: Sealed,
  outcome: Stamped,
  warnings: readonly Finding[],
): StampSuccess {
  const { xml, timbre } = insertTimbre(sealed, outcome.timbre)
  const kind = kindOf(sealed)
  const answer = {
    ok: true as const,
    cfdi: describeStamped(xml, sealed, timbre),
    timbre,
    pac: outcome.pac,
    earlier: outcome.when === 'earlier',
    warnings,
  }
  return withDocument(answer, kind === cfdi40 ? [] : [kind])
}

/** Creates the result of a document that was stamped before, from its XML. */
export function successAgain(
  xml: string,
  pac: string,
  documents: RegisteredDocuments,
): StampSuccess {
  const { document, kind } = documents.read(xml)
  const timbre = document.Complemento?.TimbreFiscalDigital as TimbreFiscalDigital
  const cfdi = describeStamped(xml, { root: kind, document }, timbre)
  const answer = { ok: true as const, cfdi, timbre, pac, earlier: true, warnings: [] }
  return withDocument(answer, documents.all)
}

function describeStamped(
  xml: string,
  sealed: Pick<Sealed, 'root' | 'document'>,
  timbre: TimbreFiscalDigital,
): StampedCfdi {
  const { document } = sealed
  const kind = kindOf(sealed)
  const { Serie, Folio, Fecha } = namesOf(sealed)
  return {
    UUID: timbre.UUID,
    XML: encodeTextBase64(xml),
    ...(Serie !== undefined && { Serie }),
    ...(Folio !== undefined && { Folio }),
    ...kind.amountsOf(document),
    Fecha,
    FechaTimbrado: timbre.FechaTimbrado,
    RfcProvCertif: timbre.RfcProvCertif,
    NoCertificado: document.NoCertificado,
    NoCertificadoSAT: timbre.NoCertificadoSAT,
    Sello: document.Sello,
    SelloSAT: timbre.SelloSAT,
    CadenaOriginalTimbre: cadenaTimbre(timbre),
    UrlVerificacion: kind.verificationUrl(document, timbre.UUID),
  }
}

/** Adds the document to a result. It is read from the XML on first access. */
export function withDocument<Answer extends Omit<StampSuccess, 'document'>>(
  answer: Answer,
  documents: readonly SatDocument[] = [],
): Answer & Pick<StampSuccess, 'document'> {
  let document: Comprobante | undefined
  const get = (): Comprobante => {
    document ??= readCfdi(decodeBase64(answer.cfdi.XML) ?? '', { documents }) as Comprobante
    return document
  }
  return Object.defineProperty(answer, 'document', { get, configurable: true }) as Answer &
    Pick<StampSuccess, 'document'>
}
