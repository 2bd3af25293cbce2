/**
 * What is known of Comercio Digital, and how.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Comercio Digital',
  account: ['user', 'password'],
  known: {
    stamp: ['yes; no reply was recorded', 'inferred'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: ['none', 'unknown'],
    cancel: ['`cancelarXml`', 'inferred'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['the stamping address answers', 'inferred'],
    retenciones: ['by the header `tipo`', 'inferred'],
  },
  retenciones: { service: 'the addresses of the CFDI', note: '`tipo: reten1.0` in the header when it cancels' },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['comercioDigital']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'The status is in headers: a proxy that removes them makes every answer `unknown`.',
    'It suggests archives above 2 MB, which the adapter does not send.',
  ],
  sandbox: '`pruebas.comercio-digital.mx`.',
  questions: [
    'What does a repeated document answer?',
    'Which `tipo` cancels a CFDI 4.0? (`cfdi4.0` is sent.)',
    'Which codes do a wrong password and an account without stamps answer?',
  ],
}
