/**
 * Facts about iTimbre, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'iTimbre',
  account: ['user', 'password'],
  known: {
    stamp: ['yes: `cfd2cfdi`', 'recorded'],
    repeat: ['307, for the same document with the same id', 'recorded'],
    earlier: ['never', 'inferred'],
    find: ['`buscarCFDI`, by the id that is derived from the bytes', 'recorded'],
    cancel: ['no: it wants the key (PFX)', 'inferred'],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['its address answers', 'inferred'],
    retenciones: ['`enviarRetencion`; no public source has its reply', 'documented'],
  },
  retenciones: {
    service: 'the service of the CFDI',
    note: 'by a page of 2016: `enviarRetencion`, `cancelarRetencion` and `verificarEstatusRetencion`, without their replies: it refuses them with 705, and sends nothing',
  },
  recordings: ['yusent/cfdis (its tests of iTimbre)'],
  limits: [
    'After a lost answer a failover looks up, and sends nothing again. The absence of a document is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.',
    'Use one adapter for one account: another id for the same document may be another stamp.',
    'The RFC of each request is that of the issuer of the document.',
    'It does not cancel without your key: cancel with another PAC of the failover, or in the portal of the SAT.',
  ],
  sandbox:
    '`portalws.itimbre.com/itimbreprueba.php`. Its wiki says that it checks real RFCs and certificates, so that the test certificates of the SAT do not work there.',
  questions: [
    'Which reply does the look-up give for an id that it does not know? (An absence is `unknown` until then.)',
    'Does it know a document by its bytes, or by the id alone?',
    'How long may an id be? (12 characters are sent.)',
    'Which codes do a wrong password and an account without stamps answer?',
  ],
}
