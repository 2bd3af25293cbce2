/**
 * Facts about SIFEI, and their evidence.
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
    receiver: [
      '`peticionesPendientes`; `procesarRespuesta` takes the key (PFX), and is not offered',
      'documented',
    ],
    related: ['not offered: `cfdiRelacionado` takes the key (PFX)', 'documented'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['–', 'unknown'],
  },
  recordings: [],
  limits: [
    'Documents travel in ZIP archives. An archive with two files, damaged, or that inflates beyond 64 MiB is not read: the outcome is `unknown`, and `getXML` has the stamp.',
    'After a lost answer a failover looks up, and sends nothing again. The absence of a document at SIFEI is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.',
  ],
  sandbox:
    '`devcfdi.sifei.com.mx`, with a serie and an id of equipment of its own. By plain HTTP on ports 8080 and 8888, as its WSDLs have it: test credentials travel unencrypted there, and only there.',
  questions: [
    'Which reply does `getXML` give for a document that was never stamped? (An absence is `unknown` until then.)',
    'Which codes do a wrong password and an account without stamps answer?',
    'Is its WSDL qualified? (Fields are sent without a namespace.)',
    'Which text does `peticionesPendientes` return? (Only the acuse of the SAT is understood.)',
    'Which other data does `cancelaCFDISignature` return besides the acuse?',
  ],
}
