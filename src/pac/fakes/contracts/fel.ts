/**
 * Wire contract of FEL (Facturar En Línea, Folios Digitales).
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const call = soapBodies('http://tempuri.org/', {
  qualified: true,
  order: 'given',
  action: (operation) => `http://tempuri.org/IWSCFDI33/${operation}`,
})

const account: WireFields = {
  usuario: { holds: 'user', from: ['client', 'proxy'] },
  password: { holds: 'password', from: ['client', 'proxy'] },
}
/** "At least 4 characters, unique": its greatest length is not known. */
const referencia = { holds: 'key', pattern: '.{4,}', from: ['client', 'node'] } as const

const success =
  '<a:CodigoRespuesta/><a:MensajeError/><a:MensajeErrorDetallado/><a:OperacionExitosa>true</a:OperacionExitosa><a:XMLResultado>{{cfdi}}</a:XMLResultado>'

export const felContract: WireContract = {
  sources: {
    client: { grade: 'inferred', cite: 'yusent/cfdis: src/CFDI/PAC/Fel.hs' },
    tests: {
      grade: 'recorded',
      cite: 'yusent/cfdis: its tests of FEL, against the sandbox (801, and the look-up after it)',
    },
    node: { grade: 'documented', cite: 'n8n-nodes-facturarenlinea (community node, 2026)' },
    proxy: {
      grade: 'documented',
      cite: 'classes generated from its WSDL (TES.TFD.V33.Negocios: RespuestaTFD33, RespuestaCreditos), in public repositories',
    },
    clients: {
      grade: 'inferred',
      cite: 'public clients of ConsultarCreditos, which add up TimbresRestantes of the packages with Vigente',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://www.fel.mx/WSTimbrado33/WSCFDI33.svc', from: ['client', 'node'] },
    },
    test: { services: { url: 'https://app.fel.mx/WSTimbrado33Test/WSCFDI33.svc', from: ['node'] } },
  },
  memory: { dedup: 'reference', earlier: 'never', blockAbove: 0.3, from: ['tests', 'node'] },
  problems: {
    login: { code: '', message: 'Usuario o contraseña inválidos', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Cuenta bloqueada por peticiones inválidas', from: [] },
  },
  envelopes: { soap: envelopeOf('s'), fault },
  refusals: {
    // WCF: the words of its dispatcher.
    operation: faultReply(
      'soap',
      'The message with Action cannot be processed at the receiver, due to a ContractFilter mismatch at the EndpointDispatcher.',
      [],
      { code: 'a:ActionNotSupported' },
    ),
    field: faultReply(
      'soap',
      'The server was unable to process the request due to an internal error.',
      [],
      {
        code: 'a:InternalServiceFault',
      },
    ),
  },
  replies: { alive: wsdlReply(['proxy']) },
  requests: {
    TimbrarCFDI: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      body: call('TimbrarCFDI', {
        ...account,
        cadenaXML: { holds: 'xml', from: ['client', 'proxy'] },
        referencia,
      }),
      replies: {
        fresh: result('TimbrarCFDI', success, ['client', 'proxy']),
        earlierEmpty: result('TimbrarCFDI', failure('801', 'La referencia ya fue utilizada'), [
          'tests',
        ]),
        rejected: result('TimbrarCFDI', failure('{{code}}', '{{message}}'), ['client', 'proxy']),
        problem: result('TimbrarCFDI', failure('{{code}}', '{{message}}'), ['client', 'proxy']),
      },
      from: ['client', 'proxy'],
    },
    ConsultarTimbrePorReferencia: {
      op: 'find',
      method: 'POST',
      at: 'services',
      body: call('ConsultarTimbrePorReferencia', { ...account, referencia }),
      replies: {
        found: result('ConsultarTimbrePorReferencia', success, ['tests']),
        absent: result(
          'ConsultarTimbrePorReferencia',
          failure('', 'No existe un timbre con esa referencia'),
          [],
        ),
        problem: result('ConsultarTimbrePorReferencia', failure('{{code}}', '{{message}}'), [
          'client',
          'proxy',
        ]),
      },
      from: ['client', 'tests'],
    },
    ConsultarCreditos: {
      op: 'balance',
      method: 'POST',
      at: 'services',
      body: call('ConsultarCreditos', account),
      replies: {
        balance: result(
          'ConsultarCreditos',
          '<a:MensajeError/><a:OperacionExitosa>true</a:OperacionExitosa><a:Paquetes><a:DetallesPaqueteCreditos><a:EnUso>true</a:EnUso><a:Paquete>1000</a:Paquete><a:TimbresRestantes>{{left}}</a:TimbresRestantes><a:Vigente>true</a:Vigente></a:DetallesPaqueteCreditos><a:DetallesPaqueteCreditos><a:EnUso>false</a:EnUso><a:Paquete>50</a:Paquete><a:TimbresRestantes>7</a:TimbresRestantes><a:Vigente>false</a:Vigente></a:DetallesPaqueteCreditos></a:Paquetes>',
          ['proxy', 'clients'],
        ),
        problem: result(
          'ConsultarCreditos',
          '<a:MensajeError>{{message}}</a:MensajeError><a:OperacionExitosa>false</a:OperacionExitosa>',
          ['proxy'],
        ),
      },
      from: ['proxy', 'clients'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      query: { wsdl: { from: ['client'] } },
      from: ['client'],
    },
  },
}

function failure(code: string, message: string): string {
  return `<a:CodigoRespuesta>${code}</a:CodigoRespuesta><a:MensajeError>${message}</a:MensajeError><a:MensajeErrorDetallado/><a:OperacionExitosa>false</a:OperacionExitosa><a:XMLResultado/>`
}

function result(operation: string, content: string, from: readonly string[]) {
  const body = `<${operation}Response xmlns="http://tempuri.org/"><${operation}Result xmlns:a="http://schemas.datacontract.org/2004/07/TES.TFD.V33.Negocios">${content}</${operation}Result></${operation}Response>`
  return { within: ['soap'], body, from }
}
