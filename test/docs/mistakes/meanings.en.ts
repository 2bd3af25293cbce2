/**
 * What each code says and what cures it, in English, for `docs/en/errores.md`: as `src/codes/meanings.ts` has it in Spanish, which is
 * what the library says.
 * @module
 */
import type { Meaning, Meanings } from '../../../src/codes/meanings.js'

export const ofEngine: Meanings = {
  701: [
    'The JSON cannot be read, or is no object.',
    'Look at quotes and commas; a JavaScript object is given as it is.',
  ],
  702: [
    'The document is not valid.',
    'Read `errors`: all that is wrong, with its code, field and path. Nothing was sent.',
  ],
  703: ['There is no certificate for that issuer.', 'Add it to `signers`, or correct `Emisor.Rfc`.'],
  704: [
    'It could not be sealed.',
    '`errors` says why: certificate expired, signature that failed, document stamped already.',
  ],
  705: ['The PAC rejected it; it was not stamped.', 'Correct what `errors` says and stamp again, with the same key.'],
  706: [
    'The PAC account cannot stamp, or the PAC asks to slow down; it was not stamped.',
    'Look at balance and password; wait `retryAfter` if it is there.',
  ],
  707: ['No PAC could be reached; it was not stamped.', 'Try later, with the same key.'],
  708: [
    'It was sent and the answer was lost: it may be stamped.',
    '**Do not invoice again.** Keep `sealed`; the same key, or `resume`, finds out what happened.',
  ],
  709: ['The sequence of folios failed; it was not sent.', 'Look at the database of the folios and try again.'],
  710: [
    'Something that you gave the engine failed (clock, catalogues, lists, journal, orders); it was not sent.',
    'Look at that resource; the cause is not shown, so as not to reveal data.',
  ],
  711: [
    'The key was used with another document, or is no key; nothing was sealed.',
    'One order, one key, one invoice. To correct one: `engine.substitute`.',
  ],
  712: ['A cancellation could not be asked for; it was not sent.', '`errors` has a `CANCEL_…` code of those below.'],
}

export const ofErrors: Meanings = {
  CERTIFICATE_UNREADABLE: ['It is no X.509 certificate, or is damaged.', 'Give the .cer just as it was downloaded.'],
  CERTIFICATE_UNSUPPORTED: [
    'It is signed, or has a key, in a way that cannot be verified here.',
    'Whether it is valid is not known: ask for a certificate of today.',
  ],
  CSD_CERTIFICATE_FILE: [
    'The .cer cannot be read or is no certificate.',
    'Look at the path, and whether it was exchanged with the .key.',
  ],
  CSD_KEY_FILE: [
    'The .key cannot be read, is no key, or is encrypted in a way that is not supported.',
    'Use the original .key of the SAT.',
  ],
  CSD_PFX_FILE: [
    'The .pfx cannot be read, or lacks the certificate or the key.',
    'Use .cer and .key, or export the .pfx again.',
  ],
  CSD_FOLDER: ['The folder cannot be read, or has no CSD that opens.', 'Look at the path and the password.'],
  CSD_PASSWORD: [
    'The password is missing or does not open the key.',
    'It is the one chosen when that CSD was asked for; if it was lost, ask for another CSD.',
  ],
  CSD_KEY_MISMATCH: ['The .key is not that of the .cer.', 'Find its pair: both are renewed together.'],
  CSD_IS_EFIRMA: ['It is an e.firma, which seals no invoices.', 'Use the CSD.'],
  CSD_IS_OTHER: ['It is neither a CSD nor an e.firma.', 'Use the CSD of the issuer.'],
  XML_SYNTAX: [
    'The XML is malformed.',
    '`line` and `column` say where. If it comes from `cfdi.XML`, decode the Base64 first.',
  ],
  XML_ENCODING: [
    'The bytes are not of the encoding that the XML declares.',
    'Read the file as bytes, without making text of it first.',
  ],
  XML_LIMIT: ['It has more than may be read.', 'If it is legitimate, raise `limits`.'],
  XML_NOT_CFDI: ['It is XML, and not a CFDI 4.0.', 'A CFDI 3.3 or a retención is not read by this library.'],
  XML_CONTENT: ['It has elements or attributes that a CFDI cannot have.', '`findings` lists them.'],
  SEAL_DRAFT: ['An "AUTO" is left in the document.', 'The engine, or `resolveDraft`, resolves it before `seal`.'],
  SEAL_ISSUER: ['`Emisor.Rfc` is not that of the certificate.', 'Seal with the CSD of the issuer.'],
  SEAL_DATE: ['`Fecha` is outside the validity of the certificate.', 'Renew the CSD, or correct the date.'],
  SEAL_STAMPED: ['The document has a stamp already.', 'What is stamped is not sealed again; it is replaced.'],
  SEAL_SIGNER: ['Signing failed.', 'The reason is in `cause`: KMS, HSM or key.'],
  CANCEL_UUID: ['It is no folio fiscal.', '32 hexadecimal digits with their hyphens.'],
  CANCEL_MOTIVO: ['It is none of the four motives.', '01, 02, 03 or 04.'],
  CANCEL_SUSTITUCION: [
    'Motive 01 takes the folio of the substitute, and the others take none.',
    '`engine.substitute` does both halves, in order.',
  ],
  CANCEL_CERTIFICATE: ['The certificate is no CSD.', 'Sign with the CSD of the issuer.'],
  CANCEL_ISSUER: ['The certificate is of another RFC.', 'Sign with the CSD of whoever issued it.'],
  CANCEL_DATE: ['The certificate is not in force.', 'Renew the CSD; the new one cancels what the old one sealed.'],
  CANCEL_SHA1: ['The signer does not do SHA-1, which the SAT wants to cancel.', 'Give your Signer `signSha1`.'],
  CANCEL_SIGNER: [
    'Signing failed, or the signature is not of that certificate.',
    'See `cause`, and that the key is that of the certificate.',
  ],
  JOURNAL_OPEN: ['The journal cannot be opened or made.', 'Look at path and permissions.'],
  JOURNAL_FORMAT: [
    'The file is no journal, or is of another version. It was not touched.',
    'Use another path, or the version that wrote it.',
  ],
  JOURNAL_CORRUPT: [
    'What was written before cannot be read. It was not touched.',
    'Restore the backup; do not delete it: it says what was left in doubt.',
  ],
  JOURNAL_LOCKED: ['Another process has it open.', 'One process a journal; for several, [PostgreSQL](../scaling.md).'],
  JOURNAL_WRITE: ['A write failed.', 'Look at the disk and open it again; what was acknowledged is there.'],
  JOURNAL_CLOSED: ['It was closed.', 'Close it after the stamping has ended.'],
  JOURNAL_TIMEOUT: ['It did not answer in time.', 'Look at the store; `notSent` says whether nothing was sent.'],
  SETTLE_UNKNOWN: ['The journal does not have that document.', 'Look at the `token`.'],
  SETTLE_CLOSED: ['That document is not in doubt.', 'There is nothing to settle.'],
  SETTLE_BUSY: ['It is being stamped or looked up now.', 'Wait until that ends.'],
  SETTLE_STAMP: ['The stamp is not valid, or is of another document.', 'Download it from the portal of the PAC.'],
  SETTLE_UNREADABLE: ['What was kept of the document cannot be read.', 'Look for the XML in the portal of the PAC.'],
  POSTGRES_NEWER: ['The tables are of a newer version. Nothing was changed.', 'Update every process.'],
  POSTGRES_QUERY: ['A statement failed.', 'See `cause`; whether it was written is told by reading.'],
  POSTGRES_TIMEOUT: [
    'It took longer than `timeout`.',
    'Look at the database; whether it was written is told by reading.',
  ],
  POSTGRES_VALUE: ['A text that PostgreSQL cannot keep.', 'No U+0000, and keys of up to 1,000 bytes.'],
}

const otherCsd = 'Use a CSD of the issuer that is in force.'
const clock = 'Look at the clock of the server; with the right CSD, wait until the SAT publishes its list.'

export const ofStamping: Meanings = {
  301: [
    'The XML does not have the form of Anexo 20: a name, a type, something that is missing or too much.',
    '`check` says what and where. Some PACs put 301 before the code of another rule: read all of the text.',
  ],
  302: [
    'The seal is not of this document: it changed after it was sealed.',
    'Seal again, and do not touch the XML after.',
  ],
  303: ['The certificate is of another RFC than `Emisor.Rfc`.', 'Seal with the CSD of the issuer.'],
  304: ['The certificate is not active in the list of the SAT: it was revoked, has expired or is of today.', clock],
  305: ['`Fecha` is outside the validity of the certificate.', otherCsd],
  306: ['The certificate is no CSD, but an e.firma.', otherCsd],
  307: [
    'The document has a stamp already, or the PAC stamped the same one before.',
    'Do not stamp it again: the stamp exists, and the same key, or `resume`, brings it.',
  ],
  308: ['The certificate was not issued by the SAT.', 'A test CSD is good only with the sandbox PAC that issued it.'],
  401: [
    '`Fecha` is more than 72 hours ago, or in the future.',
    '`Fecha: "AUTO"`; and look at the clock of the server and the postal code of LugarExpedicion.',
  ],
  402: [
    'The issuer is not in the list of the SAT with its obligations in order.',
    'The issuer settles it with the SAT; a registration of today takes time to be published.',
  ],
  403: ['`Fecha` is before 2012.', 'Correct the date.'],
}

const resend = 'Correct the request and send it again: to cancel twice changes nothing.'
const readIt = 'Read the text that came with it; the code alone does not say.'
const disputed: Meaning = ['The motive, the folio of the substitute, a term or a relation is not admitted.', readIt]
const refused: Meaning = ['The request is not admitted.', readIt]

export const ofCancellation: Meanings = {
  201: ['The request was received. That does not mean that it is cancelled.', 'Ask for the state: `engine.refresh`.'],
  202: ['It had been asked for, or is cancelled already.', 'Ask for the state: `engine.refresh`.'],
  203: ['It was not found, or is not of that issuer.', 'Look at the folio fiscal and at the CSD that signed.'],
  204: ['It cannot be cancelled yet: documents are related to it.', 'Cancel the related ones first.'],
  205: [
    'The SAT does not have it yet.',
    'That is normal in the minutes after the stamp, and up to 72 hours: ask later.',
  ],
  206: ['It is not of a CFDI of the primary sector.', 'Ask by the service of that kind of document.'],
  207: disputed,
  208: disputed,
  209: disputed,
  210: disputed,
  211: disputed,
  212: disputed,
  213: disputed,
  300: ['The PAC did not identify itself to the SAT. Nothing was asked for.', 'Try again, with that PAC or another.'],
  301: ['The XML of the request is malformed.', resend],
  302: ['The signature of the request does not hold.', resend],
  303: ['The certificate is not of the issuer.', 'Sign with the CSD of whoever issued it.'],
  304: [
    'The certificate was revoked or has expired.',
    'Sign with a CSD in force: it cancels what the one before sealed, too.',
  ],
  305: ['The certificate is not valid, or the date of the request is not.', clock],
  306: refused,
  307: refused,
  308: refused,
  309: refused,
  310: ['It was signed with the e.firma.', 'Sign with the CSD.'],
  311: ['The motive is none of the four.', '01, 02, 03 or 04.'],
  312: [
    'The folio is not related as the motive says.',
    'Motive 01 takes the folio of the substitute, and the others take none.',
  ],
}

export const ofRetencion: Meanings = {
  1201: ['The request was received.', 'Look for the state on the page of the SAT.'],
  1202: ['It had been asked for, or is cancelled already.', 'Look for the state on the page of the SAT.'],
  1203: ['It was not found, or is not of that issuer.', 'Look at the folio fiscal and at the CSD that signed.'],
  1204: ['It cannot be cancelled.', readIt],
  1301: ['The XML of the request is malformed.', resend],
  1302: ['The list of folios is not admitted.', resend],
  1303: ['The RFC is not that of the issuer.', 'Sign with the CSD of whoever issued it.'],
  1304: ['The date of the request is not admitted.', 'Look at the clock of the server.'],
  1305: ['The certificate is not of the issuer.', 'Sign with the CSD of whoever issued it.'],
  1306: ['The certificate is not valid.', otherCsd],
  1307: ['It was signed with the e.firma.', 'Sign with the CSD.'],
  1308: ['The certificate was revoked or has expired.', otherCsd],
  1309: ['The signature of the request does not hold.', resend],
  1310: refused,
  1311: refused,
  1312: refused,
  1313: ['The term is over, which is that of the annual return.', readIt],
  1314: ['The folio is not related as the motive says.', readIt],
}

export const ofReceiver: Meanings = {
  1000: ['The SAT has the answer.', 'Nothing.'],
  1001: ['Nobody asks to cancel that document, or no longer.', 'Nothing to answer.'],
  1002: ['It was answered before, and stays so.', 'Nothing.'],
  1003: ['The document is for another RFC.', 'Answer with the CSD of the receiver.'],
  1004: ['There is more than one request for that folio.', 'Ask for the list of what is pending again.'],
  1005: ['The folio fiscal is missing or miswritten.', '32 hexadecimal digits with their hyphens.'],
  1006: ['These are too many folios for one request.', 'Send them in several.'],
}
