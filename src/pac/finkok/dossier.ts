/**
 * Facts about Finkok (Quadrum), and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Finkok (Quadrum)',
  account: ['user', 'password', 'rfc'],
  known: {
    stamp: ['yes', 'recorded'],
    repeat: ['307', 'recorded'],
    earlier: ['sometimes', 'recorded'],
    find: ['by the bytes: `stamped`; absent: 603', 'recorded'],
    cancel: ['`cancel_signature`', 'recorded'],
    receiver: ['`get_pending`, `accept_reject_signature`', 'recorded'],
    related: ['`get_related_signature`', 'recorded'],
    status: ['`get_sat_status`', 'recorded'],
    balance: ['`registration.get`, with `rfc`', 'documented'],
    ping: ['WSDL of the stamping service', 'inferred'],
    retenciones: ['its own WSDL', 'recorded'],
  },
  retenciones: {
    service: '/servicios/soap/retentions',
    stamp: 'stamp',
    find: 'stamped',
    cancel: 'cancel_signature',
    sends: ['stamp', 'find', 'cancel'],
    note: 'the shapes of the CFDI',
  },
  recordings: [
    'phpcfdi/finkok (tests/Integration, tests/_files), until 2026',
    'SAT-CFDI/python-satcfdi (tests/test_pac_finkok)',
  ],
  limits: [
    'After a stamp, `stamped` denied it for 4 to 8 s in 2019 (603): one look-up proves nothing.',
    'After a lost answer a failover looks up: a document that never reached Finkok is sent again, or to the next PAC, after three times 603 in ten minutes.',
    '205 is normal in the first minutes after stamping: cancel later.',
    '5 requests of cancellation for a UUID (799); 72 hours between two (798).',
    'It cancels what another PAC stamped only with the key (`out_cancel`), which is not offered: a failover goes on to the next PAC.',
    'Descriptions with `&amp;amp;` were refused (705) until April 2024.',
  ],
  sandbox:
    '`demo-facturacion.finkok.com`, with an account of its own. The RFC of the issuer must be registered in the account (702).',
  questions: [
    'Is the date (401) checked before the earlier stamp (307)?',
    'Does the account that stamps also read `registration.get`, or only that of the reseller?',
  ],
}
