/**
 * Wire contract of MYSuite.
 * @module
 */
import type { WireContract } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'http://www.fact.com.mx/schema/ws'
const call = soapBodies(namespace, {
  qualified: true,
  order: 'given',
  action: (operation) => `${namespace}/${operation}`,
})

export const mysuiteContract: WireContract = {
  sources: {
    recorded: {
      grade: 'recorded',
      cite: 'SAT-CFDI/python-satcfdi: tests/test_pac_mysuite/test_mysuite_stamp.json (the request alone)',
    },
    client: { grade: 'inferred', cite: 'SAT-CFDI/python-satcfdi: satcfdi/pacs/mysuite.py' },
    support: {
      grade: 'documented',
      cite: 'https://soporte.mysuitemex.com/portal/es/kb/articles/timbrar and timbrar-retencion (stored pages of its support): requests, and replies of the second, 307 among them',
    },
    netsuite: {
      grade: 'inferred',
      cite: 'public NetSuite scripts: hosts; Response/Result, Description and Data of a rejection; ResponseData1 to 3',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://www.mysuitecfdi.com', from: ['client', 'netsuite'] },
    },
    test: { services: { url: 'https://www.mysuitetest.com', from: ['recorded', 'netsuite'] } },
  },
  // No source shows the answer to repeated bytes: the fake returns 307 with the earlier stamp the
  // second time, and without it the first.
  memory: { dedup: 'bytes', earlier: 'alternates', from: [] },
  problems: {
    login: { code: '', message: 'Requestor inválido', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Cuenta bloqueada', from: [] },
  },
  envelopes: { soap: envelopeOf('soap'), fault },
  refusals: {
    operation: faultReply(
      'soap',
      'Server did not recognize the value of HTTP Header SOAPAction: {{operation}}.',
      [],
      { code: 'soap:Client' },
    ),
    field: faultReply('soap', 'Server was unable to process request. {{field}}', [], {
      code: 'soap:Server',
    }),
  },
  replies: { alive: wsdlReply([]) },
  requests: {
    RequestTransaction: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/mx.com.fact.wsfront/FactWSFront.asmx',
      anyCase: true,
      body: call('RequestTransaction', {
        Requestor: { holds: 'password', from: ['recorded'] },
        Transaction: { value: 'TIMBRAR', from: ['recorded', 'support'] },
        Country: { value: 'MX', from: ['recorded'] },
        Entity: { pattern: '[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}', from: ['recorded'] },
        User: { from: ['recorded'] },
        UserName: { pattern: 'MX\\.[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}\\..+', from: ['recorded'] },
        Data1: { holds: 'xml', as: 'base64', from: ['recorded'] },
        Data2: { from: ['recorded'] },
        Data3: { from: ['recorded'] },
      }),
      replies: {
        fresh: result(said('true'), '<ResponseData1>{{tfd:base64}}</ResponseData1>', [
          'client',
          'netsuite',
        ]),
        earlier: result(
          said('false'),
          '<ResponseData1>{{tfd:base64}}</ResponseData1><ResponseData2>307</ResponseData2>',
          [],
        ),
        earlierEmpty: result(said('false'), '<ResponseData2>307</ResponseData2>', []),
        rejected: result(said('false', '{{code}} - {{message}}'), '', ['netsuite']),
        problem: result(said('false', '{{message}}'), '', ['netsuite']),
      },
      from: ['recorded', 'client'],
    },
    retencion: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/mx.com.fact.wsfront/FactWSFront.asmx',
      anyCase: true,
      body: call('RequestTransaction', {
        Requestor: { holds: 'password', from: ['support'] },
        Transaction: { value: 'TIMBRAR_RETENCION', from: ['support'] },
        Country: { value: 'MX', from: ['support'] },
        Entity: { pattern: '[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}', from: ['support'] },
        User: { from: ['support'] },
        UserName: { pattern: 'MX\\.[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}\\..+', from: ['support'] },
        Data1: { holds: 'xml', as: 'base64', from: ['support'] },
        Data2: { value: '', from: ['support'] },
        Data3: { value: '', from: ['support'] },
      }),
      replies: {
        fresh: result(
          said('true'),
          '<ResponseData1>{{tfd:base64}}</ResponseData1><ResponseData2>1</ResponseData2><ResponseData3>OK</ResponseData3>',
          ['support'],
        ),
        earlier: result(
          said('false'),
          '<ResponseData1>{{tfd:base64}}</ResponseData1><ResponseData2>307</ResponseData2><ResponseData3>El CFDI contiene un timbre previo</ResponseData3>',
          ['support'],
        ),
        earlierEmpty: result(said('false'), '<ResponseData2>307</ResponseData2>', []),
        rejected: result(
          said('false'),
          '<ResponseData1/><ResponseData2>{{code}}</ResponseData2><ResponseData3>{{message}}</ResponseData3>',
          ['support'],
        ),
        problem: result(
          said('false'),
          '<ResponseData1/><ResponseData2>{{code}}</ResponseData2><ResponseData3>{{message}}</ResponseData3>',
          ['support'],
        ),
      },
      from: ['support'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/mx.com.fact.wsfront/FactWSFront.asmx',
      anyCase: true,
      query: { wsdl: { from: ['client'] } },
      from: ['client'],
    },
  },
}

function said(isDone: string, data = ''): string {
  return `<Response><Result>${isDone}</Result><Description/><Data>${data}</Data></Response>`
}

function result(response: string, data: string, from: readonly string[]) {
  const body = `<RequestTransactionResponse xmlns="${namespace}"><RequestTransactionResult>${response}<ResponseData>${data}</ResponseData></RequestTransactionResult></RequestTransactionResponse>`
  return { within: ['soap'], body, from }
}
