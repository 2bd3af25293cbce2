/**
 * A correct PAC without cryptography; `withFaults` adds faults.
 * @module
 */

import type {
  Capabilities,
  FindOutcome,
  Provider,
  Stamped,
  StampOutcome,
} from '../../src/pac/provider.js'
import type { TimbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import type { Sealed } from '../../src/seal/sello.js'
import { onlyStamps } from './capabilities.js'

export interface FakePac extends Provider {
  /** The documents received, in order. */
  readonly received: string[]
  /** Its stamps, by XML. */
  readonly stamps: Map<string, TimbreFiscalDigital>
}

export function createFakePac(id: string, capabilities: Partial<Capabilities> = {}): FakePac {
  const received: string[] = []
  const stamps = new Map<string, TimbreFiscalDigital>()
  const stamped = (timbre: TimbreFiscalDigital, when: Stamped['when']): Stamped => ({
    kind: 'stamped',
    pac: id,
    when,
    timbre,
  })
  return {
    id,
    received,
    stamps,
    capabilities: { ...onlyStamps, findKinds: ['bytes'], ...capabilities },
    async stamp({ xml, sello }: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
      if (signal?.aborted) return { kind: 'unavailable', pac: id, message: '' }
      received.push(xml)
      const earlier = stamps.get(xml)
      if (earlier !== undefined) return stamped(earlier, 'earlier')
      const timbre = timbreOf(id, stamps.size, sello)
      stamps.set(xml, timbre)
      return stamped(timbre, 'fresh')
    },
    async find({ xml }: Sealed): Promise<FindOutcome> {
      const timbre = stamps.get(xml)
      return timbre === undefined ? { kind: 'absent', pac: id } : stamped(timbre, 'earlier')
    },
    ping: async () => true,
  }
}

export function timbreOf(pac: string, number: number, sello: string): TimbreFiscalDigital {
  const prefix = Array.from(pac.slice(0, 4), (char) =>
    char.charCodeAt(0).toString(16).toUpperCase(),
  )
    .join('')
    .padEnd(8, '0')
  return {
    Version: '1.1',
    UUID: `${prefix}-0000-4000-8000-${String(number).padStart(12, '0')}`,
    FechaTimbrado: '2026-11-21T12:00:00',
    RfcProvCertif: 'PSB200101AA1',
    SelloCFD: sello,
    NoCertificadoSAT: '30001000000600000009',
    SelloSAT: 'c2VsbG8=',
  }
}
