/**
 * Wire contract of NTLink.
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'https://ntlink.com.mx/IServicioTimbrado'
const call = soapBodies(namespace, {
  qualified: true,
  order: 'given',
  action: (operation) => `${namespace}/IServicioTimbrado/${operation}`,
})

const account: WireFields = {
  userName: { holds: 'user', from: ['xsd'] },
  password: { holds: 'password', from: ['xsd'] },
}

export const ntlinkContract: WireContract = {
  sources: {
    xsd: {
      grade: 'documented',
      cite: 'NTlink/ntlink-ws-sdk: src/main/resources/xsd/servicio-timbrado.xsd',
    },
    sdk: { grade: 'inferred', cite: 'NTlink/ntlink-ws-sdk: its client and configuration' },
    tests: {
      grade: 'recorded',
      cite: 'NTlink/ntlink-ws-sdk: its tests, which assert Faults of the operation that seals',
    },
  },
  hosts: {
    // No public source has the address in production: it comes with the contract.
    production: {},
    test: {
      services: { url: 'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado', from: ['sdk'] },
    },
  },
  // The answer to repeated bytes is undocumented: the fake returns 307 without the stamp, which a
  // failover handles.
  memory: { dedup: 'bytes', earlier: 'never', findsBy: 'cadena', from: [] },
  problems: {
    login: { code: '', message: 'Usuario o contraseña incorrectos', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Usuario bloqueado', from: [] },
  },
  envelopes: { soap: envelopeOf('s'), fault },
  refusals: {
    operation: faultReply('soap', 'No endpoint mapping found for {{operation}}', [], {
      code: 's:Client',
    }),
    field: faultReply('soap', 'Object reference not set to an instance of an object.', [], {
      code: 's:Server',
    }),
  },
  replies: {
    alive: wsdlReply(['xsd']),
    rejected: faultReply('soap', '{{code}} - {{message}}', ['tests'], { code: 's:Client' }),
    problem: faultReply('soap', '{{#code}}{{code}} - {{/code}}{{message}}', ['tests'], {
      code: 's:Client',
    }),
  },
  requests: {
    TimbraCfdi: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      body: call('TimbraCfdi', { ...account, comprobante: { holds: 'xml', from: ['xsd'] } }),
      replies: {
        fresh: result('TimbraCfdi', '{{cfdi}}', ['xsd']),
        earlierEmpty: faultReply('soap', '307 - El CFDI contiene un timbre previo', [], {
          code: 's:Client',
        }),
      },
      from: ['xsd'],
    },
    ObtenerStatusHash: {
      op: 'find',
      method: 'POST',
      at: 'services',
      // The hash is undocumented: the fake uses that of the cadena original.
      body: call('ObtenerStatusHash', { ...account, hash: { holds: 'key', from: ['xsd'] } }),
      replies: {
        found: result('ObtenerStatusHash', consulta('{{cfdi}}', 'Enviado'), ['xsd']),
        absent: result('ObtenerStatusHash', consulta('', 'NoEncontrado'), ['xsd']),
      },
      from: ['xsd'],
    },
    CancelaCfdiRequest: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      body: call('CancelaCfdiRequest', {
        ...account,
        requestCancelacion: { holds: 'xml', from: ['xsd'] },
        expresion: { holds: 'expression', from: ['xsd'] },
        uuid: { holds: 'uuid', from: ['xsd'] },
        rfcReceptor: { holds: 'rfcReceptor', from: ['xsd'] },
      }),
      replies: {
        cancelled: result(
          'CancelaCfdiRequest',
          '<Acuse>{{acuse}}</Acuse><MensajeError/><StatusUuids><StatusUuid><Status>{{code}}</Status><Uuid>{{uuid}}</Uuid></StatusUuid></StatusUuids>',
          ['xsd'],
        ),
      },
      from: ['xsd'],
    },
    ConsultaSaldo: {
      op: 'balance',
      method: 'POST',
      at: 'services',
      body: call('ConsultaSaldo', account),
      replies: { balance: result('ConsultaSaldo', '{{left}}', ['xsd']) },
      from: ['xsd'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      query: { wsdl: { from: ['sdk'] } },
      from: ['sdk'],
    },
    TimbraRetencion: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      body: call('TimbraRetencion', { ...account, comprobante: { holds: 'xml', from: ['xsd'] } }),
      replies: {
        fresh: result('TimbraRetencion', '{{cfdi}}', ['xsd']),
        earlierEmpty: faultReply('soap', '307 - El CFDI contiene un timbre previo', [], {
          code: 's:Client',
        }),
      },
      from: ['xsd'],
    },
  },
}

function consulta(comprobante: string, status: string): string {
  return `<AcuseCancelacion/><AcuseEnvio/><Comprobante>${comprobante}</Comprobante><Status>${status}</Status>`
}

function result(operation: string, content: string, from: readonly string[]) {
  const body = `<${operation}Response xmlns="${namespace}"><${operation}Result>${content}</${operation}Result></${operation}Response>`
  return { within: ['soap'], body, from }
}
