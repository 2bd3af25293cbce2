/**
 * Wire contract of Facturalo Plus.
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'urn:ws_api'
const call = soapBodies(namespace, {
  qualified: false,
  order: 'given',
  encoded: true,
  action: (operation) => `urn:ServicioTimbradoWS#${operation}`,
})

const account: WireFields = { apikey: { holds: 'password', from: ['docs', 'client'] } }

export const facturaloPlusContract: WireContract = {
  sources: {
    docs: {
      grade: 'documented',
      cite: 'lijemutu/facturotas.docs: facturotas/content/api (timbrado.md, consultarCreditosDisponibles.md, timbrarRetencion.md)',
    },
    codes: {
      grade: 'documented',
      cite: 'lijemutu/facturotas.docs: facturotas/layouts/_shortcodes/codigos-timbrado.html',
    },
    client: {
      grade: 'inferred',
      cite: 'a public client in JavaScript, which called consultarCreditosDisponibles and timbrar of the same software at dev.timbradorxpress.mx: SOAPAction, RPC/encoded, address without ?wsdl',
    },
  },
  hosts: {
    production: { services: { url: 'https://app.facturaloplus.com', from: ['docs'] } },
    test: { services: { url: 'https://dev.facturaloplus.com', from: ['docs'] } },
  },
  // The documentation lists 307 and no more: the fake returns it without the stamp.
  memory: { dedup: 'bytes', earlier: 'never', from: [] },
  problems: {
    login: { code: '300', message: 'API KEY inválida o inexistente', from: ['codes'] },
    credits: { code: '', message: 'Sin créditos disponibles', from: [] },
  },
  envelopes: { soap: envelopeOf('SOAP-ENV'), fault },
  refusals: {
    operation: faultReply('soap', "Operation '{{operation}}' is not defined in the WSDL", [], {
      code: 'SOAP-ENV:Client',
    }),
    field: faultReply('soap', 'Parameter {{field}}', [], { code: 'SOAP-ENV:Client' }),
  },
  replies: { alive: wsdlReply(['docs']) },
  requests: {
    timbrar: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/ws/servicio.do',
      body: call('timbrar', { ...account, xmlCFDI: { holds: 'xml', from: ['docs', 'client'] } }),
      replies: {
        fresh: answer('timbrar', '200', 'OK', '{{cfdi}}', ['docs', 'codes']),
        earlierEmpty: answer('timbrar', '307', 'El CFDI contiene un timbre previo', '', ['codes']),
        rejected: answer('timbrar', '{{code}}', '{{message}}', '', ['docs', 'codes']),
        problem: answer('timbrar', '{{code}}', '{{message}}', '', ['docs', 'codes']),
      },
      from: ['docs', 'client'],
    },
    consultarCreditosDisponibles: {
      op: 'balance',
      method: 'POST',
      at: 'services',
      path: '/ws/servicio.do',
      body: call('consultarCreditosDisponibles', account),
      replies: {
        balance: answer('consultarCreditosDisponibles', '200', 'OK', '{{left}}', ['docs']),
        problem: answer('consultarCreditosDisponibles', '{{code}}', '{{message}}', '', ['docs']),
      },
      from: ['docs', 'client'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/ws/servicio.do',
      query: { wsdl: { from: ['docs'] } },
      from: ['docs'],
    },
    timbrarRetencion: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/ws/servicio.do',
      body: call('timbrarRetencion', { ...account, xml: { holds: 'xml', from: ['docs'] } }),
      replies: {
        fresh: answer('timbrarRetencion', '200', 'OK', '{{cfdi}}', ['docs', 'codes']),
        earlierEmpty: answer('timbrarRetencion', 'T307', 'El CFDI contiene un timbre previo', '', [
          'codes',
        ]),
        rejected: answer('timbrarRetencion', '{{code}}', '{{message}}', '', ['docs', 'codes']),
        problem: answer('timbrarRetencion', '{{code}}', '{{message}}', '', ['docs', 'codes']),
      },
      from: ['docs'],
    },
  },
}

function answer(
  operation: string,
  code: string,
  message: string,
  data: string,
  from: readonly string[],
) {
  const typed = (name: string, text: string) => `<${name} xsi:type="xsd:string">${text}</${name}>`
  const body = `<ns1:${operation}Response xmlns:ns1="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><return>${typed('code', code)}${typed('message', message)}${typed('data', data)}</return></ns1:${operation}Response>`
  return { within: ['soap'], body, from }
}
