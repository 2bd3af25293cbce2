/**
 * Facts about Solución Factible (SFERP), and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Solución Factible (SFERP)',
  account: ['user', 'password', 'rfc'],
  known: {
    stamp: ['yes', 'documented'],
    repeat: ['307, 624', 'documented'],
    earlier: ['read if it comes', 'unknown'],
    find: ['none: `Utilerias.buscar` has unknown parameters', 'unknown'],
    cancel: ['`enviarSolicitudCancelacion`', 'documented'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['`getTimbres`, with `rfc`', 'documented'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['same operation', 'inferred'],
  },
  retenciones: {
    service: '/ws/services/Timbrado',
    stamp: 'timbrar',
    sends: ['stamp'],
    note: 'their namespace distinguishes them',
  },
  recordings: [],
  limits: [
    '5 MB for a document.',
    'Fecha: at most 72 hours old and 5 minutes ahead (65 in Quintana Roo).',
    'An earlier stamp that does not come cannot be looked up: the failover holds the document, and only `settle` or the portal ends it.',
  ],
  sandbox:
    '`testing.solucionfactible.com`, with credentials published on its page. Cancellations take effect after 5 minutes.',
  questions: [
    'Do 307 and 624 bring `cfdiTimbrado`?',
    'Which parameters does `Utilerias.buscar` have?',
    'Is the namespace of `getTimbres` that of the example of its service?',
    'Do 501 and 503 prove that nothing was stamped?',
  ],
}
