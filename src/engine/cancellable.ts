/**
 * Finds the document of a cancellation by its key, its XML or its folio fiscal, with its
 * cancellation status.
 * @module
 */
import { createCancellationState } from '../cancel/cancellationState.js'
import { folioFiscal } from '../cancel/sign.js'
import { CfdiXmlError } from '../errors.js'
import { decodeBase64 } from '../lib/base64.js'
import { central, instant } from '../lib/time.js'
import type { Stamped } from '../pac/provider.js'
import { insertTimbre } from '../seal/insertTimbre.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { createFailure } from './failure.js'
import type { CancellationEntry, Cancellations } from './cancellationStore.js'
import type { Order, Orders } from './orders.js'
import type { RegisteredDocuments } from './registeredDocuments.js'
import type { StampFailure } from './result.js'
import { isEnd, type Step } from './stepResult.js'

/**
 * Document to cancel: by its key, by the XML that `stamp` returned, or by its folio fiscal after a
 * first cancellation request.
 */
export type Cancellable =
  | {
      /** The key of the stamp. */
      readonly key: string
    }
  | {
      /** The stamped XML, in Base64. */
      readonly XML: string
      /** Id of the PAC that stamped it, if known. It receives the request first. */
      readonly pac?: string | undefined
    }
  | {
      /** Folio fiscal of a document in the store of cancellations. */
      readonly uuid: string
    }

/**
 * Marks the XML of a {@link Cancellable} that the service read as a whole before it stored it: it is
 * not read again for its concepts. Its type is the text that callers give, because only this package
 * marks XML.
 */
export function markStored(xml: string): string {
  return new StoredXml(xml) as unknown as string
}

class StoredXml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Stores of documents and their cancellations. */
export interface CancellableSources {
  readonly cancellations: Cancellations
  readonly orders: Orders
  readonly documents: RegisteredDocuments
  readonly now: () => number
}

/** Returns the recorded cancellation status of a document, or a new, unrecorded one. */
export async function findCancellable(
  which: Cancellable,
  { cancellations, orders, documents, now }: CancellableSources,
): Promise<Step<CancellationEntry>> {
  if ('uuid' in which) {
    const entry = await cancellations.load(folioFiscal(which.uuid))
    if (entry === undefined)
      return { failure: notKnown('nadie ha pedido cancelarlo aquí: hace falta su XML') }
    return { value: entry }
  }
  let stamped: StampedXml
  if ('key' in which) {
    const order = await orders.load(which.key)
    if (order?.outcome?.kind !== 'stamped')
      return { failure: notKnown(explainUnstamped(which.key, order)) }
    stamped = stampedBy(documents.parseSealed(order.xml), order.outcome)
  } else {
    const read = readCancellable(which.XML, which.pac, documents)
    if (isEnd(read)) return read
    stamped = read.value
  }
  const { document, kind } = documents.readStored(stamped.entry.xml)
  // The time of the stamp starts the legal term.
  const local: unknown = document.Complemento?.TimbreFiscalDigital?.FechaTimbrado
  const stampedAt = typeof local === 'string' ? instant(local, central).getTime() : Number.NaN
  const facts = { uuid: stamped.uuid, service: kind.service }
  const dated = Number.isNaN(stampedAt) ? facts : { ...facts, stampedAt }
  const life = createCancellationState(dated, now())
  const { uuid } = life
  const fresh = {
    uuid,
    version: 0,
    status: 'open' as const,
    life,
    change: 0,
    acknowledged: 0,
    at: 0,
    ...stamped.entry,
  }
  return { value: (await cancellations.load(uuid)) ?? fresh }
}

/** Explains why there is no stamped document, and names the way out. */
function explainUnstamped(given: string, order: Order | undefined): string {
  const key = JSON.stringify(given)
  if (order === undefined) return `no hay un comprobante con la clave ${key}`
  const { purged, uuid, outcome } = order
  if (purged === true && uuid !== undefined)
    return `el comprobante de la clave ${key} se depuró; cancélelo con su XML: su folio fiscal es ${uuid}`
  if (outcome === undefined)
    return `no se sabe si se timbró el comprobante de la clave ${key}; espere su resultado o resuélvalo con settle`
  return `el comprobante de la clave ${key} no está timbrado`
}

function notKnown(why: string): StampFailure {
  return createFailure(failureCodes.cancel, `No se pidió la cancelación: ${why}.`)
}

interface StampedXml {
  readonly uuid: string
  readonly entry: Pick<CancellationEntry, 'xml' | 'pac'>
}

/** A document with its stamp. */
export function stampedBy(sealed: Sealed, { timbre, pac }: Stamped): StampedXml {
  return { uuid: timbre.UUID, entry: { xml: insertTimbre(sealed, timbre).xml, pac } }
}

function readCancellable(
  given: string | StoredXml,
  pac: string | undefined,
  documents: RegisteredDocuments,
): Step<StampedXml> {
  try {
    const isStored = given instanceof StoredXml
    const xml = isStored
      ? given.text
      : new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(given))
    const { document, kind } = isStored ? documents.readStored(xml) : documents.read(xml)
    const { uuid } = kind.statusQuery(document)
    return { value: { uuid, entry: { xml, ...(pac !== undefined && { pac }) } } }
  } catch (cause) {
    const why = cause instanceof CfdiXmlError ? `: ${cause.message.replace(/\.$/, '')}` : ''
    return { failure: notKnown(`no hay un comprobante timbrado${why}`) }
  }
}
