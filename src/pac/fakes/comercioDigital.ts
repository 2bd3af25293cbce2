/**
 * Comercio Digital's wire: the status in headers, the document in the body, HTTP 200 for almost everything. What it answers
 * to the same bytes is not known: this fake answers 307 without the stamp, which is what a failover can cope with.
 * @module
 */
import { readText } from '../adapter/reply.js'
import { satWire } from './satWire.js'
import type { FakeReply, FakeRequest, Wire } from './wire.js'

const operations = { '/timbre4/timbrarV5': 'stamp', '/cancela4/cancelarXml': 'cancel' } as const

/** Comercio Digital's wire. */
export const comercioDigitalWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'never',
  problems: {
    login: ['', 'ERROR: Usuario o contraseña inválidos'],
    credits: ['', 'ERROR: Sin créditos'],
    blocked: ['', 'ERROR: Usuario bloqueado'],
  },
  read(request) {
    if (request.method === 'GET') return { op: 'ping' }
    const op = Object.hasOwn(operations, request.path) && operations[request.path as keyof typeof operations]
    if (!op) return undefined
    return { op, user: header(request, 'usrws'), password: header(request, 'pwdws'), xml: readText(request) }
  },
  write(said) {
    switch (said.kind) {
      case 'stamped':
        if (said.when === 'earlier') return reply('307', 'ERROR: El CFDI contiene un timbre previo')
        return reply('000', undefined, said.cfdi)
      case 'rejected':
      case 'problem':
        return reply(said.code, said.message)
      case 'cancelled':
        return reply('0', undefined, said.acuse)
      default:
        return { status: 405, headers: {}, body: '' }
    }
  },
})

function header({ headers }: FakeRequest, name: string): string {
  return String(headers[name] ?? '')
}

/** Headers leave in ISO-8859-1. */
function reply(codigo: string, errmsg?: string, body = ''): FakeReply {
  const headers = { 'content-type': 'text/xml', ...(codigo !== '' && { codigo }), ...(errmsg && { errmsg }) }
  return { status: 200, headers, body }
}
