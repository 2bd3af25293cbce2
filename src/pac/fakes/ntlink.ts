/**
 * NTLink's wire, after its WSDL and the Faults that its SDK asserts. What it answers to the same bytes is not known: this fake
 * answers 307 without the stamp, which is what a failover can cope with.
 * @module
 */
import { satWire } from './satWire.js'
import { element, isWsdl, nameOf, readCall, soapFault, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeReply, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = {
  TimbraCfdi: 'stamp',
  ObtenerStatusHash: 'find',
  CancelaCfdiRequest: 'cancel',
  ConsultaSaldo: 'balance',
}

/** NTLink's wire. */
export const ntlinkWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'never',
  findsBy: 'cadena',
  problems: {
    login: ['', 'Usuario o contraseña incorrectos'],
    credits: ['', 'Sin timbres disponibles'],
    blocked: ['', 'Usuario bloqueado'],
  },
  read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    if (call === undefined || op === undefined) return undefined
    const [user, password] = [call.field('userName') ?? '', call.field('password') ?? '']
    return {
      op,
      user,
      password,
      xml: call.field(op === 'cancel' ? 'requestCancelacion' : 'comprobante'),
      key: call.field('hash'),
    }
  },
  write(said, { op }) {
    switch (said.kind) {
      case 'alive':
        return wsdl
      case 'balance':
        return result(op, String(said.left))
      case 'cancelled':
        return result(op, cancelled(said.uuid, said.code, said.acuse))
      case 'absent':
        return soapFault('No existe el comprobante')
      case 'rejected':
      case 'problem':
        return soapFault(said.code === '' ? said.message : `${said.code} - ${said.message}`)
      case 'stamped':
        if (op === 'find') return result(op, texts('', { Comprobante: said.cfdi, Status: '201' }))
        if (said.when === 'earlier') return soapFault('307 - El CFDI contiene un timbre previo')
        return soapReply(element('TimbraCfdiResponse', texts('', { TimbraCfdiResult: said.cfdi }), namespace))
      default:
        return soapFault('')
    }
  },
})

const namespace = ' xmlns="https://ntlink.com.mx/IServicioTimbrado"'

function result(op: FakeCall['op'], content: string): FakeReply {
  const name = nameOf(operations, op)
  return soapReply(element(`${name}Response`, element(`${name}Result`, content), namespace))
}

function cancelled(uuid: string, code: string, acuse: string): string {
  const status = element('StatusUuid', texts('', { Status: code, Uuid: uuid }))
  return texts('', { Acuse: acuse, MensajeError: '' }) + element('StatusUuids', status)
}
