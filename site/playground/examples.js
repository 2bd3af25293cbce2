/**
 * Drafts to begin with: one of the README with a mistake, and those that the package carries.
 * @module
 */
import cartaPorte from 'cfdi-stamp/fixtures/complements/cartaPorte31.propio.json'
import nomina from 'cfdi-stamp/fixtures/complements/nomina12.ordinaria.json'
import pago from 'cfdi-stamp/fixtures/complements/pagos20.dosDocumentos.json'
import plataforma from 'cfdi-stamp/fixtures/retenciones/plataformasTecnologicas.json'
import global from 'cfdi-stamp/fixtures/documents/global.json'
import factura from './factura.json'

const { Emisor, ...sinEmisor } = factura
const mal = {
  ...sinEmisor,
  Emsior: Emisor,
  MetodoPago: 'PPD',
  Receptor: { ...factura.Receptor, UsoCFDI: 'G3' },
}
/** An issuer that the sandbox certifies. */
const ofSandbox = (draft) => ({
  ...draft,
  Emisor: { ...draft.Emisor, Rfc: 'AUTO', Nombre: 'AUTO' },
})

/** Drafts by their title. */
export const examples = {
  'Una factura': factura,
  'Con errores': mal,
  'Factura global': ofSandbox(global),
  'Recibo de un pago': ofSandbox(pago),
  Nómina: ofSandbox(nomina),
  'Carta Porte': ofSandbox(cartaPorte),
  'Retención de una plataforma': plataforma,
}

/** A draft as text. */
export const written = (draft) => JSON.stringify(draft, null, 2)
