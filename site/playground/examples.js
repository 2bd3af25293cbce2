/**
 * Drafts to begin with: one of the README with a mistake, and those that the package carries.
 * @module
 */
import cartaPorte from 'cfdi-stamp/fixtures/complements/cartaPorte31.propio.json'
import nomina from 'cfdi-stamp/fixtures/complements/nomina12.ordinaria.json'
import pago from 'cfdi-stamp/fixtures/complements/pagos20.dosDocumentos.json'
import global from 'cfdi-stamp/fixtures/documents/global.json'

const factura = {
  Version: '4.0',
  Fecha: 'AUTO',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  Moneda: 'MXN',
  FormaPago: '03',
  MetodoPago: 'PUE',
  LugarExpedicion: '64000',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'TOAM850417U21',
    Nombre: 'MARIANA TORRES ACOSTA',
    DomicilioFiscalReceptor: '06600',
    RegimenFiscalReceptor: '612',
    UsoCFDI: 'G03',
  },
  Conceptos: [
    {
      ClaveProdServ: '60131300',
      Cantidad: 2,
      ClaveUnidad: 'H87',
      Descripcion: 'Guitarra de juguete',
      ObjetoImp: '02',
      PrecioConImpuestos: 116,
      Impuestos: { Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }] },
    },
  ],
}

const { Emisor, ...sinEmisor } = factura
const mal = { ...sinEmisor, Emsior: Emisor, MetodoPago: 'PPD', Receptor: { ...factura.Receptor, UsoCFDI: 'G3' } }
/** An issuer that the sandbox certifies. */
const ofSandbox = (draft) => ({ ...draft, Emisor: { ...draft.Emisor, Rfc: 'AUTO', Nombre: 'AUTO' } })

/** Drafts by their title. */
export const examples = {
  'Una factura': factura,
  'Con errores': mal,
  'Factura global': ofSandbox(global),
  'Recibo de un pago': ofSandbox(pago),
  Nómina: ofSandbox(nomina),
  'Carta Porte': ofSandbox(cartaPorte),
}

/** A draft as text. */
export const written = (draft) => JSON.stringify(draft, null, 2)
