/**
 * Parts that the wire contracts of SOAP services share.
 * @module
 */
import type { From, SoapBody, WireFields, WireReply } from '../wireContract.js'

/** An envelope with other prefixes than the library's. */
export function envelopeOf(prefix: string): string {
  return `<${prefix}:Envelope xmlns:${prefix}="http://schemas.xmlsoap.org/soap/envelope/"><${prefix}:Body>{{content:raw}}</${prefix}:Body></${prefix}:Envelope>`
}

/** A description of a service, as short as can be. */
export function wsdlReply(from: From): WireReply {
  return { body: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', from }
}

/** A Fault in an envelope of the contract. */
export function faultReply(
  within: string,
  text: string,
  from: From,
  more: { readonly code?: string; readonly detail?: string } = {},
): WireReply {
  const { code = 'Server', detail = '' } = more
  const body = `<faultcode>${code}</faultcode><faultstring>${text}</faultstring>${detail}`
  return { status: 500, within: ['fault', within], body, from }
}

/** Content of the envelope of a Fault: of SOAP 1.1, with any prefix. */
export const fault =
  '<f:Fault xmlns:f="http://schemas.xmlsoap.org/soap/envelope/">{{content:raw}}</f:Fault>'

/** Body of a request to a service whose operations share a namespace. */
export function soapBodies(
  namespace: string,
  options: Pick<SoapBody, 'qualified' | 'order' | 'encoded'> & {
    readonly action?: (operation: string) => string
  },
): (operation: string, fields: WireFields) => SoapBody {
  const { action, ...rest } = options
  return (operation, fields) => ({
    kind: 'soap',
    namespace,
    operation,
    ...(action && { action: action(operation) }),
    ...rest,
    fields,
  })
}
