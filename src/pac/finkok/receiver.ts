/**
 * Finkok's services for receivers, and for related documents. Replies recorded from its sandbox
 * (get_pending, accept_reject_signature); those of get_related_signature from its WSDL and the
 * texts that a public suite asserts against it.
 * @module
 */
import type { HttpReply, PendingAnswer, ReceiverReply, RelatedAnswer } from '../adapter/adapter.js'
import { inconclusive } from '../adapter/classify.js'
import { toRelatedDocuments } from '../adapter/reply.js'
import {
  child,
  childrenOf,
  classifySoap,
  soapResult,
  textOf,
  textsOf,
  type XmlElement,
} from '../adapter/soap.js'
import type { RelatedDocument } from '../provider.js'

/** `error` is empty, or absent, unless something is wrong. */
function errorOf(result: XmlElement | undefined): string | undefined {
  return textOf(result, 'error')
}

/**
 * A text without an answer is not from the SAT: `UUID: … No Encontrado` means a document that
 * Finkok did not stamp.
 */
function inDoubt(reply: HttpReply, message: string | undefined) {
  return inconclusive(classifySoap(reply, { message, detail: message }, {}))
}

/** Reads a reply of `get_pending`. */
export function readPending(reply: HttpReply): PendingAnswer {
  const result = soapResult(reply, 'get_pending')
  const error = errorOf(result)
  if (result === undefined || error !== undefined) return inDoubt(reply, error)
  return { kind: 'pending', uuids: textsOf(child(result, 'uuids'), 'string') }
}

/** Reads a reply of `accept_reject_signature`: a status for each document, in one of two lists. */
export function readAnswer(reply: HttpReply, uuid: string): ReceiverReply {
  const result = soapResult(reply, 'accept_reject_signature')
  const lines = [
    ...childrenOf(child(result, 'aceptacion'), 'Acepta'),
    ...childrenOf(child(result, 'rechazo'), 'Rechaza'),
  ]
  for (const line of lines) {
    if (textOf(line, 'uuid')?.toUpperCase() !== uuid.toUpperCase()) continue
    const code = textOf(line, 'status')
    if (code !== undefined) return { kind: 'answered', code }
    break
  }
  return inDoubt(reply, errorOf(result))
}

/** Reads a reply of `get_related_signature`. */
export function readRelated(reply: HttpReply): RelatedAnswer {
  const result = soapResult(reply, 'get_related_signature')
  const error = errorOf(result)
  const code = /\b(?:2001|2002|305|301)\b/.exec(error ?? '')?.[0]
  if (code === '2001') return { kind: 'related', padres: [], hijos: [], code }
  if (code !== undefined) return { kind: 'rejected', code, message: error ?? '' }
  if (result === undefined || error !== undefined) return inDoubt(reply, error)
  return {
    kind: 'related',
    padres: documentsIn(result, 'Padre'),
    hijos: documentsIn(result, 'Hijo'),
  }
}

function documentsIn(result: XmlElement, name: 'Padre' | 'Hijo'): readonly RelatedDocument[] {
  return childrenOf(child(result, `${name}s`), name).flatMap((one) =>
    toRelatedDocuments(textOf(one, 'uuid'), textOf(one, 'emisor'), textOf(one, 'receptor')),
  )
}
