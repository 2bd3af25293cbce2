/**
 * Facts about Timbox, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Timbox',
  account: ['user', 'password'],
  known: {
    stamp: ['yes: `timbrar_cfdi_referencia`', 'documented'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: [
      '`recuperar_comprobante_referencia`, by the reference that is derived from the bytes',
      'documented',
    ],
    cancel: ['`cancelar_cfdi_seguro`, 1 to 500 folios', 'documented'],
    receiver: ['not offered: it takes the key', 'documented'],
    related: ['not offered: it takes the key', 'documented'],
    status: ['the service of the SAT', 'documented'],
    balance: ['`obtener_consumo`: credits assigned less credits used', 'documented'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['its own service', 'documented'],
  },
  retenciones: {
    service: '/retencion/action',
    stamp: 'timbrar_retencion',
    sends: ['stamp'],
    note: 'without a reference, so that a lost answer cannot be looked up; `cancelar_retencion` takes the private key',
  },
  recordings: [],
  limits: [
    'A stamp and a cancelled folio cost a credit each; look-ups and the balance cost none.',
    'A reference has 30 digits at most: the adapter sends 96 bits of the hash, in decimal.',
    '`buscar_cfdis` searches by serie and folio, by the RFCs and by dates, and answers the folio fiscal without the stamp: it is not needed, because each document has a reference.',
    'It cancels only what it stamped (`CANC101`).',
  ],
  sandbox:
    '`staging.ws.timbox.com.mx`. It cancels only what was stamped there, with test certificates.',
  questions: [
    'Which reply do the same bytes get a second time, with the same reference and with another?',
    'Does the text of its Faults begin with the code? (Otherwise the answer is `unknown`.)',
    'Is a document inside the list of `recuperar_comprobante_referencia` escaped once more?',
    'Which text has the look-up for a reference that it does not know? (Its page shows that of a folio fiscal.)',
    'How long after a stamp may the look-up still not have it?',
  ],
}
