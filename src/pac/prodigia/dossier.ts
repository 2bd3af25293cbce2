/**
 * Facts about Prodigia (PADE), and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Prodigia (PADE)',
  account: ['user', 'password', 'contrato'],
  known: {
    stamp: ['yes', 'inferred'],
    repeat: ['307', 'documented'],
    earlier: ['always, by an option that is always sent', 'documented'],
    find: ['none without the UUID', 'documented'],
    cancel: ['`cancelarConOpciones` with `XML_CANCELACION`', 'documented'],
    receiver: [
      '`consultarPeticionesPendientes`; answers take the key, and are not offered',
      'documented',
    ],
    related: ['not offered: it takes the key', 'documented'],
    status: ['the service of the SAT', 'documented'],
    balance: ['only as an option of other calls', 'documented'],
    ping: ['WSDL, because a login may lock the account', 'inferred'],
    retenciones: ['its own service', 'documented'],
  },
  retenciones: {
    service: 'the address in `urls.retenciones`',
    stamp: 'timbradoRet',
    sends: ['stamp'],
    note: 'its pages name two paths on `timbrado.pade.mx`, `/PadeApp/TimbradoRet2.0` and the older `/PadeApp/TimbradoRetService`, and none on `pruebas.pade.mx`: without the option it refuses them with 705; the fields of its cancellation are not public',
  },
  recordings: [],
  limits: [
    'Three wrong passwords lock the account, in the portal or by the service.',
    'Code 5 is maintenance: the document goes to the next PAC.',
    'A cancellation wants `rfcReceptor` and `total` besides the signed request.',
  ],
  sandbox: '`pruebas.pade.mx`, a separate infrastructure.',
  questions: [
    'In writing: does it take documents that are sealed already, in every contract?',
    'Does REST take a signed cancellation?',
    'Which address has `timbradoRet`, in both environments, and is its reply that of a CFDI?',
  ],
}
