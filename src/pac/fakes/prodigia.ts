/**
 * Prodigia's wire, after its manual: a document as text in `return`; three wrong passwords lock the account.
 * @module
 */
import { encodeTextBase64 } from '../../lib/base64.js'
import { escapeText } from '../../lib/escape.js'
import { readText } from '../adapter/reply.js'
import { decodeBase64 } from '../../lib/base64.js'
import { satWire } from './satWire.js'
import { type Call, element, isWsdl, nameOf, readCall, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeAnswer, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = { timbradoBase64: 'stamp', cancelarConOpciones: 'cancel' }

/** Prodigia's wire. */
export const prodigiaWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'always',
  lockAfter: 3,
  problems: {
    login: ['1', 'Usuario o contraseña incorrectos'],
    credits: ['2', 'El contrato no tiene timbres'],
    blocked: ['1', 'La cuenta está bloqueada'],
    maintenance: ['5', 'Servicio fuera de línea por mantenimiento'],
  },
  read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    if (call === undefined || op === undefined) return undefined
    const xml = op === 'stamp' ? call.decoded('cfdiXmlBase64') : signedOf(call)
    return { op, user: call.field('usuario') ?? '', password: call.field('passwd') ?? '', xml }
  },
  write(said, { op }) {
    if (said.kind === 'alive') return wsdl
    const operation = nameOf(operations, op)
    const inner = element('return', escapeText(said.kind === 'cancelled' ? cancelled(said) : document(said)))
    return soapReply(element(`ns2:${operation}Response`, inner, ' xmlns:ns2="timbrado.ws.pade.mx"'))
  },
})

function signedOf(call: Call): string | undefined {
  const bytes = decodeBase64(call.field('opciones')?.replace('XML_CANCELACION:', '') ?? '')
  return bytes && readText({ body: bytes })
}

function document(said: FakeAnswer): string {
  const isFresh = said.kind === 'stamped' && said.when === 'fresh'
  const cfdi = said.kind === 'stamped' ? said.cfdi : undefined
  const fields = {
    id: '21afd57c',
    timbradoOk: isFresh,
    contrato: 'contrato',
    codigo: isFresh ? '0' : 'code' in said ? said.code : '307',
    mensaje: isFresh ? '' : 'message' in said ? said.message : 'El comprobante contiene un timbre previo',
    xmlBase64: cfdi && encodeTextBase64(cfdi),
  }
  return element('servicioTimbrado', texts('', fields))
}

function cancelled({ uuid, code, acuse }: Extract<FakeAnswer, { kind: 'cancelled' }>): string {
  const folio = texts('', { uuid, codigo: code, mensaje: 'Solicitud de cancelación recibida' })
  const inner = element('cancelaciones', element('cancelacion', folio))
  return element(
    'servicioCancel',
    texts('', { statusOk: true, codigo: 0 }) + inner + texts('', { acuseCancelBase64: encodeTextBase64(acuse) }),
  )
}
