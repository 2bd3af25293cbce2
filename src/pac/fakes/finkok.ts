/**
 * Finkok's wire, after the replies that public test suites recorded from its sandbox.
 * @module
 */
import { stateFields } from './satWire.js'
import type { StatusQuery } from '../provider.js'
import { type Call, element, isWsdl, nameOf, readCall, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeReply, FakeAnswer, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = {
  stamp: 'stamp',
  stamped: 'find',
  cancel_signature: 'cancel',
  get_pending: 'pending',
  accept_reject_signature: 'answer',
  get_related_signature: 'related',
  get_sat_status: 'status',
  get: 'balance',
}

const resultNamespaces = ' xmlns:tns="http://facturacion.finkok.com" xmlns:s0="apps.services.soap.core.views"'

/** The RFC that is registered in the account. */
export const finkokRfc = 'EKU9003173C9'

/** Finkok's wire. */
export const finkokWire: Wire = {
  dedup: 'bytes',
  earlier: 'alternates',
  problems: {
    login: ['300', 'El usuario o contraseña son inválidos'],
    credits: ['718', 'Sin timbres disponibles'],
    blocked: ['703', 'Cuenta suspendida'],
  },
  read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    if (call === undefined || op === undefined) return undefined
    const prefix = op === 'balance' ? 'reseller_' : ''
    const [user, password] = [call.field(`${prefix}username`), call.field(`${prefix}password`)]
    const account = { user: user ?? '', password: password ?? '' }
    const [xml, uuid, rfc] = [call.decoded('xml'), call.field('uuid'), call.field('rtaxpayer_id')]
    return { op, ...account, xml, uuid, rfc, query: op === 'status' ? queryOf(call) : undefined }
  },
  write(said, ask) {
    if (said.kind === 'alive') return wsdl
    const operation = nameOf(operations, ask.op)
    return reply(operation, result(said))
  },
}

/** It does not ask for the end of the Sello. */
function queryOf(call: Call): StatusQuery {
  const field = (name: string) => call.field(name) ?? ''
  const [rfcEmisor, rfcReceptor] = [field('taxpayer_id'), field('rtaxpayer_id')]
  return { uuid: field('uuid'), rfcEmisor, rfcReceptor, total: field('total'), fe: '' }
}

function reply(operation: string, content: string): FakeReply {
  const result = element(`tns:${operation}Result`, content)
  return soapReply(element(`tns:${operation}Response`, result, resultNamespaces))
}

function users(left: number): string {
  const user = texts('s0:', { status: 'A', counter: 0, taxpayer_id: finkokRfc, credit: left })
  return element('s0:users', element('s0:ResellerUser', user))
}

function result(said: FakeAnswer): string {
  switch (said.kind) {
    case 'stamped':
      return said.when === 'earlier' ? earlier(said.cfdi) : fresh(said.cfdi)
    case 'absent':
      return incident('603', 'El CFDI no contiene un timbre previo')
    case 'rejected':
    case 'problem':
      return incident(said.code, said.message)
    case 'cancelled':
      return cancelled(said)
    case 'pending':
      return element('s0:uuids', said.uuids.map((uuid) => texts('tns:', { string: uuid })).join(''))
    case 'answered':
      return element('s0:aceptacion', element('s0:Acepta', texts('s0:', { status: said.code, uuid: said.uuid })))
    case 'related':
      return related(said)
    case 'state':
      return element('s0:sat', stateFields('s0:', said.state))
    case 'balance':
      return users(said.left)
    default:
      return ''
  }
}

function fresh(cfdi: string | undefined): string {
  const fields = { xml: cfdi, UUID: uuidOf(cfdi), CodEstatus: 'Comprobante timbrado satisfactoriamente' }
  return `${texts('s0:', fields)}<s0:Incidencias/>`
}

/** What a repeated `stamp` and `stamped` answer, with the stamp or without. */
function earlier(cfdi: string | undefined): string {
  const state = cfdi && 'Comprobante timbrado previamente'
  const fields = { xml: cfdi, UUID: uuidOf(cfdi), CodEstatus: state }
  return texts('s0:', fields) + incident('307', 'El CFDI contiene un timbre previo', '')
}

function incident(code: string, message: string, before = texts('s0:', { xml: '', UUID: '', CodEstatus: '' })): string {
  const fields = { IdIncidencia: '', Uuid: '', CodigoError: code, MensajeIncidencia: message, ExtraInfo: '' }
  const one = element('s0:Incidencia', texts('s0:', fields))
  return before + element('s0:Incidencias', one + one)
}

function cancelled({ uuid, code, acuse }: Extract<FakeAnswer, { kind: 'cancelled' }>): string {
  const folio = texts('s0:', { UUID: uuid, EstatusUUID: code, EstatusCancelacion: `Código ${code}` })
  return element('s0:Folios', element('s0:Folio', folio)) + texts('s0:', { Acuse: acuse, Fecha: '', RfcEmisor: '' })
}

function related({ code, padres, hijos }: Extract<FakeAnswer, { kind: 'related' }>): string {
  if (code !== '2000') return texts('s0:', { error: `${code} - Código ${code}.` })
  const listed = (name: string, list: typeof padres) =>
    element(
      `s0:${name}s`,
      list
        .map(({ uuid, rfcEmisor, rfcReceptor }) =>
          element(`s0:${name}`, texts('s0:', { uuid, receptor: rfcReceptor, emisor: rfcEmisor })),
        )
        .join(''),
    )
  return listed('Padre', padres) + listed('Hijo', hijos)
}

function uuidOf(cfdi: string | undefined): string | undefined {
  return /\bUUID="([^"]+)"/.exec(cfdi ?? '')?.[1]
}
