/**
 * What is known of NTLink, and how.
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
  retenciones: { service: 'the service of the CFDI', stamp: 'TimbraRetencion', cancel: 'CancelaRetencion' },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`, which is then all that it is asked after a lost answer (`absent` says what it answers for what it never stamped); before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'The address in production comes with the contract: give it in `urls.services`.',
    'A cancellation wants `rfcReceptor`, `total` and `fe` besides the signed request.',
  ],
  sandbox: '`dev-cfdi4.ntlink.com.mx`.',
  questions: [
    'What do the same bytes answer when they are sent again?',
    'Which hash does `ObtenerStatusHash` take, and what does it answer for what was never stamped?',
    'Which Faults do a wrong password and an account without stamps give?',
  ],
}
