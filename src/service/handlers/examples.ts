/**
 * Examples of the OpenAPI document, from its schemas: a value for each member by its name, and
 * otherwise by its type.
 * @module
 */
import type { JsonSchema } from '../../model/jsonSchema.js'
import type { Field, Fields } from '../fields.js'

const uuid = '6128396F-C09B-4EC6-8699-43C5F7E3B230'

/** Values of members and fields, by name. */
const values: Readonly<Record<string, unknown>> = {
  ...{ UUID: uuid, uuid, Serie: 'A', Folio: '8114', TipoDeComprobante: 'I' },
  ...{ Moneda: 'MXN', SubTotal: '12500.00', Total: '14500.00', Fecha: '2026-11-26T09:30:00' },
  ...{ FechaTimbrado: '2026-11-26T09:30:01', Emisor: 'TOAM850417U21', Receptor: 'PLO150312QT1' },
  ...{ RfcProvCertif: 'SPR190613I52', NoCertificado: '30001000000500003416' },
  ...{ NoCertificadoSAT: '30001000000500003456', XML: 'PD94bWw=', Sello: 'Q1ZSd2w=' },
  ...{ key: 'pedido-8114', clave: 'pedido-8114', pac: 'sandbox', motivo: '02' },
  ...{ phase: 'accepted', state: 'cancellableDirectly', folioSustitucion: uuid },
  ...{ url: 'https://cliente.example.mx/webhooks', secret: 'whsec_c2VjcmV0b3NlY3JldG9zZWNyZXRv' },
  ...{ UrlXml: `https://facturas.example.mx/api/v5/documents/sandbox/${uuid}.xml` },
  ...{ UrlPdf: `https://facturas.example.mx/api/v5/documents/sandbox/${uuid}.pdf` },
  ...{ UrlVerificacion: 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx' },
  ...{ granted: 100, stamped: 37, reserved: 1, balance: 63, available: 62, deliveries: 1 },
  ...{ file: `${uuid}.xml`, environment: 'sandbox', code: 'CFDI40119', xml: '<cfdi:Comprobante/>' },
  ...{ duplicate: 'A1F0C2D4-5B6E-4F70-8A91-B2C3D4E5F607', how: 'cancelledDirectly' },
  ...{ plantilla: 'classic', idioma: 'es', color: '#00524c' },
  ...{ avanzar: '72h', ahead: 259_200, satCode: '1000' },
  ...{ rfc: 'PLO150312QT1', addresses: 'compras@example.com', to: 'compras@example.com' },
  ...{ payments: '14500.00', credits: '0.00', receipts: uuid },
  ...{ element: 'Comprobante', field: 'Total', path: 'Total', severity: 'error' },
  ...{ month: '2026-11', NombreReceptor: 'PAPELERIA LUNA DE OCTUBRE' },
  ...{ Rfc: 'PLO150312QT1', noCertificado: '30001000000500003416', id: '3f9a6c1d20b7e845' },
  ...{ name: 'Caja 3', scopes: 'invoices:create', cer: 'MIIF…', password: 'contraseña' },
  message: 'Comprobante.Total: no es la suma de los importes.',
}

const tax = {
  ...{ Base: 'AUTO', Impuesto: '002', TipoFactor: 'Tasa' },
  ...{ TasaOCuota: '0.160000', Importe: 'AUTO' },
}

/** A draft that can be stamped by an account with one issuer. */
const draft = {
  ...{ Version: '4.0', Fecha: 'AUTO', Folio: 'AUTO', FormaPago: '03', MetodoPago: 'PUE' },
  ...{ TipoDeComprobante: 'I', Exportacion: '01', Moneda: 'MXN', SubTotal: 'AUTO' },
  ...{ Total: 'AUTO', LugarExpedicion: '06600' },
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '612' },
  Receptor: {
    ...{ Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' },
    ...{ DomicilioFiscalReceptor: '64000', RegimenFiscalReceptor: '601', UsoCFDI: 'G03' },
  },
  Conceptos: [
    {
      ...{ ClaveProdServ: '80121600', Cantidad: '10', ClaveUnidad: 'E48' },
      ...{ Descripcion: 'Asesoría en contratos mercantiles', ValorUnitario: '1250.00' },
      ...{ Importe: 'AUTO', ObjetoImp: '02' },
      Impuestos: { Traslados: [tax] },
    },
  ],
  Impuestos: { TotalImpuestosTrasladados: 'AUTO', Traslados: [tax] },
}

/** Returns an example of a schema. `refs` has the schemas of components. */
export function exampleOf(
  schema: JsonSchema,
  refs: Readonly<Record<string, JsonSchema>>,
  name = '',
): unknown {
  const { $ref, const: only, enum: words, type, items, format, properties } = schema
  if (typeof $ref === 'string') return exampleOf(refs[$ref.split('/').at(-1)!]!, refs, name)
  if (only !== undefined) return only
  if (Array.isArray(words)) return words[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)
        .filter(([member]) => isShown(schema, member))
        .map(([member, each]) => [member, exampleOf(each, refs, member)]),
    )
  if (type === 'array') return [exampleOf(items as JsonSchema, refs, name)]
  const known = values[name]
  if (type === 'boolean') return true
  if (type === 'integer') return typeof known === 'number' ? known : 1
  if (format === 'date-time') return '2026-11-26T15:30:01.000Z'
  if (format === 'uri' && known === undefined) return values['url']
  return String(known ?? 'texto')
}

/** Required members, and optional ones with a value of their own. */
function isShown({ required }: JsonSchema, member: string): boolean {
  return (Array.isArray(required) && required.includes(member)) || Object.hasOwn(values, member)
}

/** Returns an example of a form: its required fields. */
export function formExampleOf(fields: Fields): Readonly<Record<string, string>> {
  const required = Object.entries(fields).filter(([, field]) => field.required === true)
  return Object.fromEntries(required.map(([name, field]) => [name, fieldExample(name, field)]))
}

function fieldExample(name: string, field: Field): string {
  switch (field.kind) {
    case 'json':
      return JSON.stringify(draft)
    case 'choice':
    case 'list':
      return field.choices.includes(String(values[name])) ? String(values[name]) : field.choices[0]!
    case 'flag':
      return 'true'
    case 'count':
      return String(field.least)
    default:
      return String(values[name] ?? 'texto')
  }
}
