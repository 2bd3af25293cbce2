/**
 * FEL's wire, after its WSDL: documents are known by a reference; a share of rejections above 30 % blocks the account. The
 * codes of its account troubles, and of a reference that does not exist, are not known: they have none here.
 * @module
 */
import { satWire } from './satWire.js'
import { element, isWsdl, nameOf, readCall, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeAnswer, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = {
  TimbrarCFDI: 'stamp',
  ConsultarTimbrePorReferencia: 'find',
}

/** FEL's wire. */
export const felWire: Wire = satWire({
  dedup: 'reference',
  earlier: 'never',
  blockAbove: 0.3,
  problems: {
    login: ['', 'Usuario o contraseña inválidos'],
    credits: ['', 'Sin timbres disponibles'],
    blocked: ['', 'Cuenta bloqueada por peticiones inválidas'],
  },
  read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    if (call === undefined || op === undefined) return undefined
    const [user, password] = [call.field('usuario') ?? '', call.field('password') ?? '']
    return { op, user, password, xml: call.field('cadenaXML'), key: call.field('referencia') ?? '' }
  },
  write(said, { op }) {
    if (said.kind === 'alive') return wsdl
    const operation = nameOf(operations, op)
    const inner = element(
      `${operation}Result`,
      texts('a:', result(said, op)),
      ' xmlns:a="http://schemas.datacontract.org/x"',
    )
    return soapReply(element(`${operation}Response`, inner, ' xmlns="http://tempuri.org/"'))
  },
})

function result(said: FakeAnswer, op: FakeCall['op']): Parameters<typeof texts>[1] {
  if (said.kind === 'stamped' && (said.when === 'fresh' || op === 'find'))
    return { OperacionExitosa: true, CodigoRespuesta: '', XMLResultado: said.cfdi }
  if (said.kind === 'stamped') return failed('801', 'La referencia ya fue utilizada')
  if (said.kind === 'rejected' || said.kind === 'problem') return failed(said.code, said.message)
  return failed('', 'No existe un timbre con esa referencia')
}

function failed(CodigoRespuesta: string, MensajeError: string): Parameters<typeof texts>[1] {
  return { OperacionExitosa: false, MensajeError, MensajeErrorDetallado: '', CodigoRespuesta, XMLResultado: '' }
}
