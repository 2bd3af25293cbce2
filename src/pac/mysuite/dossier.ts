/**
 * Facts about MYSuite, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'MYSuite',
  account: ['user', 'password'],
  known: {
    stamp: ['yes: `RequestTransaction`, with the transaction TIMBRAR', 'recorded'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: ['none', 'unknown'],
    cancel: ['none', 'unknown'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['same service', 'documented'],
  },
  retenciones: {
    service: 'the service of the CFDI',
    stamp: 'TIMBRAR_RETENCION',
    sends: ['stamp'],
    note: 'with 307 it returns the earlier stamp',
  },
  recordings: ['SAT-CFDI/python-satcfdi (tests/test_pac_mysuite: the request, without a reply)'],
  limits: [
    'The account is the `Requestor`, which goes in `password`, and the name of a user, without country and RFC, in `user`. The RFC is that of the issuer of each document.',
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['mysuite']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'Its answer has the stamp alone, which the adapter inserts in the sealed document.',
  ],
  sandbox: '`www.mysuitetest.com`.',
  questions: [
    'Which reply does a second request with the same bytes get? (Older notes say 307, with the earlier stamp.)',
    'Where does a rejection have its code: in `ResponseData2`, or in the text of `Data`?',
    'Which reply do a wrong `Requestor` and an account without stamps get?',
    'Is there a look-up that does not stamp, a cancellation with a signed request, and a balance?',
  ],
}
