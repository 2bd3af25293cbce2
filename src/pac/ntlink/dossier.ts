/**
 * Facts about NTLink, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'NTLink',
  account: ['user', 'password'],
  known: {
    stamp: ['yes: `TimbraCfdi`; its SDK is tested with the operation that seals', 'documented'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: ['`ObtenerStatusHash`, of an unknown hash: give `hash`', 'unknown'],
    cancel: ['`CancelaCfdiRequest`', 'documented'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['`ConsultaSaldo`', 'documented'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['same service', 'documented'],
  },
  retenciones: {
    service: 'the service of the CFDI',
    stamp: 'TimbraRetencion',
    sends: ['stamp'],
    note: '`CancelaRetencion` uses the CSD that the account keeps',
  },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`, which is then the only request after a lost response (`absent` is its reply for a document that it never stamped); before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'The address in production comes with the contract: give it in `urls.services`.',
    'A cancellation wants `rfcReceptor`, `total` and `fe` besides the signed request.',
  ],
  sandbox: '`dev-cfdi4.ntlink.com.mx`.',
  questions: [
    'Which reply does a second request with the same bytes get?',
    'Which hash does `ObtenerStatusHash` take? With it, its schema has `NoEncontrado` for a document that was never stamped: confirm it and give `absent`.',
    'Which Faults do a wrong password and an account without stamps give?',
  ],
}
