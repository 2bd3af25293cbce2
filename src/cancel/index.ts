/**
 * The end of a CFDI: signed requests of cancellation, what the SAT answered, the life of a document.
 * @module
 */
export type { Certificate } from '../certificate/certificate.js'
export type { Signer } from '../seal/signer.js'
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
