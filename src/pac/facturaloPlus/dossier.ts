/**
 * Facts about Facturalo Plus, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Facturalo Plus',
  account: ['apikey'],
  known: {
    stamp: ['yes: `timbrar`', 'documented'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: ['none without the UUID', 'documented'],
    cancel: ['no: it wants the key', 'documented'],
    receiver: ['not offered: `consultarAutorizacionesPendientes` takes the key', 'documented'],
    related: ['not offered: it takes the key', 'documented'],
    status: ['the service of the SAT', 'documented'],
    balance: ['`consultarCreditosDisponibles`', 'documented'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['same service', 'documented'],
  },
  retenciones: {
    service: 'the service of the CFDI',
    stamp: 'timbrarRetencion',
    sends: ['stamp'],
    note: 'its codes are those of the CFDI with a T before (T301)',
  },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['facturaloPlus']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'Code 300 is a wrong API key: nothing is sent with it again.',
    'Its other operations build or seal the document with the key of the issuer: the adapter uses none of them.',
    'Whether it is a PAC itself, or stamps by another one, is not known: the stamp names the PAC in `RfcProvCertif`.',
  ],
  sandbox: '`dev.facturaloplus.com`, with an API key of its own.',
  questions: [
    'Which reply does a second request with the same bytes get, and does 307 bring the earlier stamp?',
    'Which code does an account without stamps get?',
    'Which PAC stamps?',
  ],
}
