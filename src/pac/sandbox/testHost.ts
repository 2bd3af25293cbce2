/**
 * A host without a network, for the contract test of an adapter: a simulated server in this
 * process, whose next answer to a request to stamp can be replaced or lost.
 * @module
 */
import { writeComplement } from '../../model/write.js'
import type { Root } from '../../sat/root.js'
import { timbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import { insertTimbre } from '../../seal/insertTimbre.js'
import { parseSealed } from '../../seal/parseSealed.js'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../adapter/adapter.js'
import type { Provider, StampOutcome } from '../provider.js'

/** The server that a {@link TestHost} simulates. */
export type TestServer = (request: HttpRequest) => HttpReply | Promise<HttpReply>

/** A host in front of a simulated server. */
export interface TestHost {
  /** The `send` for `createProvider`. */
  readonly send: Send
  /** The requests that reached the server or were to reach it, in order. */
  readonly requests: readonly HttpRequest[]
  /** Answers the next request to stamp with this reply; the server does not receive it. */
  replyOnce(reply: HttpReply): void
  /** The next request to stamp is not sent: the connection is refused. */
  notSent(): void
  /** The server processes the next request to stamp, and its answer is lost. */
  answerLost(): void
}

type Fault = (request: HttpRequest) => HttpReply | Unanswered | Promise<HttpReply | Unanswered>

/**
 * Creates a host in front of a simulated server.
 * @param isStamp which requests are requests to stamp; every one by default.
 * @example
 * const host = createTestHost(serve)
 * const provider = createProvider(myPac({ token }), { send: host.send })
 */
export function createTestHost(
  serve: TestServer,
  isStamp: (request: HttpRequest) => boolean = () => true,
): TestHost {
  const faults: Fault[] = []
  const requests: HttpRequest[] = []
  return {
    requests,
    async send(request, signal) {
      if (signal?.aborted) return { sent: 'no', error: { code: 'ABORTED' } }
      requests.push(request)
      const fault = isStamp(request) ? faults.shift() : undefined
      return (fault ?? serve)(request)
    },
    replyOnce: (reply) => void faults.push(() => reply),
    notSent: () => void faults.push(() => ({ sent: 'no', error: { code: 'ECONNREFUSED' } })),
    answerLost: () =>
      void faults.push(async (request) => {
        await serve(request)
        return { sent: 'maybe', error: { code: 'ECONNRESET' } }
      }),
  }
}

/**
 * A reply with a text, or with a value as JSON.
 * @example
 * const host = createTestHost(() => replyWith(200, { code: '307' }))
 * host.replyOnce(replyWith(500, '<html/>'))
 */
export function replyWith(status: number, content: unknown): HttpReply {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { status, headers: {}, body: new TextEncoder().encode(text) }
}

/** The outcome of a PAC and, if it stamped, the XML that PACs return. */
export interface XmlOutcome {
  /** The outcome. */
  readonly outcome: StampOutcome
  /** The TFD alone. */
  readonly tfd?: string
  /** The CFDI with its TFD. */
  readonly cfdi?: string
}

/**
 * Stamps the XML that a simulated server received.
 * @param documents besides CFDI 4.0
 * @throws CfdiXmlError if it is neither a CFDI 4.0 nor one of them.
 * @example
 * const { outcome, cfdi } = await stampXml(pac, sealed.xml)
 * outcome.kind // → 'stamped'
 */
export async function stampXml(
  pac: Provider,
  xml: string,
  documents: readonly Root[] = [],
): Promise<XmlOutcome> {
  const sealed = parseSealed(xml, documents)
  const outcome = await pac.stamp(sealed)
  if (outcome.kind !== 'stamped') return { outcome }
  const { timbre } = outcome
  return {
    outcome,
    tfd: writeComplement(timbreFiscalDigital, timbre),
    cfdi: insertTimbre(sealed, timbre).xml,
  }
}
