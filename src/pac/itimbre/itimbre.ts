/**
 * iTimbre. Shapes from public clients, one of which has tests against its sandbox: they assert that
 * the same document with the same id answers 307, and that `buscarCFDI` then has the stamp; never
 * tested against its servers by us.
 *
 * Each request has an id of the caller, which the adapter derives from the bytes: a lost answer is
 * looked up by it.
 *
 * Unknown: the maximum length of an id (12 characters are sent, as those tests do); whether it
 * recognises a document by its bytes or by its id (assume the id: one adapter for one account); its
 * answer for an id that it does not know, so that an absence is only `unknown` without `absent`; the
 * codes of account troubles. It cancels with the key of the issuer only: cancel with another PAC.
 * @module
 */
import { encodeBase64 } from '../../lib/base64.js'
import { isRecord } from '../../lib/json.js'
import { type AccountOptions, absenceOf, type LookUpOptions } from '../adapter/account.js'
import type { Adapter, HttpReply, HttpRequest, Outgoing, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { answerOfFind, claim, classify, type Report, specificCode } from '../adapter/classify.js'
import { asObject, asText, asXml, type Json, readJson } from '../adapter/reply.js'

/** The account at iTimbre. */
export type ItimbreOptions = AccountOptions<'services' | 'sat'> & LookUpOptions

const pac: Pac<'services'> = {
  id: 'itimbre',
  besides: ['absent'],
  name: 'iTimbre',
  hosts: {
    production: { services: 'https://portalws.itimbre.com/itimbre.php' },
    test: { services: 'https://portalws.itimbre.com/itimbreprueba.php' },
  },
  repeat: { dedupByContent: false, dedupByReference: true, returnsEarlierStamp: 'never' },
}

/**
 * The adapter of iTimbre. It looks up by the id; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(itimbre({ environment: 'test', user, password }), { send: createSend() })
 */
export function itimbre(options: ItimbreOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const isAbsence = absenceOf(pac.id, options)
    const call = (method: string, outgoing: Outgoing, more: object = {}): HttpRequest => {
      const { Rfc } = outgoing.sealed.document.Emisor
      const params = { user, pass: password, RFC: Rfc, ...more }
      // The first 72 bits of the hash of the bytes, in 12 characters.
      const { sha256 } = outgoing
      const bytes = sha256.slice(0, 18).match(/../g) ?? []
      const query = JSON.stringify({
        id: encodeBase64(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16))),
        method,
        params,
      })
      return {
        method: 'POST',
        url: services,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `q=${encodeURIComponent(query)}`,
      }
    }
    return {
      stamp: {
        request: (outgoing) => call('cfd2cfdi', outgoing, { xmldata: outgoing.sealed.xml }),
        read: readStamp,
      },
      find: {
        by: 'key',
        request: (outgoing) => call('buscarCFDI', outgoing),
        read: (reply) => {
          const result = resultOf(reply)
          const documents = documentsOf(result)
          const report = reportOf(result)
          if (documents.length > 1) return { kind: 'stamped', when: 'earlier', sources: documents }
          return answerOfFind(documents[0], isAbsence(report), classify(reply, report))
        },
      },
      // Any answer of the address proves that it is up; nothing is sent to it.
      ping: {
        anonymous: true,
        request: () => ({ method: 'GET', url: services, headers: {} }),
        read: ({ status }) => status < 500 && status !== 429,
      },
    }
  })
}

function readStamp(reply: HttpReply): StampAnswer {
  const result = resultOf(reply)
  const [xml] = documentsOf(result)
  const report = reportOf(result)
  // JSON-RPC writes null for no error.
  const isFresh = report.code === '1' && (result?.['error'] ?? '') === ''
  if (xml === undefined && !isFresh) return classify(reply, report)
  return claim(isFresh ? 'fresh' : 'earlier', xml, isFresh ? {} : report)
}

function resultOf(reply: HttpReply): Json | undefined {
  return asObject(readJson(reply)?.['result'])
}

/** `data` is the document, or a list of them; clients name the member differently. */
function documentsOf(result: Json | undefined): readonly string[] {
  const data = result?.['data']
  const list: readonly unknown[] = Array.isArray(data) ? data : [data]
  const documents: string[] = []
  for (const one of list) {
    const xml = isRecord(one) ? (asXml(one['xml_data']) ?? asXml(one['cfdi_xml'])) : asXml(one)
    if (xml !== undefined) documents.push(xml)
  }
  return documents
}

function reportOf(result: Json | undefined): Report {
  const retcode = result?.['retcode']
  const code = typeof retcode === 'number' ? String(retcode) : asText(retcode)
  const message = asText(result?.['error'])
  return { code: specificCode(code, message ?? ''), message, detail: message }
}
