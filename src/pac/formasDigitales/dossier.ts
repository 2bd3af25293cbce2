/**
 * Facts about Formas Digitales, and their evidence.
 * @module
 */
import type { Dossier } from '../adapter/dossier.js'

export const dossier: Dossier = {
  title: 'Formas Digitales (Forcogsa)',
  account: ['user', 'password'],
  known: {
    stamp: ['yes: `TimbrarCFDI`', 'documented'],
    repeat: ['–', 'unknown'],
    earlier: ['–', 'unknown'],
    find: ['none', 'unknown'],
    cancel: [
      'not offered: `Cancelacion40_2` takes the parts of a signature, and builds the request again',
      'documented',
    ],
    receiver: ['none', 'unknown'],
    related: ['none', 'unknown'],
    status: ['the service of the SAT', 'documented'],
    balance: ['none', 'unknown'],
    ping: ['WSDL', 'inferred'],
    retenciones: ['another service', 'documented'],
  },
  retenciones: {
    service: 'https://www.facturacfdi.mx/retenciones/wsreciberetencionservice',
    stamp: 'RecibeRetencion2_0',
    sends: ['stamp'],
    note: 'in tests `dev.facturacfdi.mx:8081`; `CancelacionOne` takes the private key',
  },
  recordings: [],
  limits: [
    "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['formasDigitales']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.",
    'Its signed cancellation writes `FolioSustitucion=""` for each motive; a request signed without it has another digest, and is rejected. Cancel with another PAC of the failover, or in the portal of the SAT.',
    'Another service, `WSForcogsaService`, works with a token; the adapter does not need it.',
  ],
  sandbox: '`dev33.facturacfdi.mx`.',
  questions: [
    'Which reply does a second request with the same bytes get?',
    'Which codes does `codigoError` have, and are they those of the SAT?',
    'Which codes do a wrong password and an account without stamps get?',
    'Is there a look-up that does not stamp, and a balance?',
    'Does `Cancelacion40_2` accept a request that was signed without `FolioSustitucion`?',
  ],
}
