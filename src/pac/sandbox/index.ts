/**
 * An in-process PAC and certification authority, for tests and demonstrations.
 * @module
 */

export type { Certificate } from '../../certificate/certificate.js'
export type { Csd } from '../../certificate/csd.js'
export type { Signer } from '../../certificate/signer.js'
export type { Bytes } from '../../lib/bytes.js'
export type { Random } from '../../lib/uuid.js'
export type { Finding } from '../../model/finding.js'
export type { Registered } from '../../sat/registered.js'
export type { Comprobante } from '../../sat/cfdi40/declaration.js'
export type { Sealed } from '../../seal/sello.js'
export type { HttpReply, HttpRequest, Send, Unanswered } from '../adapter/adapter.js'
export type { Clock } from '../clock.js'
export type * from '../provider.js'
export {
  type Authority,
  type AuthorityOptions,
  createAuthority,
  type Holder,
  type Issued,
} from './authority.js'
export {
  type FaultOptions,
  type FaultRates,
  type FaultScript,
  type FaultyProvider,
  type FindFault,
  type PingFault,
  type StampFault,
  withFaults,
} from './faults.js'
export {
  createSandboxPac,
  type SandboxOptions,
  type SandboxPac,
  type SandboxStamps,
  type SandboxTrust,
} from './sandbox.js'
export {
  createSandboxSat,
  type SandboxRelated,
  type SandboxSat,
  type SandboxSatOptions,
  type SandboxSatState,
} from './sat.js'
export type { SatCancellation } from './satDocument.js'
export {
  createTestHost,
  replyWith,
  stampXml,
  type TestHost,
  type TestServer,
  type XmlOutcome,
} from './testHost.js'
export { createTestSealer, type TestSealerOptions } from './testSealer.js'
