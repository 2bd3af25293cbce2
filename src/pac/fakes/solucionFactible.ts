/**
 * Solución Factible's wire, reconstructed from its WSDL: an outer status of the call, an inner one of the document.
 * @module
 */
import { encodeTextBase64 } from '../../lib/base64.js'
import { satWire } from './satWire.js'
import { element, isWsdl, nameOf, readCall, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeAnswer, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = { timbrar: 'stamp', enviarSolicitudCancelacion: 'cancel' }

/** Solución Factible's wire. */
export const solucionFactibleWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'never',
  problems: {
    login: ['601', 'Usuario o contraseña no válidos'],
    credits: ['630', 'Se agotaron los timbres de la implementación'],
    blocked: ['602', 'El usuario está bloqueado'],
  },
  read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    if (call === undefined || op === undefined) return undefined
    const xml = call.decoded(op === 'stamp' ? 'cfdi' : 'solicitudCancelacion')
    return { op, user: call.field('usuario') ?? '', password: call.field('password') ?? '', xml }
  },
  write(said, { op }) {
    if (said.kind === 'alive') return wsdl
    const operation = nameOf(operations, op)
    const namespaces =
      ' xmlns:ns="http://timbrado.ws.cfdi.solucionfactible.com" xmlns:ax27="http://timbrado.ws.cfdi.solucionfactible.com/xsd"'
    return soapReply(element(`ns:${operation}Response`, element('ns:return', result(said)), namespaces))
  },
})

function result(said: FakeAnswer): string {
  switch (said.kind) {
    case 'stamped':
      return said.when === 'fresh' ? document(200, 'Timbrado', said.cfdi) : document(307, 'Timbre previo', said.cfdi)
    case 'rejected':
      return document(said.code, said.message)
    case 'problem':
      return texts('ax27:', { mensaje: said.message, status: said.code })
    case 'cancelled':
      return whole({ mensaje: `Código ${said.code}`, status: 200, statusUUID: said.code, uuid: said.uuid })
    default:
      return ''
  }
}

function document(status: string | number, mensaje: string, cfdi?: string): string {
  return whole({ ...(cfdi !== undefined && { cfdiTimbrado: encodeTextBase64(cfdi) }), mensaje, status })
}

function whole(inner: Parameters<typeof texts>[1]): string {
  return (
    texts('ax27:', { mensaje: 'ok' }) +
    element('ax27:resultados', texts('ax27:', inner)) +
    texts('ax27:', { status: 200 })
  )
}
