/**
 * The operations of a service, one row each. The router, the validation and the OpenAPI document
 * are made from them.
 * @module
 */

import { getAccount, listAudit, listIssuers, updateAccount } from './handlers/account.js'
import { listAttention, settleInvoice } from './handlers/attention.js'
import { balance } from './handlers/balance.js'
import { createInvoice } from './handlers/createInvoice.js'
import { listCsds, removeCsd, uploadCsd } from './handlers/csds.js'
import { listDeliveries, testWebhook } from './handlers/deliveries.js'
import { describeService } from './handlers/describe.js'
import { getDocument } from './handlers/documents.js'
import { listEvents, replayEvent } from './handlers/events.js'
import { exportCsv, exportZip } from './handlers/exports.js'
import {
  acuseOfInvoice,
  acusePdfOfInvoice,
  cancelInvoice,
  listInvoices,
  retrieveInvoice,
  statusOfInvoice,
} from './handlers/invoices.js'
import { createKey, listKeys, revokeKey, rotateKey } from './handlers/keys.js'
import { listRecipients, mailInvoice, removeRecipient, setRecipient } from './handlers/mail.js'
import { getLogo, getPdf, listLogos, removeLogo, setPdf, uploadLogo } from './handlers/pdf.js'
import { previewInvoice } from './handlers/previewInvoice.js'
import { advanceClock, answerCancellation, getClock } from './handlers/sandbox.js'
import { verifyInvoice } from './handlers/verifyInvoice.js'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  updateWebhook,
} from './handlers/webhooks.js'
import type { Operation } from './operation.js'

/** Every operation, by name. */
export const operations = {
  createInvoice,
  previewInvoice,
  listInvoices,
  retrieveInvoice,
  cancelInvoice,
  statusOfInvoice,
  acuseOfInvoice,
  acusePdfOfInvoice,
  exportCsv,
  exportZip,
  mailInvoice,
  verifyInvoice,
  setRecipient,
  listRecipients,
  removeRecipient,
  getPdf,
  setPdf,
  uploadLogo,
  listLogos,
  getLogo,
  removeLogo,
  listAttention,
  settleInvoice,
  balance,
  createWebhook,
  listWebhooks,
  updateWebhook,
  rotateWebhook,
  removeWebhook,
  listDeliveries,
  testWebhook,
  listEvents,
  replayEvent,
  getClock,
  advanceClock,
  answerCancellation,
  getAccount,
  updateAccount,
  createKey,
  listKeys,
  rotateKey,
  revokeKey,
  listIssuers,
  uploadCsd,
  listCsds,
  removeCsd,
  listAudit,
  getDocument,
  describeService,
} as const satisfies Readonly<Record<string, Operation>>

/** Name of an operation. */
export type OperationName = keyof typeof operations
