/**
 * Facts about Comercio Digital, and their evidence.
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
    cancel: ['`cancelarXml`', 'documented'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['the stamping address answers', 'inferred'],
    retenciones: ['by the header `tipo`', 'inferred'],
  },
  retenciones: {
    service: 'the addresses of the CFDI',
    note: '`tipo: reten` in the header when it cancels',
  },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['comercioDigital']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'The status is in headers: a proxy that removes them makes every answer `unknown`.',
    'It suggests archives above 2 MB, which the adapter does not send.',
  ],
  sandbox: '`pruebas.comercio-digital.mx`.',
  questions: [
    'Which reply does a repeated document get?',
    'Which codes do a wrong password and an account without stamps answer?',
  ],
}
