/**
 * The SAT's status service beside the wire of a PAC, for adapters that ask the SAT itself.
 * @module
 */
import { readText } from '../adapter/reply.js'
import { queryIn } from '../sandbox/satStatus.js'
import { element, soapReply, texts } from './soapWire.js'
import type { FakeReply, FakeAnswer, Wire } from './wire.js'

/** Path of the service. */
export const satPath = '/ConsultaCFDIService.svc'

/** The wire, which also answers for the SAT. */
export function satWire(wire: Wire): Wire {
  return {
    ...wire,
    read: (request) =>
      request.path === satPath
        ? { op: 'status', uuid: /id=([0-9A-Fa-f-]{36})/.exec(readText(request) ?? '')?.[1], query: queryIn(request) }
        : wire.read(request),
    write: (said, ask, packing) => (said.kind === 'state' ? satReply(said) : wire.write(said, ask, packing)),
  }
}

function satReply(said: Extract<FakeAnswer, { kind: 'state' }>): FakeReply {
  const result = element(
    'ConsultaResult',
    stateFields('a:', said.state),
    ' xmlns:a="http://schemas.datacontract.org/x"',
  )
  return soapReply(element('ConsultaResponse', result, ' xmlns="http://tempuri.org/"'))
}

/** The fields of the SAT's answer, which PACs pass on. */
export function stateFields(
  prefix: string,
  { estado, esCancelable, estatusCancelacion }: Extract<FakeAnswer, { kind: 'state' }>['state'],
): string {
  const CodigoEstatus =
    estado === 'No Encontrado' ? 'N - 602: Comprobante no encontrado.' : 'S - Comprobante obtenido satisfactoriamente.'
  return texts(prefix, {
    CodigoEstatus,
    EsCancelable: esCancelable,
    Estado: estado,
    EstatusCancelacion: estatusCancelacion,
  })
}
