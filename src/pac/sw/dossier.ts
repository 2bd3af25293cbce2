/**
 * Facts about SW Sapien (Luna Soft), and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'SW Sapien (Luna Soft)',
  account: ['user', 'password'],
  known: {
    stamp: ['yes', 'recorded'],
    repeat: ['307', 'recorded'],
    earlier: ['always', 'recorded'],
    find: ['none without the UUID', 'documented'],
    cancel: ['`/cfdi33/cancel/xml`', 'recorded'],
    receiver: ['`/pendings`, `/acceptreject/xml`', 'recorded'],
    related: ['`/relations/xml`', 'documented'],
    status: ['the service of the SAT', 'documented'],
    balance: ['yes', 'documented'],
    ping: ['the host that stamps answers', 'inferred'],
    retenciones: ['its own path', 'documented'],
  },
  retenciones: {
    service: 'the host of the CFDI',
    stamp: '/retencion/stamp/v3',
    cancel: '/retencion/cancel/xml',
    sends: ['stamp', 'cancel'],
  },
  recordings: [
    'SAT-CFDI/python-satcfdi (tests/test_pac_swsapien)',
    'the tests of the SDKs of SW (lunasoft)',
  ],
  limits: [
    '`customid`, the hash of the bytes, is remembered for 72 hours.',
    'A password gives tokens of two hours, which the adapter renews; `{ token }` instead of user and password is one that does not expire.',
    'Without a signed request it cancels with the CSD stored in the account.',
  ],
  sandbox: '`services.test.sw.com.mx` and `api.test.sw.com.mx`.',
  questions: ['Does it recognise a repeated document by its bytes or by its Sello?'],
}
