/**
 * Requests of receivers of cancellations, and lookups of related documents, at the SAT through a
 * PAC. Requests name that PAC and are signed with the certificate of the requester. Nothing is
 * recorded: all requests are repeatable.
 * @module
 */
import { type AnswerClass, classOfAnswer } from '../cancel/answer.js'
import { cancelledBefore } from '../cancel/related.js'
import { folioFiscal, signReceiverAnswer, signRelatedQuery } from '../cancel/sign.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { messageOf } from '../lib/message.js'
import type {
  Provider,
  Refused,
  RelatedDocument,
  RelatedOutcome,
  Unavailable,
  Unknown,
} from '../pac/provider.js'
import { failureCodes } from './codes.js'
import { causedBy, createFailure, reason } from './failure.js'
import type { SignerSource } from './stamp/preparation.js'
import type { StampFailure } from './result.js'

/** Result of `pending`. */
export type PendingResult =
  | {
      readonly ok: true
      /** Folios fiscales of the documents whose cancellation waits for the receiver. */
      readonly uuids: readonly string[]
    }
  | StampFailure

/** Answer of a receiver. */
export interface AnswerCall {
  /** Folio fiscal of the document to cancel. */
  readonly uuid: string
  /** Whether the receiver consents. */
  readonly respuesta: 'Aceptacion' | 'Rechazo'
  /** RFC of the receiver. Defaults to that of the only signer. */
  readonly rfcReceptor?: string | undefined
}

/** Result of `answer`. */
export type AnswerResult =
  | {
      /**
       * The SAT responded. Only `received` and `answeredBefore` mean that it has an answer,
       * possibly an earlier one.
       */
      readonly ok: true
      /** Class of the SAT's response. */
      readonly class: AnswerClass
      /** The code of the SAT. */
      readonly code: string
      /** The acuse of the SAT, byte for byte, if the PAC returns it. */
      readonly acuse?: string
    }
  | StampFailure

/** Lookup of the related documents of a document. */
export interface RelatedCall {
  /** Folio fiscal. */
  readonly uuid: string
  /** Role of the requester in the document. Defaults to `emisor`. */
  readonly rol?: 'emisor' | 'receptor' | undefined
  /** RFC of the requester. Defaults to that of the only signer. */
  readonly rfc?: string | undefined
}

/** Result of `related`. */
export type RelatedResult =
  | {
      readonly ok: true
      /** Documents that relate to it. While they are valid, it cannot be cancelled. */
      readonly padres: readonly RelatedDocument[]
      /** Documents that it relates to. */
      readonly hijos: readonly RelatedDocument[]
      /**
       * Folios to cancel before it, in order. Includes documents that relate to `padres`, if their
       * issuer has a signer.
       */
      readonly before: readonly string[]
    }
  | StampFailure

/** Dependencies of {@link Receiver}. */
export interface ReceiverSettings {
  readonly provider: Provider
  readonly signerOf: SignerSource
  readonly now: () => number
}

export class Receiver {
  readonly #settings: ReceiverSettings
  readonly #notOffered: Unavailable

  constructor(settings: ReceiverSettings) {
    const message = 'El PAC no ofrece este servicio.'
    this.#settings = settings
    this.#notOffered = { kind: 'unavailable', pac: settings.provider.id, message }
  }

  /** Never rejects. */
  pending(rfcReceptor: string): Promise<PendingResult> {
    return told('No se pudo consultar lo pendiente', async () => {
      const outcome = (await this.#settings.provider.pending?.(rfcReceptor)) ?? this.#notOffered
      if (outcome.kind === 'pending') return { ok: true, uuids: outcome.uuids }
      return failedCheck(outcome)
    })
  }

  /** Never rejects. */
  answer({ uuid, respuesta, rfcReceptor }: AnswerCall): Promise<AnswerResult> {
    return told('No se pudo responder la cancelación', async () => {
      const signer = await this.#signer(rfcReceptor)
      const request = { uuid: folioFiscal(uuid), respuesta, rfcReceptor: signer.certificate.rfc }
      const at = new Date(this.#settings.now())
      const sign = async (rfcPac: string) =>
        (await signReceiverAnswer({ ...request, rfcPac, at }, signer)).xml
      const outcome =
        (await this.#settings.provider.answer?.({ ...request, sign })) ?? this.#notOffered
      if (outcome.kind !== 'answered') return failedCheck(outcome)
      const { code, acuse } = outcome
      return {
        ok: true,
        class: classOfAnswer(outcome, request),
        code,
        ...(acuse !== undefined && { acuse }),
      }
    })
  }

  /** Never rejects. */
  related({ uuid, rol = 'emisor', rfc }: RelatedCall): Promise<RelatedResult> {
    return told('No se pudo consultar lo relacionado', async () => {
      const outcome = await this.#relatedTo(folioFiscal(uuid), rol, await this.#signer(rfc))
      if (outcome.kind !== 'related') return failedCheck(outcome)
      const { padres, hijos } = outcome
      return { ok: true, padres, hijos, before: await this.#before(uuid, padres) }
    })
  }

  /**
   * Resolves to the folios to cancel before a document, in order, or to `undefined` if the lookup
   * fails.
   * @throws the errors of a signer
   */
  async hindering(uuid: string, rfcEmisor: string, substitute: string | undefined) {
    const outcome = await this.#relatedTo(uuid, 'emisor', await this.#signer(rfcEmisor))
    if (outcome.kind === 'related') return this.#before(uuid, outcome.padres, substitute)
    return undefined
  }

  /**
   * Returns the folios to cancel first. Only the issuer of a document can look up its relations.
   */
  async #before(
    uuid: string,
    padres: readonly RelatedDocument[],
    substitute?: string,
  ): Promise<readonly string[]> {
    const issuers = new Map<string, string | undefined>()
    const relatedTo = async (one: string) => {
      let related = padres
      if (one !== uuid) {
        const signer = await this.#settings.signerOf(issuers.get(one))
        const outcome = signer && (await this.#relatedTo(one, 'emisor', signer))
        if (outcome?.kind !== 'related') return undefined
        related = outcome.padres
      }
      const uuids: string[] = []
      for (const { uuid: found, rfcEmisor } of related) {
        issuers.set(found.toUpperCase(), rfcEmisor)
        uuids.push(found)
      }
      return uuids
    }
    const except = substitute === undefined ? [] : [substitute]
    return (await cancelledBefore(uuid, relatedTo, except)) ?? []
  }

  async #relatedTo(
    uuid: string,
    rol: 'emisor' | 'receptor',
    signer: Signer,
  ): Promise<RelatedOutcome> {
    const sign = async (rfcPac: string) =>
      (await signRelatedQuery({ uuid, rol, rfcPac }, signer)).xml
    return (await this.#settings.provider.related?.({ uuid, rol, sign })) ?? this.#notOffered
  }

  async #signer(rfc: string | undefined): Promise<Signer> {
    const signer = await this.#settings.signerOf(rfc)
    if (signer !== undefined) return signer
    throw new CancelError('CANCEL_CERTIFICATE', `No hay un certificado de ${rfc ?? 'quien firma'}.`)
  }
}

type Failed = Refused | Unavailable | Unknown | Extract<RelatedOutcome, { kind: 'rejected' }>

function failedCheck(outcome: Failed): StampFailure {
  const code = failureCodes[outcome.kind]
  return {
    ...createFailure(code, outcome.message, [
      reason('', outcome.message, outcome.code ?? String(code)),
    ]),
    pac: outcome.pac,
  }
}

async function told<Result>(
  what: string,
  work: () => Promise<Result | StampFailure>,
): Promise<Result | StampFailure> {
  try {
    return await work()
  } catch (cause) {
    const own = cause instanceof CancelError
    const code = own ? failureCodes.cancel : failureCodes.host
    const message = messageOf(cause)
    const because = reason('', message, own ? cause.code : String(code))
    return causedBy(cause, createFailure(code, `${what}. ${message}`, [because]))
  }
}
