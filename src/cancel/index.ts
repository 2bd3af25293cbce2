/**
 * Cancellation of CFDIs: signed requests, replies of the SAT, and the cancellation state of a
 * document.
 * @module
 */
export type { Certificate } from '../certificate/certificate.js'
export type { Signer } from '../certificate/signer.js'
export {
  type BusinessCalendar,
  type BusinessTerm,
  businessCalendar,
  businessTerm,
  type CalendarOptions,
  endOfBusinessDays,
} from '../fiscal/businessDays.js'
export { type CalendarBasis, type ClosedDays, satClosedDays } from '../fiscal/closedDays.js'
export type { Bytes } from '../lib/bytes.js'
export type { Exchange, HttpReply, HttpRequest, Send, Unanswered } from '../pac/adapter/adapter.js'
export type { Consulta } from '../pac/adapter/satStatus.js'
export type {
  AnswerOutcome,
  CancelOutcome,
  RelatedDocument,
  SatStatus,
  StatusQuery,
} from '../pac/provider.js'
export type { Comprobante } from '../sat/cfdi40/declaration.js'
export { statusQuery } from '../sat/cfdi40/statusQuery.js'
export { verificationUrl } from '../sat/cfdi40/verificationUrl.js'
export {
  type Acuse,
  type AcuseClass,
  type AcuseFolio,
  type AcuseRequest,
  classOfCode,
  classOfOutcome,
  readAcuse,
} from './acuse.js'
export {
  type AnswerAcuse,
  type AnswerClass,
  classOfAnswer,
  classOfAnswerCode,
  readAnswerAcuse,
} from './answer.js'
export { type LegalLimit, legalLimits } from './legal.js'
export {
  type CancelledHow,
  createCancellationState,
  createLife,
  type Life,
  type LifeEvent,
  type HoldReason,
  type CancellationState,
  type CancellationEvent,
  next,
  type Phase,
  standingOf,
  taskOf,
  type Wish,
} from './cancellationState.js'
export { cancelledBefore, type RelatedTo } from './related.js'
export { type CancelPolicy, defaultPolicy, type Pace, type Waits } from './schedule.js'
export {
  type Cancellation,
  type CancelService,
  type Motivo,
  type ReceiverAnswer,
  type RelatedQuery,
  type SignedRequest,
  signCancellation,
  signReceiverAnswer,
  signRelatedQuery,
} from './sign.js'
export {
  type CancelledState,
  createStatusSource,
  isCancelled,
  type NoSatAnswer,
  readSatStatus,
  type SatAnswer,
  type SatReading,
  type SatState,
  type StatusSource,
  satStateOf,
  satStatusService,
  statusExpression,
} from './status.js'
