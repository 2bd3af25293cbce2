/**
 * An in-process PAC and certification authority, for tests and demonstrations.
 * @module
 */
export { type Authority, type AuthorityOptions, createAuthority, type Holder, type Issued } from './authority.js'
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
export { createSandboxPac, type SandboxOptions, type SandboxPac } from './sandbox.js'
export {
  createTestHost,
  replyWith,
  stampXml,
  type TestHost,
  type TestServer,
  type XmlOutcome,
} from './testHost.js'
export { createTestSealer, type TestSealerOptions } from './testSealer.js'
