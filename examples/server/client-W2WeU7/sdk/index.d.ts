/**
 * Client of the cfdi-stamp service.
 * @module
 */
export { CfdiStamp } from './client.js';
export * from './failures.js';
export type * from './results.js';
export { CfdiStampFailure, ConnectionFailure, ServiceFailure, WebhookFailure, type CallOptions, type ClientOptions, type KeyedCallOptions, type ReceivedWebhook, } from './runtime.js';
