/**
 * Fake PACs: local servers with the protocols of real PACs, to test an integration without an
 * account.
 *
 * They sign with a sandbox PAC, remember stamped documents, and fail on request as PACs do: lost
 * replies, stamps of other documents, maintenance, HTML. Written from public documentation and
 * recordings.
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requireOptions } from '../lib/options.js'
import { type FakeOptions, FakePac, fakeAccount } from '../pac/fakes/fake.js'
import { type FakeName, fakes } from '../pac/fakes/fakes.js'
import { tricks as allTricks, type Trick, type TrickEffect, tricksOf } from '../pac/fakes/tricks.js'
import type { FakeCall, FakeRequest } from '../pac/fakes/wire.js'
import type { PacOptions } from '../pac/pacs.js'
import type { SandboxPac, SandboxTrust } from '../pac/sandbox/sandbox.js'

export type {
  FakeCall,
  FakeName,
  FakeOptions,
  FakeRequest,
  PacOptions,
  SandboxPac,
  SandboxTrust,
  Trick,
  TrickEffect,
}

/** Effect of each trick. */
export const tricks: Readonly<Record<Trick, TrickEffect>> = allTricks

/** A running fake PAC. */
export interface Fake<Name extends FakeName = FakeName> {
  /** Its name. */
  readonly name: Name
  /** Its address. */
  readonly url: string
  /** Options for its adapter, or for `connect`: the account that it accepts, and its addresses. */
  readonly account: PacOptions[Name]
  /** Sandbox PAC that issues trusted CSDs. */
  readonly pac: SandboxPac
  /** Supported tricks. */
  readonly tricks: readonly Trick[]
  /** The UUIDs that it issued, in order. */
  readonly uuids: readonly string[]
  /** The requests that it received, in order. */
  readonly requests: readonly FakeRequest[]
  /** Calls that the fake read from those requests. */
  readonly asked: readonly FakeCall[]
  /**
   * Reasons of the requests that the fake refused because they violate the wire contract of the
   * PAC.
   */
  readonly refusals: readonly string[]
  /**
   * Sets the tricks for the next requests to stamp, in order. Later requests are answered normally.
   */
  next(...list: readonly Trick[]): void
  /** Stops the server. */
  close(): Promise<void>
}

/**
 * Starts a fake PAC on a free port of 127.0.0.1.
 * @example A Finkok that stamps and loses the answer
 * const fake = await startFake('finkok')
 * const csd = await fake.pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
 * const engine = createEngine({ signers: csd, provider: connect('finkok', fake.account) })
 * fake.next('lost')
 */
export async function startFake<Name extends FakeName>(
  name: Name,
  options: FakeOptions = {},
): Promise<Fake<Name>> {
  const own = [
    'id',
    'rfc',
    'clock',
    'random',
    'authority',
    'anchors',
    'zoneOf',
    'check',
    'sat',
    'revoked',
    'documents',
  ]
  requireOptions('startFake', options, [...own, 'pac', 'trick', 'credits'])
  const { wire, account } = fakes[name]
  const fake = new FakePac(wire, options)
  const requests: FakeRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: Buffer.concat(chunks) }
    requests.push(request)
    const { reply, end } = await fake.answer(request)
    if (end === 'silence') return
    if (end === 'reset') return void response.socket?.resetAndDestroy()
    const body = Buffer.from(reply.body as string)
    response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length })
    if (end === 'whole') return void response.end(body)
    response.write(body.subarray(0, body.length >> 1), () => response.socket?.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    name,
    url,
    account: account(url, fakeAccount),
    pac: fake.pac,
    tricks: tricksOf(wire),
    get uuids() {
      return fake.uuids
    },
    requests,
    asked: fake.asked,
    refusals: fake.refusals,
    next: (...list) => fake.next(...list),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
