/**
 * Facts about FEL (Facturar En Línea, Folios Digitales), and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'FEL (Facturar En Línea, Folios Digitales)',
  account: ['user', 'password'],
  known: {
    stamp: ['yes', 'recorded'],
    repeat: ['801, by the reference that is derived from the bytes', 'inferred'],
    earlier: ['never', 'recorded'],
    find: ['by the reference', 'recorded'],
    cancel: ['no: it wants the key (PFX)', 'inferred'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['`ConsultarCreditos`: the packages in force', 'documented'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['another service', 'inferred'],
  },
  retenciones: {
    service: 'https://timbrado.facturarenlinea.com/WSRetencion.svc',
    note: 'no public source has its operations: it refuses them with 705, and sends nothing',
  },
  recordings: ['yusent/cfdis (its tests of FEL)'],
  limits: [
    'More than 10 % of invalid requests are charged as stamps; above 30 % the account is blocked: validate before you seal, which the engine does. After 10 rejections among 40 documents nothing is sent for 15 minutes.',
    'After a lost answer a failover looks up, and sends nothing again. The absence of a document at FEL is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.',
    'Use one adapter for one account: another reference for the same document may be another stamp.',
    'It does not cancel without your key: cancel with another PAC of the failover, or in the portal of the SAT.',
  ],
  sandbox: '`app.fel.mx`. The user of the service is not that of the portal.',
  questions: [
    'How long may a reference be? (40 characters are sent.)',
    'Which reply does an unknown reference get? (An absence is `unknown` until then.)',
    'Is a document known by its reference alone? (The test that answers 801 repeats the same bytes with the same reference.)',
    'Which codes do a wrong password and an account without stamps answer?',
  ],
}
