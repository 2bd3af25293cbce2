/**
 * Wire contract of Finkok (Quadrum).
 * @module
 */
import type { WireContract, WireField, WireFields, WireReply } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

// Both public suites send the credentials at different places: the order is not checked.
const service = (name: string) =>
  soapBodies(`http://facturacion.finkok.com/${name}`, {
    qualified: true,
    order: 'any',
    action: (operation) => operation,
  })
const stamping = service('stamp')
const cancelling = service('cancel')
const registering = service('registration')
const retaining = service('retentions')

const account: WireFields = {
  username: { holds: 'user', from: ['phpcfdi', 'satcfdi'] },
  password: { holds: 'password', from: ['phpcfdi', 'satcfdi'] },
}
const xml: WireField = { holds: 'xml', as: 'base64', from: ['phpcfdi', 'satcfdi'] }
const recorded = ['files', 'satcfdiTests'] as const
const failed = '<s0:error>{{code}} - {{message}}</s0:error>'

export const finkokContract: WireContract = {
  sources: {
    phpcfdi: { grade: 'inferred', cite: 'phpcfdi/finkok: src/Services' },
    files: { grade: 'recorded', cite: 'phpcfdi/finkok: tests/_files, tests/Integration' },
    satcfdi: { grade: 'inferred', cite: 'SAT-CFDI/python-satcfdi: satcfdi/pacs/finkok.py' },
    satcfdiTests: { grade: 'recorded', cite: 'SAT-CFDI/python-satcfdi: tests/test_pac_finkok' },
    issue: { grade: 'recorded', cite: 'phpcfdi/finkok: docs/issues/StampServiceDobleEstampado.md' },
    list: { grade: 'documented', cite: 'public copies of the list of codes of Finkok' },
    wsdl: {
      grade: 'documented',
      cite: 'https://facturacion.finkok.com/servicios/soap/registration.wsdl, as phpcfdi/finkok uses it',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://facturacion.finkok.com', from: ['phpcfdi', 'satcfdi'] },
    },
    test: {
      services: { url: 'https://demo-facturacion.finkok.com', from: ['phpcfdi', 'satcfdi'] },
    },
  },
  memory: { dedup: 'bytes', earlier: 'alternates', from: ['issue'] },
  problems: {
    login: { code: '300', message: 'El usuario o contraseña son inválidos', from: ['list'] },
    credits: { code: '718', message: 'Sin timbres disponibles', from: ['list'] },
    blocked: { code: '703', message: 'Cuenta suspendida', from: ['list'] },
  },
  envelopes: { soap: envelopeOf('senv'), fault },
  refusals: {
    operation: faultReply('soap', "The requested resource '{{operation}}' not found", [], {
      code: 'senv:Client.ResourceNotFound',
    }),
    field: faultReply('soap', 'The request was invalid: {{field}}', [], {
      code: 'senv:Client.ValidationError',
    }),
  },
  replies: { alive: wsdlReply(['phpcfdi']) },
  requests: {
    stamp: {
      ...at('stamp', 'stamp'),
      body: stamping('stamp', { xml, ...account }),
      replies: {
        fresh: result(
          'stamp',
          stamped('Comprobante timbrado satisfactoriamente', '<s0:Incidencias/>'),
          recorded,
        ),
        earlier: result(
          'stamp',
          stamped(
            'Comprobante timbrado previamente',
            incidents('307', 'El CFDI contiene un timbre previo'),
          ),
          ['issue'],
        ),
        earlierEmpty: result(
          'stamp',
          empty(incidents('307', 'El CFDI contiene un timbre previo')),
          ['issue'],
        ),
        rejected: result('stamp', empty(incidents('{{code}}', '{{message}}')), recorded),
        problem: result('stamp', empty(incidents('{{code}}', '{{message}}')), ['list']),
      },
      from: recorded,
    },
    stamped: {
      ...at('find', 'stamp'),
      body: stamping('stamped', { xml, ...account }),
      replies: {
        found: result(
          'stamped',
          stamped('Comprobante recibido satisfactoriamente', '<s0:Incidencias/>'),
          recorded,
        ),
        absent: result('stamped', empty(incidents('603', 'El CFDI no contiene un timbre previo')), [
          'files',
        ]),
        problem: result('stamped', empty(incidents('{{code}}', '{{message}}')), ['list']),
      },
      from: recorded,
    },
    cancel_signature: {
      ...at('cancel', 'cancel'),
      body: cancelling('cancel_signature', {
        xml,
        ...account,
        store_pending: { need: 'optional', value: ['true', 'false'], from: ['phpcfdi'] },
      }),
      replies: {
        cancelled: result(
          'cancel_signature',
          '<s0:Folios><s0:Folio><s0:UUID>{{uuid}}</s0:UUID><s0:EstatusUUID>{{code}}</s0:EstatusUUID><s0:EstatusCancelacion>Código {{code}}</s0:EstatusCancelacion></s0:Folio></s0:Folios><s0:Acuse>{{acuse}}</s0:Acuse><s0:Fecha/><s0:RfcEmisor/>',
          recorded,
        ),
        rejected: result('cancel_signature', whole('{{code}}', '{{message}}'), ['list']),
        problem: result('cancel_signature', whole('{{code}}', '{{message}}'), ['list']),
      },
      from: recorded,
    },
    get_pending: {
      ...at('pending', 'cancel'),
      body: cancelling('get_pending', {
        ...account,
        rtaxpayer_id: { holds: 'rfc', from: ['phpcfdi'] },
      }),
      replies: {
        pending: result(
          'get_pending',
          '<s0:uuids>{{#uuids}}<tns:string>{{.}}</tns:string>{{/uuids}}</s0:uuids>',
          ['files'],
        ),
        problem: result('get_pending', failed, ['list']),
      },
      from: ['files'],
    },
    accept_reject_signature: {
      ...at('answer', 'cancel'),
      body: cancelling('accept_reject_signature', { xml, ...account }),
      replies: {
        answered: result(
          'accept_reject_signature',
          '<s0:aceptacion><s0:Acepta><s0:status>{{code}}</s0:status><s0:uuid>{{uuid}}</s0:uuid></s0:Acepta></s0:aceptacion>',
          ['files'],
        ),
        problem: result('accept_reject_signature', failed, ['list']),
      },
      from: ['files'],
    },
    get_related_signature: {
      ...at('related', 'cancel'),
      body: cancelling('get_related_signature', { xml, ...account }),
      replies: {
        related: result(
          'get_related_signature',
          `${related('Padre', 'padres')}${related('Hijo', 'hijos')}`,
          ['files'],
        ),
        unrelated: result(
          'get_related_signature',
          '<s0:error>{{code}} - Código {{code}}.</s0:error>',
          ['files'],
        ),
        problem: result('get_related_signature', failed, ['list']),
      },
      from: ['files'],
    },
    get_sat_status: {
      ...at('status', 'cancel'),
      body: cancelling('get_sat_status', {
        ...account,
        taxpayer_id: { holds: 'rfcEmisor', from: ['phpcfdi', 'satcfdi'] },
        rtaxpayer_id: { holds: 'rfcReceptor', from: ['phpcfdi', 'satcfdi'] },
        uuid: { holds: 'uuid', from: ['phpcfdi', 'satcfdi'] },
        total: { holds: 'total', from: ['phpcfdi', 'satcfdi'] },
      }),
      replies: {
        state: result(
          'get_sat_status',
          '<s0:sat><s0:EsCancelable>{{esCancelable}}</s0:EsCancelable><s0:CodigoEstatus>{{codigoEstatus}}</s0:CodigoEstatus><s0:Estado>{{estado}}</s0:Estado><s0:EstatusCancelacion>{{estatusCancelacion}}</s0:EstatusCancelacion></s0:sat>',
          recorded,
        ),
        problem: result('get_sat_status', failed, ['list']),
      },
      from: recorded,
    },
    get: {
      ...at('balance', 'registration'),
      body: registering('get', {
        reseller_username: { holds: 'user', from: ['wsdl'] },
        reseller_password: { holds: 'password', from: ['wsdl'] },
        taxpayer_id: { from: ['wsdl'] },
      }),
      replies: {
        balance: result(
          'get',
          '<s0:users><s0:ResellerUser><s0:status>A</s0:status><s0:counter>0</s0:counter><s0:taxpayer_id>EKU9003173C9</s0:taxpayer_id><s0:credit>{{left}}</s0:credit></s0:ResellerUser></s0:users>',
          ['wsdl', 'files'],
        ),
        problem: result('get', failed, []),
      },
      from: ['wsdl', 'files'],
    },
    add: {
      ...at('register', 'registration'),
      body: registering('add', {
        reseller_username: { holds: 'user', from: ['phpcfdi'] },
        reseller_password: { holds: 'password', from: ['phpcfdi'] },
        taxpayer_id: { holds: 'rfc', from: ['phpcfdi'] },
        type_user: { value: ['O', 'P'], from: ['phpcfdi'] },
      }),
      replies: {
        registered: result(
          'add',
          '<s0:success>true</s0:success><s0:message>{{message}}</s0:message>',
          ['files'],
        ),
        rejected: result(
          'add',
          '<s0:success>false</s0:success><s0:message>{{message}}</s0:message>',
          ['files'],
        ),
        problem: result('add', failed, []),
      },
      from: ['files'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/servicios/soap/stamp.wsdl',
      from: ['phpcfdi'],
    },
    retentionsStamp: {
      ...at('stamp', 'retentions'),
      document: 'retenciones',
      body: retaining('stamp', { xml, ...account }),
      replies: {
        fresh: result(
          'stamp',
          stamped('Comprobante timbrado satisfactoriamente', '<s0:Incidencias/>'),
          ['files'],
        ),
        earlier: result(
          'stamp',
          stamped(
            'Comprobante timbrado previamente',
            incidents('307', 'El CFDI contiene un timbre previo'),
          ),
          ['files'],
        ),
        earlierEmpty: result(
          'stamp',
          empty(incidents('307', 'El CFDI contiene un timbre previo')),
          ['issue'],
        ),
        rejected: result('stamp', empty(incidents('{{code}}', '{{message}}')), ['files']),
        problem: result('stamp', empty(incidents('{{code}}', '{{message}}')), ['list']),
      },
      from: ['files'],
    },
    retentionsStamped: {
      ...at('find', 'retentions'),
      document: 'retenciones',
      body: retaining('stamped', { xml, ...account }),
      replies: {
        found: result(
          'stamped',
          stamped('Comprobante recibido satisfactoriamente', '<s0:Incidencias/>'),
          ['files'],
        ),
        absent: result('stamped', empty(incidents('603', 'El CFDI no contiene un timbre previo')), [
          'files',
        ]),
        problem: result('stamped', empty(incidents('{{code}}', '{{message}}')), ['list']),
      },
      from: ['files'],
    },
    retentionsCancel: {
      ...at('cancel', 'retentions'),
      document: 'retenciones',
      from: ['files'],
    },
  },
}

function at<Op extends string>(op: Op, name: string) {
  return { op, method: 'POST', at: 'services', path: `/servicios/soap/${name}` } as const
}

function result(operation: string, content: string, from: readonly string[]): WireReply {
  const body = `<tns:${operation}Response xmlns:tns="http://facturacion.finkok.com/stamp" xmlns:s0="apps.services.soap.core.views"><tns:${operation}Result>${content}</tns:${operation}Result></tns:${operation}Response>`
  return { within: ['soap'], body, from }
}

function stamped(state: string, rest: string): string {
  return `{{#cfdi}}<s0:xml>{{cfdi}}</s0:xml>{{/cfdi}}<s0:UUID>{{uuid}}</s0:UUID><s0:CodEstatus>${state}</s0:CodEstatus>${rest}`
}

function empty(rest: string): string {
  return `<s0:xml/><s0:UUID/><s0:CodEstatus/>${rest}`
}

/** The same incident comes twice. */
function incidents(code: string, message: string): string {
  const one = `<s0:Incidencia><s0:IdIncidencia/><s0:Uuid/><s0:CodigoError>${code}</s0:CodigoError><s0:WorkProcessId/><s0:MensajeIncidencia>${message}</s0:MensajeIncidencia><s0:ExtraInfo/></s0:Incidencia>`
  return `<s0:Incidencias>${one}${one}</s0:Incidencias>`
}

function whole(code: string, message: string): string {
  return `<s0:CodEstatus>${code} - ${message}</s0:CodEstatus>`
}

function related(name: string, list: string): string {
  return `<s0:${name}s>{{#${list}}}<s0:${name}><s0:uuid>{{uuid}}</s0:uuid><s0:receptor>{{rfcReceptor}}</s0:receptor><s0:emisor>{{rfcEmisor}}</s0:emisor></s0:${name}>{{/${list}}}</s0:${name}s>`
}
