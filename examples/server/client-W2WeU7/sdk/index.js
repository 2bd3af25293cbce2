/**
 * Client of the cfdi-stamp service.
 * @module
 */
export { CfdiStamp } from './client.js';
export * from './failures.js';
export { CfdiStampFailure, ConnectionFailure, ServiceFailure, WebhookFailure, } from './runtime.js';
