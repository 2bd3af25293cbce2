/**
 * cfdi-stamp/service: what the users of a stamping service see, without the HTTP.
 * @module
 */
export { type Accounts, freeCredits, type IssuedKey, type NewAccount, type NewKey, scopes } from './accounts.js'
export type { Answer, FailureBody, ServiceError } from './answer.js'
export { type CodeName, type CodeRow, serviceCodes } from './codes.js'
export type { Balance } from './credits.js'
export { createRecordDocuments } from './documents.js'
export type { EnvironmentOptions } from './environment.js'
export { eventTypes } from './events.js'
export { type RawFields, no, yes } from './fields.js'
export type { LinkOptions } from './links.js'
export { createMemoryServiceStore } from './memoryStore.js'
export { openApi, type OpenApiOptions } from './openApi.js'
export type { Headers, OperationRequest } from './operation.js'
export type { OperationName } from './operations.js'
export type * from './ports.js'
export * from './records.js'
export type { ServiceRequest } from './router.js'
export type { Observation } from './run.js'
export {
  createService,
  type ServiceReply,
  type ServiceOperations,
  type ServiceOptions,
  type StampingService,
} from './service.js'
export type { Recovered } from './stamping.js'
