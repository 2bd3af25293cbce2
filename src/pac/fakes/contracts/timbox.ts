/**
 * Wire contract of Timbox.
 * @module
 */
import type { WireContract, WireField, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'urn:WashOut'
const call = soapBodies(namespace, {
  qualified: false,
  order: 'given',
  encoded: true,
  action: (operation) => operation,
})

const account: WireFields = {
  username: { holds: 'user', from: ['wsdl'] },
  password: { holds: 'password', from: ['wsdl'] },
}
const reference: WireField = { holds: 'key', pattern: '\\d{1,30}', from: ['wsdl', 'pages'] }
const stamping = '/timbrado_cfdi40/action'

export const timboxContract: WireContract = {
  sources: {
    wsdl: {
      grade: 'documented',
      cite: 'TimboxIntegracion/timbox-.net: ejemplo-.net_40/Connected Services/*/timbrado_cfdi40.wsdl, cancelacion.wsdl',
    },
    retenciones: {
      grade: 'documented',
      cite: 'TimboxIntegracion/timbox-.net: ejemplo-.net_40/Connected Services/Timbrado_Retenciones_Pruebas/retencion.wsdl; README.md (its operation)',
    },
    pages: {
      grade: 'documented',
      cite: 'its support pages, timbox.com.mx: timbrar-cfdi, timbrar-referencia, recuperar-comprobante-referencia, buscar-cfdis, obtener-consumo, cancelar-cfdi-seguro',
    },
    java: {
      grade: 'documented',
      cite: 'TimboxIntegracion/timbox-java: README.md (addresses of both environments)',
    },
    clients: {
      grade: 'inferred',
      cite: 'TimboxIntegracion/timbox-php and timbox-ruby; a client in Go that reads faultstring',
    },
  },
  hosts: {
    production: { services: { url: 'https://sistema.timbox.com.mx', from: ['java', 'pages'] } },
    test: { services: { url: 'https://staging.ws.timbox.com.mx', from: ['java', 'pages'] } },
  },
  // The answer to repeated bytes, or to a repeated reference, is undocumented: the fake returns 307
  // without the stamp.
  memory: { dedup: 'bytes', earlier: 'never', from: [] },
  problems: {
    login: {
      code: '101',
      message: 'Los datos de autentificación enviados son incorrectos',
      from: ['pages'],
    },
    credits: {
      code: '103',
      message: 'Se han agotado la cantidad de timbres, favor de contratar un nuevo plan',
      from: ['pages'],
    },
  },
  envelopes: { soap: envelopeOf('soap'), fault },
  refusals: {
    operation: faultReply('soap', 'Cannot find SOAP action mapping for {{operation}}', [], {
      code: 'soap:Server',
    }),
    field: faultReply('soap', 'Missing parameter: {{field}}', [], { code: 'soap:Server' }),
  },
  replies: {
    alive: wsdlReply(['pages']),
    rejected: faultReply('soap', '{{code}} - {{message}}', ['clients'], { code: 'soap:Server' }),
    problem: faultReply('soap', '{{code}} - {{message}}', ['clients'], { code: 'soap:Server' }),
  },
  requests: {
    timbrar_cfdi_referencia: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: stamping,
      body: call('timbrar_cfdi_referencia', {
        ...account,
        sxml: { holds: 'xml', as: 'base64', from: ['wsdl', 'pages'] },
        external_id: reference,
      }),
      replies: {
        fresh: result('timbrar_cfdi_referencia', '<xml xsi:type="xsd:string">{{cfdi}}</xml>'),
        earlierEmpty: faultReply('soap', '307 - El CFDI ya contiene un timbre previo', ['pages'], {
          code: 'soap:Server',
        }),
      },
      from: ['wsdl', 'pages'],
    },
    recuperar_comprobante_referencia: {
      op: 'find',
      method: 'POST',
      at: 'services',
      path: stamping,
      body: call('recuperar_comprobante_referencia', {
        ...account,
        'external_ids/external_id': reference,
      }),
      replies: {
        found: recovered('{{cfdi}}'),
        absent: recovered('No se encontró XML del uuid: 252510'),
        problem: faultReply('soap', 'RCR{{code}} - {{message}}', ['pages'], {
          code: 'soap:Server',
        }),
      },
      from: ['wsdl', 'pages'],
    },
    // Described and not sent: it tells the folio fiscal of a serie and folio, and not the stamp.
    buscar_cfdis: {
      op: 'find',
      method: 'POST',
      at: 'services',
      path: stamping,
      body: call('buscar_cfdis', {
        ...account,
        'parametros_cfdis/rfc_emisor': { need: 'optional', from: ['wsdl', 'pages'] },
        'parametros_cfdis/rfc_receptor': { need: 'optional', from: ['wsdl', 'pages'] },
        'parametros_cfdis/external_id': { need: 'optional', from: ['wsdl', 'pages'] },
        'parametros_cfdis/uuid': { need: 'optional', from: ['wsdl', 'pages'] },
        'parametros_cfdis/folio': { need: 'optional', from: ['wsdl', 'pages'] },
        'parametros_cfdis/serie': { need: 'optional', from: ['wsdl', 'pages'] },
      }),
      from: ['wsdl', 'pages'],
    },
    cancelar_cfdi_seguro: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      path: '/cancelacion/action',
      body: call('cancelar_cfdi_seguro', {
        ...account,
        firma_base64: { holds: 'xml', as: 'base64', from: ['wsdl', 'pages'] },
      }),
      replies: {
        cancelled: result(
          'cancelar_cfdi_seguro',
          `<folios_cancelacion xsi:type="xsd:string">${escaped(
            '<folios_cancelacion type="array"><folio_cancelacion><uuid>{{uuid}}</uuid><codigo>{{code}}</codigo><mensaje>Respuesta del SAT</mensaje></folio_cancelacion></folios_cancelacion>',
          )}</folios_cancelacion><acuse_cancelacion xsi:type="xsd:string">{{acuse}}</acuse_cancelacion>`,
        ),
        problem: faultReply('soap', 'CANC001 - {{message}}', ['pages'], { code: 'soap:Server' }),
      },
      from: ['wsdl', 'pages'],
    },
    obtener_consumo: {
      op: 'balance',
      method: 'POST',
      at: 'services',
      path: stamping,
      body: call('obtener_consumo', account),
      replies: {
        balance: result(
          'obtener_consumo',
          '<plan_actual xsi:type="xsd:string">Prepago</plan_actual><creditos_asignados xsi:type="xsd:int">{{left}}</creditos_asignados><creditos_usados xsi:type="xsd:int">0</creditos_usados>',
        ),
        problem: faultReply('soap', 'CON{{code}} - {{message}}', ['pages'], {
          code: 'soap:Server',
        }),
      },
      from: ['wsdl', 'pages'],
    },
    timbrar_retencion: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/retencion/action',
      body: call('timbrar_retencion', {
        username: { holds: 'user', from: ['retenciones'] },
        password: { holds: 'password', from: ['retenciones'] },
        sxml: { holds: 'xml', as: 'base64', from: ['retenciones'] },
      }),
      replies: {
        fresh: {
          ...result('timbrar_retencion', '<xml xsi:type="xsd:string">{{cfdi}}</xml>'),
          from: ['retenciones'],
        },
        earlierEmpty: faultReply('soap', '307 - El CFDI ya contiene un timbre previo', [], {
          code: 'soap:Server',
        }),
      },
      from: ['retenciones'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/timbrado_cfdi40/wsdl',
      from: ['pages'],
    },
  },
}

function escaped(xml: string): string {
  return xml.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function response(operation: string, part: string, content: string) {
  const body = `<tns:${operation}_response xmlns:tns="${namespace}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><${part} xsi:type="tns:${part}">${content}</${part}></tns:${operation}_response>`
  return { within: ['soap'], body, from: ['wsdl', 'pages'] }
}

function result(operation: string, content: string) {
  return response(operation, `${operation}_result`, content)
}

/** The part of this response has the name of the operation. Its list is text, with text inside. */
function recovered(xml: string) {
  const list = escaped(
    `<?xml version="1.0" encoding="UTF-8"?><Comprobantes type="array"><CFDI><external-id>252510</external-id><xml>@</xml></CFDI></Comprobantes>`,
  )
  const operation = 'recuperar_comprobante_referencia'
  return response(
    operation,
    operation,
    `<estatus xsi:type="xsd:string">200</estatus><cantidad xsi:type="xsd:string">1</cantidad><comprobantes xsi:type="xsd:string">${list.replace('@', xml)}</comprobantes>`,
  )
}
