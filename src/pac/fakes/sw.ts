/**
 * SW Sapien's wire, after its documentation, its SDKs and recorded traffic. Its copy of the CFDI lacks the Addenda.
 * @module
 */
import { readJson, readText } from '../adapter/reply.js'
import { satWire } from './satWire.js'
import type { FakeCall, FakeReply, FakeRequest, FakeAnswer, Wire } from './wire.js'

/** SW Sapien's wire. */
export const swWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'always',
  tokens: true,
  problems: {
    login: ['AU2000', 'El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.'],
    credits: ['AU2001', 'El usuario no tiene saldo en timbres.'],
    blocked: ['AU2002', 'El usuario se encuentra inactivo.'],
  },
  read(request) {
    if (request.path === '/v2/security/authenticate') return { op: 'login', ...credentialsOf(request) }
    const path = decodeURI(request.path)
    const token = /^bearer (.+)$/i.exec(String(request.headers['authorization'] ?? ''))?.[1] ?? ''
    if (path === '/v4/cfdi33/stamp/v4') return { op: 'stamp', token, xml: fileOf(request) }
    if (path === '/cfdi33/cancel/xml') return { op: 'cancel', token, xml: fileOf(request) }
    if (path.startsWith('/cfdi33/cancel/')) return { op: 'cancel', token, uuid: path.split('/')[4] }
    if (path.startsWith('/pendings/'))
      return { op: 'pending', token, rfc: decodeURIComponent(path.split('/')[2] ?? '') }
    if (path === '/acceptreject/xml') return { op: 'answer', token, xml: fileOf(request) }
    if (path === '/relations/xml') return { op: 'related', token, xml: fileOf(request) }
    return balances.has(path) ? { op: 'balance', token } : undefined
  },
  write(said, ask) {
    switch (said.kind) {
      case 'stamped':
        return stamped(said)
      case 'open':
        // Despite its name, a time.
        return success({ token: said.token, expires_in: Math.floor(said.expires / 1000), tokeny_type: 'Bearer' })
      case 'cancelled':
        return success({ acuse: said.acuse, uuid: { [said.uuid]: said.code } })
      case 'pending':
        return said.uuids.length > 0 ? told('1100', { uuid: said.uuids, codEstatus: '1100' }) : told('1101', null)
      case 'answered':
        return success({ acuse: said.acuse, folios: [{ uuid: said.uuid, estatusUUID: said.code }] })
      case 'related':
        return told(said.code, relations(said))
      case 'balance':
        return success({ idUser: '1', stampsBalance: said.left, isUnlimited: false })
      case 'problem':
        return said.code === 'AU2000' && ask.op !== 'login'
          ? tokenRefused(ask)
          : refusal(`${said.code} - ${said.message}`)
      case 'rejected':
        return ask.op === 'cancel'
          ? refusal('CACFDI33 - Problemas con el xml.', `CA${said.code} - ${said.message}`)
          : refusal(`${said.code} - ${said.message}`)
      default:
        return refusal('CO1000 - Error No Controlado.')
    }
  },
})

/** Of version 2 of the management service, and the older one. */
const balances = new Set(['/management/v2/api/users/balance', '/account/balance'])

function credentialsOf(request: FakeRequest): Pick<FakeCall, 'user' | 'password'> {
  const { user, password } = readJson(request) ?? {}
  return { user: String(user), password: String(password) }
}

/** The file of a multipart with one part named `xml` (RFC 7578); `undefined` if it is not one. */
export function fileOf(request: Pick<FakeRequest, 'headers' | 'body'>): string | undefined {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(String(request.headers['content-type'] ?? ''))?.[1]
  const text = readText(request) ?? ''
  const end = `\r\n--${boundary}--\r\n`
  const start = text.indexOf('\r\n\r\n')
  const head = text.slice(0, start).split('\r\n')
  const isPart = head[1] === 'Content-Disposition: form-data; name="xml"; filename="xml"'
  return head[0] === `--${boundary}` && isPart && text.endsWith(end) ? text.slice(start + 4, -end.length) : undefined
}

function stamped({ when, cfdi, tfd }: Extract<FakeAnswer, { kind: 'stamped' }>): FakeReply {
  const data = cfdi === undefined ? null : { cfdi: withoutAddenda(cfdi), tfd }
  return when === 'fresh' ? success(data) : refusal('307. El comprobante contiene un timbre previo.', null, data)
}

function tokenRefused({ token = '' }: FakeCall): FakeReply {
  const message = token.split('.').length === 3 ? 'El token ha expirado' : 'El token debe contener 3 partes'
  return { ...refusal(message), status: 401 }
}

function success(data: unknown): FakeReply {
  return json(200, { data, status: 'success' })
}

/** An answer with the code of the SAT's service, outside of the data. */
function told(codStatus: string, data: unknown): FakeReply {
  return json(200, { codStatus, message: `Código ${codStatus}.`, data, status: 'success' })
}

function relations({ code, padres, hijos }: Extract<FakeAnswer, { kind: 'related' }>): unknown {
  return code === '2000' ? { uuidsRelacionadosPadres: padres, uuidsRelacionadosHijos: hijos } : null
}

function refusal(message: string, messageDetail: string | null = null, data: unknown = null): FakeReply {
  return json(400, { message, messageDetail, data, status: 'error' })
}

function json(status: number, body: unknown): FakeReply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

function withoutAddenda(cfdi: string): string {
  const [from, end] = [cfdi.indexOf('<cfdi:Addenda>'), '</cfdi:Addenda>']
  const to = cfdi.lastIndexOf(end)
  return from === -1 || to < from ? cfdi : cfdi.slice(0, from) + cfdi.slice(to + end.length)
}
