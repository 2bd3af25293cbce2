/**
 * cfdi-stamp: from the JSON of an invoice to a stamped CFDI 4.0.
 * @module
 */

export type { Catalogs } from './catalogs/set.js'
export {
  type Certificate,
  type CertificateKind,
  type DistinguishedName,
  type KeyUsage,
  readCertificate,
} from './certificate/certificate.js'
export { type Csd, type CsdFiles, createCsd } from './certificate/csd.js'
export type { CertificateSource } from './certificate/chain.js'
export type { Signer } from './certificate/signer.js'
export type { Cancellable } from './engine/cancellable.js'
export type {
  CancelCall,
  CancelResult,
  CancellationNotice,
  LifeNotice,
  SubstituteResult,
} from './engine/cancellation.js'
export { type FailureCode, type FailureName, failureCodes } from './engine/codes.js'
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type KeylessEngine,
  type SealOptions,
  type SealSuccess,
  type StampOptions,
} from './engine/engine.js'
export {
  createMemoryFolios,
  type FolioReservation,
  type FolioSequence,
  type HeldFolio,
  type MemoryFolioOptions,
} from './engine/folios.js'
export type { Attention, Delivery } from './engine/result.js'
export type { Keyless, KeylessSealOptions } from './engine/engineOptions.js'
export type { OrderSettlement } from './engine/stamp/attention.js'
export {
  createUnsafeMemoryCancellations,
  createUnsafeMemoryLives,
  type CancellationEntry,
  type Cancellations,
  type LifeEntry,
  type Lives,
  type UnsafeMemoryCancellations,
  type UnsafeMemoryLives,
} from './engine/cancellationStore.js'
export {
  type Answered,
  type Documents,
  type ManyOptions,
  type SealAnswer,
  sealMany,
  stampMany,
} from './engine/many.js'
export type { OperateEvent, OperateEventType, StampId } from './engine/operate/events.js'
export {
  type Operation,
  operate,
  operateOnce,
  type RoundSummary,
} from './engine/operate/operate.js'
export type {
  Leadership,
  OperatedStore,
  OperateLoopOptions,
  OperateOptions,
  Retention,
} from './engine/operate/options.js'
export type { TaskName, TaskSummary } from './engine/operate/tasks.js'
export {
  createUnsafeMemoryOrders,
  type Doubt,
  type LostTime,
  type Order,
  type Orders,
  type SentBy,
  type UnsafeMemoryOrders,
} from './engine/orders.js'
export type { SignerSource } from './engine/stamp/preparation.js'
export {
  type Preview,
  type PreviewOptions,
  preview,
  resolveDraft,
  type Totals,
} from './engine/preview.js'
export type {
  AnswerCall,
  AnswerResult,
  PendingResult,
  RelatedCall,
  RelatedResult,
} from './engine/receiver.js'
export type {
  DuplicateOf,
  SealedCfdi,
  StampError,
  StampedCfdi,
  StampFailure,
  StampResult,
  StampSuccess,
} from './engine/result.js'
export type * from './engine/observe/hooks.js'
export type { SecondWish } from './engine/secondBook.js'
export type { Store } from './engine/store.js'
export * from './errors.js'
export { money, quantity } from './fiscal/money.js'
export type { Bytes } from './lib/bytes.js'
export type { Limits } from './lib/limits.js'
export type { Random } from './lib/uuid.js'
export type { Finding } from './model/finding.js'
export type { Attribute, Static } from './model/grammar.js'
export type { BreakerListener, CircuitBreaker } from './pac/breaker.js'
export type { BudgetOptions } from './pac/budget.js'
export type { BulkheadOptions } from './pac/bulkhead.js'
export type { Admission, BreakerOptions, BreakerReason, CircuitState } from './pac/circuit.js'
export type { Clock } from './pac/clock.js'
export { type Failover, failover, type ReconcileOptions, type Resumed } from './pac/failover.js'
export type {
  Alarm,
  Attempt,
  AttemptEnd,
  BreakerChange,
  Departure,
  FailoverHooks,
} from './pac/observe/hooks.js'
export {
  type AbandonedAttempt,
  type AccountState,
  type Absences,
  type Claim,
  type Closing,
  createUnsafeMemoryJournal,
  type InDoubt,
  type Journal,
  type JournalEntry,
  type JournalIdentity,
  type UnsafeMemoryJournal,
  type WalkPurpose,
} from './pac/journal.js'
export type * from './pac/provider.js'
export type { Adopted, Orphan, Pending, Reconciliation } from './pac/reconciler.js'
export type { Authority, Holder } from './pac/sandbox/authority.js'
export {
  type FaultOptions,
  type FaultRates,
  type FaultScript,
  type FaultyProvider,
  withFaults,
} from './pac/sandbox/faults.js'
export {
  createSandboxPac,
  type SandboxOptions,
  type SandboxPac,
  type SandboxTrust,
} from './pac/sandbox/sandbox.js'
export type { FailoverOptions, OnUnknown, Timeouts } from './pac/settings.js'
export type { Settlement, SettleOptions } from './pac/settlement.js'
export type { Explanation } from './rules/explain.js'
export type {
  CertificateRegistry,
  ListedCertificate,
  Taxpayer,
  TaxpayerRegistry,
} from './rules/registry.js'
export type { Need } from './rules/rule.js'
export {
  type Composed,
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  composeCfdi,
  type ReadOptions,
  readCfdi,
  type WriteOptions,
  writeCfdi,
} from './sat/cfdi40/cfdi.js'
export type { Registered } from './sat/registered.js'
export { type CheckOptions, check, checkXml } from './sat/cfdi40/check.js'
export type { Comprobante, Concepto } from './sat/cfdi40/declaration.js'
export type { ComprobanteDraft, ConceptoDraft } from './sat/cfdi40/draft.js'
export { explain } from './sat/cfdi40/explain.js'
export { autoMembers, isDerived, requiresAuto } from './sat/cfdi40/resolve.js'
export { verificationUrl } from './sat/cfdi40/verificationUrl.js'
export type { ComplementosDelComprobanteDraft, ComplementosDelConceptoDraft } from './sat/drafts.js'
export type { Given, Untyped } from './sat/given.js'
export { type ComplementFacts, listComplements } from './sat/listComplements.js'
export { type ListRulesOptions, listRules, type RuleDescription } from './sat/listRules.js'
export type { DocumentOf, Members, Root } from './sat/root.js'
export type { TimbreFiscalDigital } from './sat/timbre11/declaration.js'
export type { ComplementosDelComprobante, ComplementosDelConcepto } from './sat/typed.js'
export { insertTimbre, type StampedDocument } from './seal/insertTimbre.js'
export type { IntegrityPolicy, SealPolicy, SealRequirements } from './seal/policy.js'
export {
  type Sealed,
  type SealDocumentOptions,
  type SealMembers,
  seal,
  type Unsealed,
} from './seal/sello.js'
export type {
  Failure,
  IntactSeal,
  IntegrityVerdict,
  TimbreVerdict,
  Verdict,
  VerdictReason,
} from './seal/verdict.js'
export type {
  CfdiVerification,
  MissingInput,
  Step,
  StepReason,
  Steps,
  UnprovenCfdi,
  ValidCfdi,
  VerificationFacts,
} from './seal/verification.js'
export { verifySello, verifyTimbre } from './seal/verify.js'
export {
  type CfdiInputs,
  type CfdiPolicy,
  type PacCertificates,
  type UntrustedCfdiPolicy,
  verifyCfdi,
} from './seal/verifyCfdi.js'
export type { Revocations } from './seal/verificationSteps.js'
export { openCsdWebCrypto, type SigningKey, webCryptoSigner } from './seal/webcrypto.js'
