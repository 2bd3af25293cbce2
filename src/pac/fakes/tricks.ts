/**
 * Failures of a PAC, the same list for all fakes.
 * @module
 */
import type { StampOutcome } from '../provider.js'
import type { FakeReply, Packing, Problem, FakeAnswer, Wire } from './wire.js'

/** How a reply is sent: whole, cut short, or not at all. */
export interface Sent {
  /** The reply. */
  readonly reply: FakeReply
  /**
   * `cut`: half of the body, then a reset. `reset`: the connection is reset. `silence`: nothing,
   * ever.
   */
  readonly end: 'whole' | 'cut' | 'reset' | 'silence'
}

/** Effect of a trick. */
export interface TrickEffect {
  /** Whether the document is stamped all the same. */
  readonly stamps: boolean
  /** The outcomes that a provider may give. */
  readonly outcomes: readonly StampOutcome['kind'][]
}

/** One thing that goes wrong with a request to stamp. */
export interface TrickRow extends TrickEffect {
  /** Replaces the PAC's answer. */
  readonly say?: (said: FakeAnswer) => FakeAnswer
  /** The problem that the PAC has. Only for PACs that have a code for it. */
  readonly problem?: Problem
  /** How the archive is flawed. Only for PACs that send archives. */
  readonly packing?: Packing
  /** Alters the delivery of the reply. */
  readonly send?: (reply: FakeReply) => Sent | Promise<Sent>
  /** Number of lookups that do not find the stamp yet. */
  readonly lag?: number
  /** The token expires. Only for PACs that have them. */
  readonly expires?: boolean
}

const doubt = ['unknown'] as const
const refusal = ['refused'] as const

const rows = {
  /** Stamped, and the connection is reset. */
  lost: { stamps: true, outcomes: doubt, send: ending('reset') },
  /** The connection is reset before the document is looked at. */
  dropped: { stamps: false, outcomes: doubt, send: ending('reset') },
  /** Stamped, the connection is reset, and two lookups still return no stamp (Finkok in 2019). */
  late: { stamps: true, outcomes: doubt, send: ending('reset'), lag: 2 },
  /** Stamped, and never answered. */
  silent: { stamps: true, outcomes: doubt, send: ending('silence') },
  /** Stamped, and the reply is cut short. */
  cut: { stamps: true, outcomes: doubt, send: ending('cut') },
  /** Stamped; the PAC answers "stamped before", without the stamp. */
  earlierEmpty: {
    stamps: true,
    outcomes: doubt,
    say: () => ({ kind: 'stamped', when: 'earlier' }),
  },
  /** Stamped; the PAC answers so, without the stamp. */
  empty: { stamps: true, outcomes: doubt, say: () => ({ kind: 'stamped', when: 'fresh' }) },
  /** Stamped; the reply has the stamp of another document. */
  crossed: { stamps: true, outcomes: doubt, say: ofAnother },
  /** Stamped; the stamp in the reply has no UUID. */
  malformed: { stamps: true, outcomes: doubt, say: withoutUuid },
  /** Stamped; the reply is HTML of a proxy. */
  html: {
    stamps: true,
    outcomes: doubt,
    send: replacing(502, '<html><title>502 Bad Gateway</title></html>'),
  },
  /** Stamped; the reply is an error 500 with an undocumented Fault. */
  fault: { stamps: true, outcomes: doubt, send: replacing(500, unknownFault()) },
  /** Stamped; the reply is in ISO-8859-1, without a declaration. Text in Base64 survives. */
  latin1: { stamps: true, outcomes: ['unknown', 'stamped'], send: recoded },
  /** Stamped; the reply is compressed, without a declaration. */
  gzip: { stamps: true, outcomes: doubt, send: (reply) => compressed(reply, false) },
  /** Stamped; the reply is compressed, as HTTP has it. */
  gzipTold: { stamps: true, outcomes: ['stamped'], send: (reply) => compressed(reply, true) },
  /** Stamped; the reply is longer than 32 MiB. */
  huge: {
    stamps: true,
    outcomes: doubt,
    send: (reply) => whole({ ...reply, body: ' '.repeat(2 ** 25 + 1) }),
  },
  /** Rejected by a rule, by a list that the PAC keeps, and for its date. */
  rejected: {
    stamps: false,
    outcomes: ['rejected'],
    say: rejecting('CFDI40108', 'El TipoDeComprobante es I.'),
  },
  rejectedByList: {
    stamps: false,
    outcomes: ['rejected'],
    say: rejecting('402', 'El RFC no está en la LCO.'),
  },
  rejectedByDate: {
    stamps: false,
    outcomes: ['rejected'],
    say: rejecting('401', 'Fecha fuera de rango.'),
  },
  /** Wrong password, no stamps left, account blocked. */
  login: { stamps: false, outcomes: refusal, problem: 'login' },
  credits: { stamps: false, outcomes: refusal, problem: 'credits' },
  blocked: { stamps: false, outcomes: refusal, problem: 'blocked' },
  /** Offline for maintenance. */
  maintenance: { stamps: false, outcomes: ['unavailable'], problem: 'maintenance' },
  /** Too many requests. */
  throttled: { stamps: false, outcomes: refusal, send: replacing(429, '') },
  /** The token expires: the provider gets another and is stamped. */
  expired: { stamps: true, outcomes: ['stamped'], expires: true },
  /** Stamped; the archive has two files, none, or one that inflates to 200 MB. */
  zipTwo: { stamps: true, outcomes: doubt, packing: 'two' },
  zipNone: { stamps: true, outcomes: doubt, packing: 'none' },
  zipBomb: { stamps: true, outcomes: doubt, packing: 'bomb' },
} as const satisfies Readonly<Record<string, TrickRow>>

/** The name of a trick. */
export type Trick = keyof typeof rows

/** All tricks. */
export const tricks: Readonly<Record<Trick, TrickRow>> = rows

/** The tricks that a wire can do. */
export function tricksOf({ problems, archives = false, tokens = false }: Wire): readonly Trick[] {
  // With tokens a password is only wrong at the login; a token that is refused is the trick
  // `expired`.
  const names: Trick[] = []
  for (const name of Object.keys(tricks) as Trick[]) {
    const { problem, packing, expires } = tricks[name]
    const isKnown = problem === undefined || problems[problem] !== undefined
    const isPossible = isKnown && !(tokens && problem === 'login')
    if (isPossible && (!packing || archives) && (!expires || tokens)) names.push(name)
  }
  return names
}

/**
 * The outcomes that a provider may give after a trick: a problem with an unknown code is `unknown`.
 */
export function outcomesOf(wire: Wire, trick: Trick): TrickRow['outcomes'] {
  const { problem, outcomes } = tricks[trick]
  if (problem !== undefined && wire.problems[problem]?.[0] === '') return doubt
  return outcomes
}

/** A reply sent as it is. */
export function whole(reply: FakeReply): Sent {
  return { reply, end: 'whole' }
}

function ending(end: Sent['end']): (reply: FakeReply) => Sent {
  return (reply) => ({ reply, end })
}

function replacing(status: number, body: string): (reply: FakeReply) => Sent {
  return () => whole({ status, headers: { 'content-type': 'text/html' }, body })
}

function rejecting(code: string, message: string): () => FakeAnswer {
  return () => ({ kind: 'rejected', code, message })
}

function ofAnother(said: FakeAnswer): FakeAnswer {
  return changed(said, (xml) =>
    xml.replace(/(SelloCFD=")(.)/, (_, name, first) => name + (first === 'A' ? 'B' : 'A')),
  )
}

function withoutUuid(said: FakeAnswer): FakeAnswer {
  return changed(said, (xml) => xml.replace(/ UUID="[^"]*"/, ''))
}

function changed(said: FakeAnswer, change: (xml: string) => string): FakeAnswer {
  if (said.kind !== 'stamped') return said
  const { cfdi = '', tfd = '', ...rest } = said
  return { ...rest, cfdi: change(cfdi), tfd: change(tfd) }
}

function unknownFault(): string {
  const fault =
    '<faultcode>Server</faultcode><faultstring>local variable referenced before assignment</faultstring>'
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>${fault}</e:Fault></e:Body></e:Envelope>`
}

function recoded(reply: FakeReply): Sent {
  const text = typeof reply.body === 'string' ? reply.body : new TextDecoder().decode(reply.body)
  return whole({
    ...reply,
    body: Uint8Array.from(text, (character) => character.charCodeAt(0) & 255),
  })
}

async function compressed(reply: FakeReply, told: boolean): Promise<Sent> {
  const stream = new Blob([reply.body as string])
    .stream()
    .pipeThrough(new CompressionStream('gzip'))
  const body = new Uint8Array(await new Response(stream).arrayBuffer())
  return whole({
    ...reply,
    headers: { ...reply.headers, ...(told && { 'content-encoding': 'gzip' }) },
    body,
  })
}
