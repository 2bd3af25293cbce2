/**
 * cfdi-stamp/service: a stamping service without the HTTP server.
 * @module
 */
export {
  type Accounts,
  freeCredits,
  type IssuedKey,
  type NewAccount,
  type NewKey,
  scopes,
} from './account/accounts.js'
export type { EncodeLogo } from './account/logos.js'
export type { Resealed } from './account/reseal.js'
export { createVault, type Vault, type VaultOptions } from './account/vault.js'
export type { Answer, FailureBody, ServiceError } from './answer.js'
export { type CodeName, type CodeRow, serviceCodes } from './codes.js'
export type { Balance } from './credits.js'
export { createRecordDocuments } from './documents.js'
export type { EnvironmentOptions } from './environment.js'
export { eventTypes } from './events.js'
export { no, type RawFields, yes } from './fields.js'
export type { PdfChoices, PdfRequest, RenderPdf } from './handlers/pdfChoices.js'
export type { LinkOptions } from './links.js'
export type { MailAddress } from './mail/address.js'
export {
  composeMail,
  type InvoiceMail,
  type MailAttachment,
  type MailMessage,
} from './mail/composeMail.js'
export type { MailSettings } from './mail/requestMail.js'
export { type SendMailsOptions, sendMails } from './mail/sendMails.js'
export type { MailLanguage } from './mail/wording.js'
export { createMemoryServiceStore } from './memoryStore.js'
export { type OpenApiOptions, openApi } from './openApi.js'
export type { Addresses, Headers, OperationRequest } from './operation.js'
export type { OperationName } from './operations.js'
export type { OutboxAttempt, OutboxOptions, OutboxReport } from './outbox.js'
export { readStatement } from './payments/ledger.js'
export type { Statement, StatementRemark } from './payments/statement.js'
export type * from './ports.js'
export * from './records.js'
export type { ServiceRequest } from './router.js'
export type { Retirement } from './retirement.js'
export type { Observation } from './run.js'
export type { OutcomeName, SimulatedOutcome } from './sandbox/outcomes.js'
export {
  type Circumstances,
  createServiceSandbox,
  type ServiceSandbox,
  type ServiceSandboxOptions,
  type Simulator,
} from './sandbox/serviceSandbox.js'
export {
  createService,
  type ServiceOperations,
  type ServiceOptions,
  type ServiceReply,
  type StampingService,
} from './service.js'
export type { Recovered } from './stamping.js'
export { isPublicAddress } from './webhooks/addresses.js'
export { type DeliverOptions, deliverEvents } from './webhooks/deliver.js'
export { eventBody, eventSchema } from './webhooks/events.js'
export { defaultSchedule, type RetrySchedule } from './webhooks/schedule.js'
export { createWebhookSecret, rotateSecret } from './webhooks/secret.js'
export {
  type ReceivedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookVerdict,
} from './webhooks/sign.js'
export { judgeWebhookUrl, type UrlRefusal, type UrlVerdict } from './webhooks/url.js'
