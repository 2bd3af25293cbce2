/**
 * Wire contract of Solución Factible (SFERP).
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'http://timbrado.ws.cfdi.solucionfactible.com'
const call = soapBodies(namespace, {
  qualified: true,
  order: 'given',
  action: (operation) => `urn:${operation}`,
})
const utilities = 'http://utilerias.timbrado.ws.cfdi.solucionfactible.com'
const callUtilities = soapBodies(utilities, {
  qualified: true,
  order: 'given',
  action: (operation) => `${utilities}#${operation}`,
})

const account: WireFields = {
  usuario: { holds: 'user', from: ['wsdl', 'pages'] },
  password: { holds: 'password', from: ['wsdl', 'pages'] },
}

/** The call was not carried out. */
const trouble = '<ax27:mensaje>{{message}}</ax27:mensaje><ax27:status>{{code}}</ax27:status>'

export const solucionFactibleContract: WireContract = {
  sources: {
    wsdl: {
      grade: 'documented',
      cite: 'bambucode/tfacturaelectronica: PACs/SolucionFactible/SolucionFactibleWsTimbrado.pas (generated from the WSDL, 2017)',
    },
    pages: {
      grade: 'documented',
      cite: 'https://solucionfactible.com/sfic/capitulos/timbrado/ (stored pages of the manual)',
    },
    getTimbres: {
      grade: 'documented',
      cite: 'https://solucionfactible.com/sfic/capitulos/timbrado/ws-utilerias-metodos/ws-utilerias-getTimbres_en.jsp',
    },
    register: {
      grade: 'documented',
      cite: 'https://solucionfactible.com/sfic/capitulos/timbrado/ws-utilerias-metodos/ws-utilerias-agregarEmisorFirmaFiel_en.jsp (the SOAPAction of an example of the same service)',
    },
    client: {
      grade: 'inferred',
      cite: 'public clients: the prefix ax27, the address of Utilerias on the host for tests',
    },
  },
  hosts: {
    production: { services: { url: 'https://solucionfactible.com', from: ['wsdl', 'pages'] } },
    test: { services: { url: 'https://testing.solucionfactible.com', from: ['pages', 'client'] } },
  },
  memory: { dedup: 'bytes', earlier: 'never', from: ['pages'] },
  problems: {
    login: { code: '601', message: 'Error de autenticación', from: ['pages', 'getTimbres'] },
    credits: {
      code: '630',
      message: 'Se agotaron los timbres de la implementación',
      from: ['pages', 'getTimbres'],
    },
    blocked: {
      code: '602',
      message: 'La cuenta de usuario está bloqueada',
      from: ['pages', 'getTimbres'],
    },
  },
  envelopes: { soap: envelopeOf('soapenv'), fault },
  refusals: {
    // Axis2: the words of its dispatcher.
    operation: faultReply(
      'soap',
      'The endpoint reference (EPR) for the Operation not found: {{operation}}',
      [],
      {
        code: 'soapenv:Client',
      },
    ),
    field: faultReply('soap', 'Unexpected subelement {{field}}', [], { code: 'soapenv:Server' }),
  },
  replies: { alive: wsdlReply(['wsdl']) },
  requests: {
    timbrar: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/ws/services/Timbrado.TimbradoHttpsSoap11Endpoint/',
      body: call('timbrar', {
        ...account,
        cfdi: { holds: 'xml', as: 'base64', from: ['wsdl'] },
        zip: { value: ['true', 'false'], from: ['wsdl'] },
      }),
      replies: {
        fresh: result(
          'timbrar',
          document('200', 'Timbrado', '<ax27:cfdiTimbrado>{{cfdi:base64}}</ax27:cfdiTimbrado>'),
          ['wsdl'],
        ),
        earlierEmpty: result('timbrar', document('307', 'El CFDI contiene un timbre previo'), [
          'pages',
        ]),
        rejected: result('timbrar', document('{{code}}', '{{message}}'), ['pages', 'client']),
        problem: result('timbrar', trouble, ['pages', 'client']),
      },
      from: ['wsdl'],
    },
    enviarSolicitudCancelacion: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      path: '/ws/services/Timbrado.TimbradoHttpsSoap11Endpoint/',
      body: call('enviarSolicitudCancelacion', {
        ...account,
        solicitudCancelacion: { holds: 'xml', as: 'base64', from: ['wsdl'] },
      }),
      replies: {
        cancelled: result(
          'enviarSolicitudCancelacion',
          document(
            '200',
            'Código {{code}}',
            '<ax27:statusUUID>{{code}}</ax27:statusUUID><ax27:uuid>{{uuid}}</ax27:uuid>',
          ),
          ['wsdl'],
        ),
        rejected: result('enviarSolicitudCancelacion', document('{{code}}', '{{message}}'), [
          'pages',
        ]),
        problem: result('enviarSolicitudCancelacion', trouble, ['pages']),
      },
      from: ['wsdl'],
    },
    getTimbres: {
      op: 'balance',
      method: 'POST',
      at: 'services',
      path: '/ws/services/Utilerias.UtileriasHttpsSoap11Endpoint/',
      body: callUtilities('getTimbres', { ...account, rfcEmisor: { from: ['getTimbres'] } }),
      replies: {
        balance: resultOf(
          utilities,
          'getTimbres',
          '<ax27:contratados>1000</ax27:contratados><ax27:disponibles>{{left}}</ax27:disponibles><ax27:mensaje/><ax27:status>200</ax27:status><ax27:usados>0</ax27:usados>',
          ['getTimbres'],
        ),
        problem: resultOf(utilities, 'getTimbres', trouble, ['getTimbres']),
      },
      from: ['getTimbres', 'register', 'client'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/ws/services/Timbrado',
      query: { wsdl: { from: ['client'] } },
      from: ['client'],
    },
    timbrarRetenciones: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/ws/services/Timbrado.TimbradoHttpsSoap11Endpoint/',
      from: ['client'],
    },
  },
}

function document(status: string, mensaje: string, content = ''): string {
  const inner = `${content}<ax27:mensaje>${mensaje}</ax27:mensaje><ax27:status>${status}</ax27:status>`
  return `<ax27:mensaje>ok</ax27:mensaje><ax27:resultados>${inner}</ax27:resultados><ax27:status>200</ax27:status>`
}

function result(operation: string, content: string, from: readonly string[]) {
  return resultOf(namespace, operation, content, from)
}

function resultOf(space: string, operation: string, content: string, from: readonly string[]) {
  const body = `<ns:${operation}Response xmlns:ns="${space}"><ns:return xmlns:ax27="${space}/xsd">${content}</ns:return></ns:${operation}Response>`
  return { within: ['soap'], body, from }
}
