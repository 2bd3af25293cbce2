/**
 * Adapters, which turn the protocol of a PAC into a `Provider`. See docs/en/writing-an-adapter.md.
 * @module
 */
export type { Bytes } from '../../lib/bytes.js'
export type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
export type { Sealed } from '../../seal/sello.js'
export type { TraceContext } from '../observe/trace.js'
export type * from '../provider.js'
export {
  type AccountOptions,
  absenceOf,
  type Hosts,
  type LookUpOptions,
  requireSigned,
  requireTexts,
  urlsOf,
} from './account.js'
export type { AccountRow } from './accountTroubles.js'
export type {
  Adapter,
  CancelAnswer,
  Carried,
  ClaimedStamp,
  Exchange,
  FindAnswer,
  HttpReply,
  HttpRequest,
  Login,
  LoginAnswer,
  Outgoing,
  PendingAnswer,
  ReceiverReply,
  RegisterAnswer,
  RetencionesExchanges,
  RejectionTolerance,
  RelatedAnswer,
  Send,
  StampAnswer,
  Unanswered,
  Unsigned,
} from './adapter.js'
export {
  type Classification,
  claim,
  classify,
  classifyCode,
  classifyStatus,
  codeOf,
  evidenceOf,
  inconclusive,
  type Meaning,
  type Meanings,
  meaningOf,
  mostCautious,
  type Report,
  ruleIn,
  specificCode,
} from './classify.js'
export { createProvider, type ProviderOptions } from './createProvider.js'
export {
  answerOfFolio,
  type FolioMeanings,
  type FolioStatus,
  foliosOfAcuse,
} from './folioStatus.js'
export { type Multipart, writeMultipart } from './multipart.js'
export { readTimbre, readTimbreFrom, type TimbreReading } from './readTimbre.js'
export {
  asObject,
  asText,
  asXml,
  type Bodied,
  type Json,
  readJson,
  readRetryAfter,
  readText,
} from './reply.js'
export { satStatus, satStatusOf, satStatusUrl } from './satStatus.js'
export {
  child,
  childrenOf,
  classifySoap,
  readSoap,
  readXml,
  type SoapCall,
  type SoapFault,
  type SoapFields,
  type SoapReply,
  soapRequest,
  textOf,
  wsdlPing,
  type XmlElement,
} from './soap.js'
export { readZip, writeZip } from './zip.js'
