/**
 * A host for tests of keys: a PAC that costs nothing, and machines of it that crash at any call
 * that they make.
 * @module
 */

import type { Signer } from '../../src/certificate/signer.js'
import { createEngine, type Engine, type EngineOptions } from '../../src/engine/engine.js'
import { createMemoryFolios, type FolioSequence } from '../../src/engine/folios.js'
import {
  createUnsafeMemoryOrders,
  type Orders,
  type UnsafeMemoryOrders,
} from '../../src/engine/orders.js'
import type {
  Capabilities,
  FindOutcome,
  Provider,
  Stamped,
  StampOutcome,
} from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { noon } from '../fixtures.js'
import { onlyStamps } from '../pac/capabilities.js'

/** What a PAC answers to a document that it has not stamped. */
export type Fault =
  | 'stamps'
  | 'loses the answer'
  | 'does not hear'
  | 'rejects'
  | 'refuses'
  | 'is unavailable'

/** A PAC that knows the bytes that it stamped, as all do, unless it is said that it does not. */
export class InstantPac {
  /** The UUID that each document got last. */
  readonly stamped = new Map<string, string>()
  readonly provider: Provider
  #stamps = 0
  #script: Fault[] = []

  constructor(id = 'instant', can: Partial<Capabilities> = {}) {
    const capabilities: Capabilities = { ...onlyStamps, ...can }
    const stamp = async (sealed: Sealed) => this.#stamp(sealed)
    const find = async (sealed: Sealed): Promise<FindOutcome> => {
      const isFound = capabilities.findKinds.length > 0 && this.stamped.has(sealed.xml)
      return isFound ? { ...this.timbreOf(sealed), when: 'earlier' } : { kind: 'absent', pac: id }
    }
    this.provider = { id, capabilities, stamp, find, ping: async () => true }
  }

  /** How many stamps it made. */
  get stamps(): number {
    return this.#stamps
  }

  /** What it does next, request after request; then it stamps. */
  will(...script: Fault[]): void {
    this.#script = script
  }

  #stamp(sealed: Sealed): StampOutcome {
    const { id: pac, capabilities } = this.provider
    const message = 'así lo dice el guion'
    const fault = this.#script.shift() ?? 'stamps'
    if (fault === 'is unavailable') return { kind: 'unavailable', pac, message }
    if (fault === 'does not hear') return { kind: 'unknown', pac, message }
    const earlier = capabilities.dedupByContent && this.stamped.has(sealed.xml)
    if (!earlier && fault === 'refuses') return { kind: 'refused', pac, message, scope: 'account' }
    if (!earlier && fault === 'rejects')
      return { kind: 'rejected', pac, message, scope: 'document', code: 'CFDI40999' }
    if (!earlier)
      this.stamped.set(
        sealed.xml,
        `00000000-0000-4000-8000-${String(++this.#stamps).padStart(12, '0')}`,
      )
    if (fault === 'loses the answer') return { kind: 'unknown', pac, message }
    return { ...this.timbreOf(sealed), when: earlier ? 'earlier' : 'fresh' }
  }

  /** The stamp of a document, as it is answered. */
  timbreOf({ xml, sello }: Sealed): Stamped {
    return {
      kind: 'stamped',
      pac: this.provider.id,
      when: 'fresh',
      timbre: {
        Version: '1.1',
        UUID: this.stamped.get(xml) ?? '',
        FechaTimbrado: '2026-11-21T12:00:01',
        RfcProvCertif: 'TPR170928K35',
        SelloCFD: sello,
        NoCertificadoSAT: '30001000000600000006',
        SelloSAT: 'QUJD',
      },
    }
  }
}

/** A signer whose signature costs nothing; it is deterministic, as RSA is. */
export const freeSigner = ({ certificate }: Signer): Signer => ({
  certificate,
  sign: async (bytes) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
    return new Uint8Array(certificate.keySize / 8)
      .fill(0xa5)
      .map((byte, at) => byte ^ (digest[at % 32] as number))
  },
})

/**
 * How a machine ends at one of its calls: before the call takes effect or after, and for ever or
 * until it is woken.
 */
export type End = 'dies before' | 'dies after' | 'sleeps before' | 'sleeps after'

/**
 * A machine that stops at its nth call to anything outside of it. One that sleeps (as under
 * SIGSTOP, or when its virtual machine is moved) goes on from there when it is woken, in a world
 * that went on without it; a PAC whose answer it sleeps through answered late.
 */
export class Machine {
  #left: number
  readonly #end: End
  readonly stopped: Promise<'stopped'>
  readonly #woken: Promise<void>
  #stop: (word: 'stopped') => void = () => {}
  #wake: () => void = () => {}

  constructor(calls = Number.POSITIVE_INFINITY, end: End = 'dies after') {
    this.#left = calls
    this.#end = end
    this.stopped = new Promise((resolve) => {
      this.#stop = resolve
    })
    this.#woken = new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Whether it sleeps at its end, and does not die. */
  get sleeps(): boolean {
    return this.#end.startsWith('sleeps')
  }

  wake(): void {
    this.#wake()
  }

  /** The same object, as far as the machine lives. */
  wrap<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name === 'unfinished' || name === 'held') return member.bind(target)
        // Nothing fences a PAC: who sleeps between its last look at the clock and its request sends
        // it late (docs/en/keys.md). Here it sleeps after: also when it is another of its calls
        // that it stops at, for the look was before that.
        const isRequest = this.sleeps && name === 'stamp'
        const isEarly = this.#end.endsWith('before') && !isRequest
        return (...given: unknown[]) =>
          this.#call(() => member.apply(target, given) as Promise<unknown>, isEarly, isRequest)
      },
    })
  }

  async #call(
    work: () => Promise<unknown>,
    isEarly: boolean,
    isRequest: boolean,
  ): Promise<unknown> {
    const turn = this.#left--
    if ((turn < 1 && !isRequest) || (turn === 1 && isEarly)) await this.#rest()
    const value = await work()
    if (turn <= 1 && !isEarly) await this.#rest()
    return Array.isArray(value)
      ? value.map((each) => this.wrap(each as object))
      : isPort(value)
        ? this.wrap(value)
        : value
  }

  #rest(): Promise<void> {
    this.#stop('stopped')
    return this.sleeps ? this.#woken : new Promise(() => {})
  }
}

/** A reservation of a folio: calls of it are calls too. */
function isPort(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'commit' in value
}

/** What outlives every machine. */
export interface World {
  readonly pac: InstantPac
  readonly orders: Orders
  readonly folios: FolioSequence
  readonly signers: Signer
  /** Milliseconds since noon. */
  now: number
}

/** An engine on a machine of its own. */
export function engineOn(
  world: World,
  machine = new Machine(),
  options: Partial<EngineOptions> = {},
): Engine {
  return createEngine({
    signers: world.signers,
    provider: machine.wrap(world.pac.provider),
    orders: machine.wrap(world.orders),
    folios: machine.wrap(world.folios),
    clock: () => new Date(noon.getTime() + world.now),
    ...options,
  })
}

/** A world in memory, whose folios know its time. */
export function createWorld(
  signers: Signer,
): World & { readonly orders: UnsafeMemoryOrders; readonly folios: Required<FolioSequence> } {
  const folios = createMemoryFolios(undefined, { now: () => noon.getTime() + world.now })
  const world = {
    pac: new InstantPac(),
    orders: createUnsafeMemoryOrders(),
    folios,
    signers,
    now: 0,
  }
  return world
}

/** The machines of a model that sleep in the middle of their work, each for some turns. */
export class Sleepers {
  #asleep: {
    readonly until: number
    readonly machine: Machine
    readonly work: Promise<unknown>
  }[] = []
  #turns = 0

  /** Begins a turn: who has slept enough wakes up, and ends its work. */
  turn(): Promise<void> {
    return this.#wake(this.#turns++)
  }

  /** Until the work is done, or its machine stopped: one that sleeps does so for these turns. */
  async watch(machine: Machine, work: Promise<unknown>, turns: number): Promise<void> {
    const isAsleep = (await Promise.race([work, machine.stopped])) === 'stopped' && machine.sleeps
    if (isAsleep) this.#asleep.push({ until: this.#turns + turns, machine, work })
  }

  wakeAll(): Promise<void> {
    return this.#wake(Number.POSITIVE_INFINITY)
  }

  async #wake(turn: number): Promise<void> {
    const woken = this.#asleep.filter(({ until }) => until <= turn)
    this.#asleep = this.#asleep.filter(({ until }) => until > turn)
    for (const { machine, work } of woken) {
      machine.wake()
      await work
    }
  }
}
