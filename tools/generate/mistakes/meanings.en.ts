/**
 * Meaning and correction of each code in English, for `docs/en/errors.md`. `src/codes/meanings.ts`
 * has them in Spanish, which is the language of the library's messages.
 * @module
 */
import type { Meaning, Meanings } from '../../../src/codes/meanings.js'

export const ofEngine: Meanings = {
  701: [
    'The JSON cannot be parsed, or is not an object.',
    'Check quotes and commas. Pass a JavaScript object as it is, without serializing it.',
  ],
  702: [
    'The document is not valid.',
    'Read `errors`: every finding has a code, a field and a path. Nothing was sent.',
  ],
  703: [
    'There is no certificate for that issuer.',
    'Add it to `signers`, or correct `Emisor.Rfc`.',
  ],
  704: [
    'The engine could not seal the document.',
    '`errors` has the reason: an expired certificate, a failed signature, a document that has a stamp.',
  ],
  705: [
    'The PAC rejected the document and did not stamp it.',
    'Correct the errors in `errors` and stamp again with the same key.',
  ],
  706: [
    'The PAC account cannot stamp, or the PAC limits the rate. The document was not stamped.',
    'Check the balance and the password. Wait for `retryAfter` if it is present.',
  ],
  707: ['No PAC could be reached. The document was not stamped.', 'Retry later with the same key.'],
  708: [
    'The document was sent and the response was lost: a stamp may exist.',
    '**Do not invoice again.** Keep `sealed`. Stamp again with the same key, or call `resume`, to get the result.',
  ],
  709: [
    'The folio sequence failed. The document was not sent.',
    'Check the database of the folios and retry.',
  ],
  710: [
    'A resource given to the engine failed (clock, catalogues, lists, journal, orders). The document was not sent.',
    'Check that resource. The result omits the cause because it may contain data.',
  ],
  711: [
    'The key was used with another document, or is not a valid key. Nothing was sealed.',
    'One order, one key, one invoice. To correct one: `engine.substitute`.',
  ],
  712: [
    'A cancellation could not be requested. Nothing was sent.',
    '`errors` has one of the `CANCEL_…` codes below.',
  ],
  713: [
    'Equal documents use every second of the last ten minutes. The document was not sent.',
    'Use `Folio: "AUTO"`, which makes equal documents distinct, or wait for `retryAfter`.',
  ],
  714: [
    'Another key has the same document, byte for byte. The document was not sent.',
    '`duplicateOf` has that key and its UUID. For another sale, change Fecha or Folio, or use `"AUTO"`.',
  ],
  715: [
    'The PAC already had this document: another program with the same CSD stamped it.',
    '`duplicateOf` has the UUID. For another sale, stamp with another key and `Folio: "AUTO"`.',
  ],
  716: [
    'The key has a result, and the store removed its old document. Nothing was sealed.',
    '`duplicateOf` has the UUID, where it is known. For another sale, use another key.',
  ],
}

export const ofErrors: Meanings = {
  CERTIFICATE_UNAVAILABLE: [
    "The certificate of a PAC could not be obtained from the SAT's repository.",
    'Retry, or download it by its number and put it into the folder.',
  ],
  CERTIFICATE_UNREADABLE: [
    'Not an X.509 certificate, or damaged.',
    'Use the .cer exactly as downloaded.',
  ],
  CERTIFICATE_UNSUPPORTED: [
    'The library cannot verify its signature algorithm or its key type.',
    'Its validity is unknown: request a current certificate.',
  ],
  CSD_CERTIFICATE_FILE: [
    'The .cer cannot be read or is not a certificate.',
    'Check the path, and check that it is not the .key.',
  ],
  CSD_KEY_FILE: [
    'The .key cannot be read, is not a private key, or has an unsupported encryption.',
    'Use the original .key of the SAT.',
  ],
  CSD_PFX_FILE: [
    'The .pfx cannot be read, or lacks the certificate or the key.',
    'Use .cer and .key, or export the .pfx again.',
  ],
  CSD_FOLDER: [
    'The folder cannot be read, or contains no CSD that the password opens.',
    'Check the path and the password.',
  ],
  CSD_PASSWORD: [
    'The password is missing or does not open the key.',
    'Use the password chosen when the CSD was requested. If it is lost, request another CSD.',
  ],
  CSD_KEY_MISMATCH: [
    'The .key does not belong to the .cer.',
    'Use the pair: the SAT renews both together.',
  ],
  CSD_IS_EFIRMA: ['The certificate is an e.firma, which cannot seal invoices.', 'Use the CSD.'],
  CSD_IS_OTHER: ['The certificate is neither a CSD nor an e.firma.', 'Use the CSD of the issuer.'],
  XML_SYNTAX: [
    'The XML is malformed.',
    '`line` and `column` have the position. If it comes from `cfdi.XML`, decode the Base64 first.',
  ],
  XML_ENCODING: [
    'The bytes do not match the encoding that the XML declares.',
    'Read the file as bytes; do not decode it as text first.',
  ],
  XML_LIMIT: ['The XML exceeds the limits of the reader.', 'If it is legitimate, raise `limits`.'],
  XML_NOT_CFDI: [
    'The XML is not a CFDI 4.0.',
    'This library does not read CFDI 3.3 or retenciones.',
  ],
  XML_CONTENT: [
    'The XML has elements or attributes that a CFDI cannot have.',
    '`findings` lists them.',
  ],
  SEAL_DRAFT: [
    'The document still contains "AUTO".',
    'The engine, or `resolveDraft`, resolves it before `seal`.',
  ],
  SEAL_ISSUER: [
    '`Emisor.Rfc` differs from the RFC of the certificate.',
    'Seal with the CSD of the issuer.',
  ],
  SEAL_DATE: [
    '`Fecha` is outside the validity of the certificate.',
    'Renew the CSD, or correct the date.',
  ],
  SEAL_STAMPED: [
    'The document already has a stamp.',
    'Do not seal a stamped document again; replace it.',
  ],
  SEAL_SIGNER: ['Signing failed.', 'The reason is in `cause`: KMS, HSM or key.'],
  CANCEL_UUID: ['Not a valid folio fiscal.', 'Use 32 hexadecimal digits with hyphens.'],
  CANCEL_MOTIVO: ['Not one of the four motives.', 'Use 01, 02, 03 or 04.'],
  CANCEL_SUSTITUCION: [
    'Motive 01 requires the folio of the substitute; the others do not admit one.',
    '`engine.substitute` does both steps in order.',
  ],
  CANCEL_CERTIFICATE: ['The certificate is not a CSD.', 'Sign with the CSD of the issuer.'],
  CANCEL_ISSUER: ['The certificate belongs to another RFC.', 'Sign with the CSD of the issuer.'],
  CANCEL_DATE: [
    'The certificate has expired or is not valid yet.',
    'Renew the CSD. The new one can cancel documents that the old one sealed.',
  ],
  CANCEL_SHA1: [
    'The signer does not support SHA-1, which the SAT requires for cancellations.',
    'Implement `signSha1` in the Signer.',
  ],
  CANCEL_SIGNER: [
    'Signing failed, or the signature does not match the certificate.',
    'See `cause`. Check that the key belongs to the certificate.',
  ],
  JOURNAL_OPEN: ['The journal cannot be opened or created.', 'Check the path and the permissions.'],
  JOURNAL_FORMAT: [
    'The file is not a journal, or has another version. It was not changed.',
    'Use another path, or the version that wrote it.',
  ],
  JOURNAL_CORRUPT: [
    'Earlier records cannot be read. The file was not changed.',
    'Restore the backup. Do not delete the file: it lists the documents in doubt.',
  ],
  JOURNAL_LOCKED: [
    'Another process has it open.',
    'Use one process per journal; for several, [PostgreSQL](scaling.md).',
  ],
  JOURNAL_WRITE: [
    'A write failed.',
    'Check the disk and open the journal again. Acknowledged writes are kept.',
  ],
  JOURNAL_CLOSED: ['The journal is closed.', 'Close it after all stamps have ended.'],
  JOURNAL_TIMEOUT: [
    'The store exceeded its time-out.',
    'Check the store. `notSent` is true if nothing was sent.',
  ],
  SETTLE_UNKNOWN: ['The journal does not have that document.', 'Check the `token`.'],
  SETTLE_CLOSED: ['That document is not in doubt.', 'No resolution is needed.'],
  SETTLE_BUSY: ['A stamp or a lookup of the document is in progress.', 'Wait until it ends.'],
  SETTLE_STAMP: [
    'The stamp is not valid, or belongs to another document.',
    'Download the XML from the portal of the PAC.',
  ],
  SETTLE_UNREADABLE: [
    'The stored record of the document cannot be read.',
    'Download the XML from the portal of the PAC.',
  ],
  POSTGRES_NEWER: [
    'The tables have a newer version. Nothing was changed.',
    'Update every process.',
  ],
  POSTGRES_QUERY: [
    'A statement failed.',
    'See `cause`. Read the row to find out whether the write succeeded.',
  ],
  POSTGRES_TIMEOUT: [
    'A statement exceeded `timeout`.',
    'Check the database. Read the row to find out whether the write succeeded.',
  ],
  POSTGRES_VALUE: [
    'PostgreSQL cannot store the text.',
    'Remove U+0000; keys have at most 1,000 bytes.',
  ],
}

const otherCsd = 'Use a valid CSD of the issuer.'
const clock =
  'Check the clock of the server. With the right CSD, wait until the SAT publishes its list.'

export const ofReception: Meanings = {
  'CFDI40-S38': [
    'A value contains "|", which separates the fields of the cadena original. Another document can have the same cadena and the same seal.',
    'In your documents, use another character. If you received it, request a new document: its seal does not show which of the two was signed.',
  ],
  'CFDI40-S39': [
    'The document has more than one stamp.',
    'The PAC adds exactly one. Request the XML from the issuer, or download it from the portal of the SAT.',
  ],
  'CFDI40-S40': [
    'The stamp belongs to another document, or the seal changed after stamping.',
    'Do not accept it. Request the XML from the issuer, or download it from the portal of the SAT.',
  ],
  'CFDI40-S50': [
    'A complement of the SAT is not declared: the seal would leave it out of the cadena original.',
    'Update cfdi-stamp, or give the declaration of the complement in the option `complements` of `createEngine` and of every other verb: docs/en/host-complements.md.',
  ],
}

export const ofBuilders: Meanings = {
  'CFDI40-B01': [
    'The credit note has the nearest amount that the SAT admits, which differs from the charge of the returned lines.',
    'The message has both amounts. Refund the amount of the note.',
  ],
  'CFDI40-B02': [
    'Part of a line is returned, and earlier credit notes are not given.',
    'Give `anteriores`, the notes of the invoice in force, or `[]` when there are none.',
  ],
  'CFDI40-B03': [
    'The invoice has taxes with an amount and no rate, which no note can credit.',
    'The message has the largest sum that can be credited. To credit everything, cancel or replace the invoice.',
  ],
  'CFDI40-B04': [
    'Lines are returned at their full charge after notes by amount.',
    'If the discount included these lines, credit the price paid for them with `Total`: [credit notes](credit-notes.md#returns-after-a-discount).',
  ],
  'CFDI40-B05': [
    'An advance belongs to another receiver than the sale.',
    'Check that the advance is of this customer: [advances](advances.md).',
  ],
  'CFDI40-B06': [
    'An advance is applied to an invoice that is not related to it by TipoRelacion 07.',
    'Make the invoice with `facturaConAnticipo`. If it is stamped already, replace it.',
  ],
  'CRP20-B01': [
    'The paid invoice is PUE and has no receipt of payment.',
    'If it was paid at once, do not stamp the receipt. Otherwise replace the invoice by one with PPD.',
  ],
  'CRP20-B02': [
    'The payment is before the day of its invoice.',
    'Correct `FechaPago`. If the date is right, the payment is [an advance](advances.md).',
  ],
  'CRP20-B03': [
    'The amount of the payment is at least ten times the balance.',
    'Check that it has no extra digit.',
  ],
}

export const ofStamping: Meanings = {
  301: [
    'The XML does not match Anexo 20: a wrong name or type, or a missing or extra part.',
    '`check` returns the finding and its path. Some PACs prefix the code of another rule with 301: read the whole text.',
  ],
  302: [
    'The seal does not match the document, which changed after sealing.',
    'Seal again, and do not change the XML afterwards.',
  ],
  303: [
    'The certificate belongs to another RFC than `Emisor.Rfc`.',
    'Seal with the CSD of the issuer.',
  ],
  304: [
    'The certificate is not active in the list of the SAT: it was revoked, has expired or was issued today.',
    clock,
  ],
  305: ['`Fecha` is outside the validity of the certificate.', otherCsd],
  306: ['The certificate is an e.firma, not a CSD.', otherCsd],
  307: [
    'The document already has a stamp, or the PAC stamped the same document before.',
    'Do not stamp it again. The stamp exists: stamp with the same key, or call `resume`, to get it.',
  ],
  308: [
    'The SAT did not issue the certificate.',
    'A test CSD works only with the PAC sandbox that accepts it.',
  ],
  401: [
    '`Fecha` is more than 72 hours ago, or in the future.',
    'Use `Fecha: "AUTO"`. Check the clock of the server and the postal code of LugarExpedicion.',
  ],
  402: [
    'The issuer is not in the list of the SAT with its obligations in order.',
    'The issuer resolves this with the SAT. The SAT publishes a new registration after some time.',
  ],
  403: ['`Fecha` is before 2012.', 'Correct the date.'],
}

const resend = 'Correct the request and send it again. Repeating a cancellation has no effect.'
const readIt = 'Read the text of the response; the code alone does not identify the reason.'
const disputed: Meaning = [
  'The motive, the folio of the substitute, a term or a relation is not admitted.',
  readIt,
]
const refused: Meaning = ['The request is not admitted.', readIt]

export const ofCancellation: Meanings = {
  201: [
    'The SAT received the request. The document may not be cancelled yet.',
    'Look up the status with `engine.refresh`.',
  ],
  202: [
    'The cancellation was requested before, or the document is already cancelled.',
    'Look up the status with `engine.refresh`.',
  ],
  203: [
    'The document was not found, or belongs to another issuer.',
    'Check the folio fiscal and the CSD that signed.',
  ],
  204: [
    'The document cannot be cancelled yet: other documents relate to it.',
    'Cancel the related ones first.',
  ],
  205: [
    'The SAT does not have the document yet.',
    'This is normal for minutes after the stamp, and for up to 72 hours. Retry later.',
  ],
  206: [
    'The document is not a CFDI of the primary sector.',
    'Use the service for that type of document.',
  ],
  207: disputed,
  208: disputed,
  209: disputed,
  210: disputed,
  211: disputed,
  212: disputed,
  213: disputed,
  300: [
    'The PAC did not authenticate with the SAT. Nothing was requested.',
    'Retry with that PAC or another.',
  ],
  301: ['The XML of the request is malformed.', resend],
  302: ['The signature of the request is not valid.', resend],
  303: ['The certificate does not belong to the issuer.', 'Sign with the CSD of the issuer.'],
  304: [
    'The certificate was revoked or has expired.',
    'Sign with a valid CSD. It can cancel documents that the earlier one sealed.',
  ],
  305: ['The certificate or the date of the request is not valid.', clock],
  306: refused,
  307: refused,
  308: refused,
  309: refused,
  310: ['The request was signed with the e.firma.', 'Sign with the CSD.'],
  311: ['The motive is not one of the four.', 'Use 01, 02, 03 or 04.'],
  312: [
    'The relation of the folio does not match the motive.',
    'Motive 01 requires the folio of the substitute; the others do not admit one.',
  ],
}

export const ofRetencion: Meanings = {
  1201: ['The SAT received the request.', 'Look up the status on the page of the SAT.'],
  1202: [
    'The cancellation was requested before, or the document is already cancelled.',
    'Look up the status on the page of the SAT.',
  ],
  1203: [
    'The document was not found, or belongs to another issuer.',
    'Check the folio fiscal and the CSD that signed.',
  ],
  1204: ['The document cannot be cancelled.', readIt],
  1301: ['The XML of the request is malformed.', resend],
  1302: ['The list of folios is not admitted.', resend],
  1303: ['The RFC is not the RFC of the issuer.', 'Sign with the CSD of the issuer.'],
  1304: ['The date of the request is not admitted.', 'Check the clock of the server.'],
  1305: ['The certificate does not belong to the issuer.', 'Sign with the CSD of the issuer.'],
  1306: ['The certificate is not valid.', otherCsd],
  1307: ['The request was signed with the e.firma.', 'Sign with the CSD.'],
  1308: ['The certificate was revoked or has expired.', otherCsd],
  1309: ['The signature of the request is not valid.', resend],
  1310: refused,
  1311: refused,
  1312: refused,
  1313: ['The term, which ends with the annual return, is over.', readIt],
  1314: ['The relation of the folio does not match the motive.', readIt],
}

export const ofReceiver: Meanings = {
  1000: ['The SAT has the response.', 'Nothing.'],
  1001: ['No cancellation of that document is pending.', 'No response is needed.'],
  1002: ['The receiver responded before, and the response is final.', 'Nothing.'],
  1003: ['The receiver of the document is another RFC.', 'Respond with the CSD of the receiver.'],
  1004: [
    'More than one request names that folio.',
    'Request the list of pending cancellations again.',
  ],
  1005: ['The folio fiscal is missing or malformed.', 'Use 32 hexadecimal digits with hyphens.'],
  1006: ['The request has too many folios.', 'Send them in several requests.'],
}
