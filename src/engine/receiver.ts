/**
 * What a receiver does with cancellations, and what is related to a document: asked of the SAT through a PAC, signed in the name of
 * that PAC with the certificate of who asks. Nothing is recorded: all of it may be asked again.
 * @module
 */
import { type AnswerClass, classOfAnswer } from '../cancel/answer.js'
import { cancelledBefore } from '../cancel/related.js'
import { folioFiscal, signReceiverAnswer, signRelatedQuery } from '../cancel/sign.js'
import type { Signer } from '../certificate/signer.js'
import { CancelError } from '../errors.js'
import { messageOf } from '../lib/message.js'
import type { Provider, Refused, RelatedDocument, RelatedOutcome, Unavailable, Unknown } from '../pac/provider.js'
import { failureCodes } from './codes.js'
import { causedBy, failure, reason } from './failure.js'
import type { SignerSource } from './preparation.js'
import type { StampFailure } from './result.js'

/** The answer to `pending`. */
export type PendingResult =
  | {
      readonly ok: true
      /** Folios fiscales of the documents whose cancellation waits for the receiver. */
      readonly uuids: readonly string[]
    }
  | StampFailure

/** The answer of a receiver. */
export interface AnswerCall {
  /** Folio fiscal of the document whose cancellation was asked for. */
  readonly uuid: string
  /** Whether the receiver consents. */
  readonly respuesta: 'Aceptacion' | 'Rechazo'
  /** RFC of the receiver. That of the only signer by default. */
  readonly rfcReceptor?: string | undefined
}

/** The answer to `answer`. */
export type AnswerResult =
  | {
      /** The SAT answered; only `received` and `answeredBefore` mean that it has an answer, and that need not be this one. */
      readonly ok: true
      /** What became of it. */
      readonly class: AnswerClass
      /** The code of the SAT. */
      readonly code: string
      /** The acuse of the SAT, byte for byte, from PACs that give it. */
      readonly acuse?: string
    }
  | StampFailure

/** A question for the documents that are related to one. */
export interface RelatedCall {
  /** Folio fiscal. */
  readonly uuid: string
  /** What the one who asks is in it. `emisor` by default. */
  readonly rol?: 'emisor' | 'receptor' | undefined
  /** RFC of the one who asks. That of the only signer by default. */
  readonly rfc?: string | undefined
}

/** The answer to `related`. */
export type RelatedResult =
  | {
      readonly ok: true
      /** Those that relate to it: while they are in force they hinder its cancellation. */
      readonly padres: readonly RelatedDocument[]
      /** Those that it relates to. */
      readonly hijos: readonly RelatedDocument[]
      /** The folios to be cancelled before it, in that order: those that relate to `padres` too, as far as their issuer has a signer. */
      readonly before: readonly string[]
    }
  | StampFailure

/** What it works with. */
export interface ReceiverSettings {
  readonly provider: Provider
  readonly signerOf: SignerSource
  readonly now: () => number
}

export class Receiver {
  readonly #settings: ReceiverSettings

  constructor(settings: ReceiverSettings) {
    this.#settings = settings
  }

  /** Never rejects. */
  pending(rfcReceptor: string): Promise<PendingResult> {
    return told('No se pudo consultar lo pendiente', async () => {
      const outcome = (await this.#settings.provider.pending?.(rfcReceptor)) ?? this.#cannot()
      return outcome.kind === 'pending' ? { ok: true, uuids: outcome.uuids } : failed(outcome)
    })
  }

  /** Never rejects. */
  answer({ uuid, respuesta, rfcReceptor }: AnswerCall): Promise<AnswerResult> {
    return told('No se pudo responder la cancelación', async () => {
      const signer = await this.#signer(rfcReceptor)
      const request = { uuid: folioFiscal(uuid), respuesta, rfcReceptor: signer.certificate.rfc }
      const at = new Date(this.#settings.now())
      const sign = async (rfcPac: string) => (await signReceiverAnswer({ ...request, rfcPac, at }, signer)).xml
      const outcome = (await this.#settings.provider.answer?.({ ...request, sign })) ?? this.#cannot()
      if (outcome.kind !== 'answered') return failed(outcome)
      const { code, acuse } = outcome
      return { ok: true, class: classOfAnswer(outcome, request), code, ...(acuse === undefined ? {} : { acuse }) }
    })
  }

  /** Never rejects. */
  related({ uuid, rol = 'emisor', rfc }: RelatedCall): Promise<RelatedResult> {
    return told('No se pudo consultar lo relacionado', async () => {
      const outcome = await this.#relatedTo(folioFiscal(uuid), rol, await this.#signer(rfc))
      if (outcome.kind !== 'related') return failed(outcome)
      const { padres, hijos } = outcome
      return { ok: true, padres, hijos, before: await this.#before(uuid, padres) }
    })
  }

  /**
   * The folios to be cancelled before a document, in that order; `undefined` where nobody tells.
   * @throws what a signer throws
   */
  async hindering(uuid: string, rfcEmisor: string, substitute: string | undefined) {
    const outcome = await this.#relatedTo(uuid, 'emisor', await this.#signer(rfcEmisor))
    return outcome.kind === 'related' ? this.#before(uuid, outcome.padres, substitute) : undefined
  }

  /** Of documents that others issued only those know what relates to them. */
  async #before(uuid: string, padres: readonly RelatedDocument[], substitute?: string): Promise<readonly string[]> {
    const issuers = new Map<string, string | undefined>()
    const note = (all: readonly RelatedDocument[]) => {
      for (const { uuid: one, rfcEmisor } of all) issuers.set(one.toUpperCase(), rfcEmisor)
      return all.map((one) => one.uuid)
    }
    const further = async (one: string) => {
      const signer = await this.#settings.signerOf(issuers.get(one))
      const outcome = signer && (await this.#relatedTo(one, 'emisor', signer))
      return outcome?.kind === 'related' ? note(outcome.padres) : undefined
    }
    const of = async (one: string) => (one === uuid ? note(padres) : further(one))
    return (await cancelledBefore(uuid, of, substitute === undefined ? [] : [substitute])) ?? []
  }

  async #relatedTo(uuid: string, rol: 'emisor' | 'receptor', signer: Signer): Promise<RelatedOutcome> {
    const sign = async (rfcPac: string) => (await signRelatedQuery({ uuid, rol, rfcPac }, signer)).xml
    return (await this.#settings.provider.related?.({ uuid, rol, sign })) ?? this.#cannot()
  }

  async #signer(rfc: string | undefined): Promise<Signer> {
    const signer = await this.#settings.signerOf(rfc)
    if (signer !== undefined) return signer
    throw new CancelError('CANCEL_CERTIFICATE', `No hay un certificado de ${rfc ?? 'quien firma'}.`)
  }

  #cannot(): Unavailable {
    return { kind: 'unavailable', pac: this.#settings.provider.id, message: 'El PAC no ofrece este servicio.' }
  }
}

type Failed = Refused | Unavailable | Unknown | Extract<RelatedOutcome, { kind: 'rejected' }>

function failed(outcome: Failed): StampFailure {
  const code = failureCodes[outcome.kind]
  return {
    ...failure(code, outcome.message, [reason('', outcome.message, outcome.code ?? String(code))]),
    pac: outcome.pac,
  }
}

async function told<Result>(what: string, work: () => Promise<Result | StampFailure>): Promise<Result | StampFailure> {
  try {
    return await work()
  } catch (cause) {
    const own = cause instanceof CancelError
    const code = own ? failureCodes.cancel : failureCodes.host
    const message = messageOf(cause)
    const because = reason('', message, own ? cause.code : String(code))
    return causedBy(cause, failure(code, `${what}. ${message}`, [because]))
  }
}
