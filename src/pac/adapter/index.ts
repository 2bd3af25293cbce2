/**
 * Adapters: what turns the protocol of a PAC into a `Provider`. See docs/writing-an-adapter.md.
 * @module
 */
export type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
export type { Sealed } from '../../seal/sello.js'
export type * from '../provider.js'
export type {
  Adapter,
  CancelAnswer,
  ClaimedStamp,
  Exchange,
  FindAnswer,
  HttpReply,
  HttpRequest,
  Login,
  LoginAnswer,
  Outgoing,
  Send,
  StampAnswer,
  Unanswered,
  Unsigned,
} from './adapter.js'
export {
  type Classification,
  classify,
  classifyCode,
  classifyStatus,
  codeOf,
  type Meaning,
  type Meanings,
  meaningOf,
  type Report,
  ruleIn,
} from './classify.js'
export { createProvider, type ProviderOptions } from './createProvider.js'
export { type Multipart, writeMultipart } from './multipart.js'
export { readTimbre, readTimbreFrom, type TimbreReading } from './readTimbre.js'
export { asObject, asText, asXml, type Json, readJson, readRetryAfter, readText } from './reply.js'
export { satStatus, satStatusUrl } from './satStatus.js'
