/**
 * SW's services for receivers, and for related documents. Replies recorded from its sandbox
 * (pendings, acceptreject, a relations without any); the lists of relations after its SDKs.
 * @module
 */
import type {
  Carried,
  Exchange,
  HttpReply,
  PendingAnswer,
  ReceiverReply,
  RelatedAnswer,
} from '../adapter/adapter.js'
import { evidenceOf, inconclusive } from '../adapter/classify.js'
import { writeMultipart } from '../adapter/multipart.js'
import { asObject, asText, toRelatedDocuments } from '../adapter/reply.js'
import type { AnswerRequest, RelatedRequest } from '../provider.js'
import { judge, read, type SwReply } from './reply.js'

/** The headers of a request, with the token that was obtained for it. */
export type Headers = (token: string | undefined) => Readonly<Record<string, string>>

/** `GET /pendings/{rfc}`: 1100 found, 1101 none. */
export function pending(services: string, headers: Headers): Exchange<string, PendingAnswer> {
  return {
    request: (rfc, token) => ({
      method: 'GET',
      url: `${services}/pendings/${encodeURIComponent(rfc)}`,
      headers: headers(token),
    }),
    read: (reply) => {
      const envelope = read(reply)
      if (envelope?.codStatus === '1101') return { kind: 'pending', uuids: [], code: '1101' }
      const uuids = envelope?.data['uuid']
      if (envelope?.codStatus !== '1100' || !Array.isArray(uuids)) return inDoubt(reply, envelope)
      return {
        kind: 'pending',
        uuids: uuids.filter((uuid) => typeof uuid === 'string'),
        code: '1100',
      }
    },
  }
}

/** `POST /acceptreject/xml`: the signed answer, a status for each document. */
export function answer(
  services: string,
  headers: Headers,
): Exchange<Carried<AnswerRequest>, ReceiverReply> {
  return {
    request: ({ signed }, token) => upload(`${services}/acceptreject/xml`, signed, headers(token)),
    read: (reply, { uuid }) => {
      const envelope = read(reply)
      const folio = listIn(envelope, 'folios').find(
        (one) => asText(one['uuid'])?.toUpperCase() === uuid.toUpperCase(),
      )
      const code = asText(folio?.['estatusUUID'])
      const acuse = asText(envelope?.data['acuse'])
      if (code === undefined) return inDoubt(reply, envelope)
      return { kind: 'answered', code, ...(acuse && { acuse }) }
    },
  }
}

/** `POST /relations/xml`: 2000 found, 2001 none. */
export function related(
  services: string,
  headers: Headers,
): Exchange<Carried<RelatedRequest>, RelatedAnswer> {
  return {
    request: ({ signed }, token) => upload(`${services}/relations/xml`, signed, headers(token)),
    read: (reply) => {
      const envelope = read(reply)
      const code = envelope?.codStatus ?? ''
      if (code === '2002' || code === '305' || code === '301')
        return { kind: 'rejected', code, message: envelope?.message ?? '' }
      if (code !== '2000' && code !== '2001') return inDoubt(reply, envelope)
      const [padres, hijos] = ['Padres', 'Hijos'].map((side) =>
        listIn(envelope, `uuidsRelacionados${side}`).flatMap(({ uuid, rfcEmisor, rfcReceptor }) =>
          toRelatedDocuments(asText(uuid), asText(rfcEmisor), asText(rfcReceptor)),
        ),
      )
      return { kind: 'related', padres: padres!, hijos: hijos!, code }
    },
  }
}

function upload(url: string, signed: string, headers: ReturnType<Headers>) {
  const { contentType, body } = writeMultipart('xml', 'text/xml', signed)
  return {
    method: 'POST' as const,
    url,
    headers: { ...headers, 'content-type': contentType },
    body,
  }
}

function inDoubt(reply: HttpReply, envelope: SwReply | undefined) {
  return { ...inconclusive(judge(reply, envelope)), ...evidenceOf(envelope ?? {}) }
}

function listIn(envelope: SwReply | undefined, name: string) {
  const list = envelope?.data[name]
  if (Array.isArray(list)) return list.map(asObject).filter((one) => one !== undefined)
  return []
}
