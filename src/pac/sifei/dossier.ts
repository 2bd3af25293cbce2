/**
 * What is known of SIFEI, and how.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'SIFEI',
  account: ['user', 'password', 'idEquipo'],
  known: {
    stamp: ['yes', 'inferred'],
    repeat: ['307', 'inferred'],
    earlier: ['never; read if it comes', 'documented'],
    find: ['by the SHA-256 of the cadena original: `getXML`', 'inferred'],
    cancel: ['`cancelaCFDISignature`', 'documented'],
    receiver: ['`peticionesPendientes` and `procesarRespuesta` have unknown parameters', 'unknown'],
    related: ['`cfdiRelacionado` has unknown parameters', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['–', 'unknown'],
  },
  recordings: [],
  limits: [
    'Documents travel in ZIP archives. An archive with two files, damaged, or that inflates beyond 64 MiB is not read: the outcome is `unknown`, and `getXML` has the stamp.',
    'After a lost answer a failover looks up, and sends nothing again. What did not reach SIFEI is not known to be absent: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. `absent`, what its look-up answers for what it never stamped, mends that once you confirmed it.',
  ],
  sandbox: '`devcfdi.sifei.com.mx`, with a serie and an id of equipment of its own.',
  questions: [
    'What does `getXML` answer for what was never stamped? (An absence is `unknown` until then.)',
    'Which codes do a wrong password and an account without stamps answer?',
    'Is its WSDL qualified? (Fields are sent without a namespace.)',
    'What does `cancelaCFDISignature` return besides the acuse?',
  ],
}
