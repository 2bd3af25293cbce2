/**
 * The operations of a service: a row each. The router, the checks of what is given and the OpenAPI document come from here.
 * @module
 */
import { balance } from './handlers/balance.js'
import { createInvoice } from './handlers/createInvoice.js'
import { describeService } from './handlers/describe.js'
import { getDocument } from './handlers/documents.js'
import { listEvents, replayEvent } from './handlers/events.js'
import { cancelInvoice, listInvoices, retrieveInvoice, statusOfInvoice } from './handlers/invoices.js'
import { createWebhook, listWebhooks, removeWebhook, rotateWebhook } from './handlers/webhooks.js'
import type { Operation } from './operation.js'

/** Every operation, by name. */
export const operations = {
  createInvoice,
  listInvoices,
  retrieveInvoice,
  cancelInvoice,
  statusOfInvoice,
  balance,
  createWebhook,
  listWebhooks,
  rotateWebhook,
  removeWebhook,
  listEvents,
  replayEvent,
  getDocument,
  describeService,
} as const satisfies Readonly<Record<string, Operation>>

/** Name of an operation. */
export type OperationName = keyof typeof operations
