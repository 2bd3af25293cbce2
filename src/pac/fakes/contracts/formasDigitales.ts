/**
 * Wire contract of Formas Digitales.
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const namespace = 'http://wservicios/'
const call = soapBodies(namespace, { qualified: false, order: 'any', action: () => '' })

const account: WireFields = {
  'accesos/usuario': { holds: 'user', from: ['wsdl'] },
  'accesos/password': { holds: 'password', from: ['wsdl'] },
}

export const formasDigitalesContract: WireContract = {
  sources: {
    wsdl: {
      grade: 'documented',
      cite: 'formasdigitales/Java-example-timbradov40: src/main/java/**/ws (classes from its WSDL)',
    },
    examples: {
      grade: 'inferred',
      cite: 'formasdigitales/Java-example-timbradov40 and Python-example-timbradov40; its PHP example, which prints acuseCFDI/error',
    },
    odoo: {
      grade: 'inferred',
      cite: 'a public Odoo module (services of fd_usuario, fd_ambiente): addresses by HTTPS, an empty SOAPAction, and success by codigoError empty or 0',
    },
    cancel40: {
      grade: 'documented',
      cite: 'formasdigitales/java-example-cancelacion and Csharp-example-cancelacion40: classes of WSCancelacion40Service',
    },
    retenciones: {
      grade: 'documented',
      cite: 'formasdigitales/Timbrado-Cancelacion-Retenciones-DELPHI: wsreciberetencionservice.pas (from its WSDL of the host for tests, 21 Oct 2024)',
    },
    retencionesExample: {
      grade: 'inferred',
      cite: 'the same repository: ClienteRetenciones.pas, whose comments name both hosts, and which takes xmlRetencion_ for a stamp and otherwise prints codigoError and error',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://v33.facturacfdi.mx', from: ['odoo'] },
      retenciones: {
        url: 'https://www.facturacfdi.mx/retenciones',
        from: ['retencionesExample'],
      },
    },
    test: {
      services: { url: 'https://dev33.facturacfdi.mx', from: ['odoo'] },
      retenciones: {
        url: 'https://dev.facturacfdi.mx:8081/retenciones',
        from: ['retenciones', 'retencionesExample'],
      },
    },
  },
  // The answer to repeated bytes is undocumented: the fake returns 307 without the stamp.
  memory: { dedup: 'bytes', earlier: 'never', from: [] },
  problems: {
    login: { code: '', message: 'Usuario o contraseña incorrectos', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Usuario bloqueado', from: [] },
  },
  envelopes: { soap: envelopeOf('S'), fault },
  refusals: {
    operation: faultReply('soap', 'Cannot find dispatch method for {{operation}}', [], {
      code: 'S:Client',
    }),
    field: faultReply('soap', 'Unmarshalling Error: {{field}}', [], { code: 'S:Client' }),
  },
  replies: { alive: wsdlReply(['wsdl']) },
  requests: {
    TimbrarCFDI: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/WSTimbradoCFDIService',
      body: call('TimbrarCFDI', { ...account, comprobante: { holds: 'xml', from: ['wsdl'] } }),
      replies: {
        fresh: acuse('<xmlTimbrado>{{cfdi}}</xmlTimbrado>', ['wsdl', 'odoo']),
        earlierEmpty: acuse(
          '<codigoError>307</codigoError><error>El CFDI contiene un timbre previo</error>',
          [],
        ),
        rejected: acuse(failure('{{code}}', '{{message}}'), ['wsdl', 'odoo']),
        problem: acuse(failure('{{code}}', '{{message}}'), ['wsdl', 'odoo']),
      },
      from: ['wsdl', 'examples'],
    },
    // Described and not sent: it takes the parts of a signature, and builds the document again.
    Cancelacion40_2: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      path: '/WSCancelacion40Service',
      body: call('Cancelacion40_2', {
        rfcEmisor: { holds: 'rfcEmisor', from: ['cancel40'] },
        fecha: { from: ['cancel40'] },
        'folios/folio/uuid': { holds: 'uuid', repeated: true, from: ['cancel40'] },
        'folios/folio/motivo': { repeated: true, from: ['cancel40'] },
        'folios/folio/folioSustitucion': {
          need: 'optional',
          repeated: true,
          from: ['cancel40'],
        },
        signatureType: { from: ['cancel40'] },
        ...account,
      }),
      from: ['cancel40'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/WSTimbradoCFDIService',
      query: { wsdl: { from: ['examples'] } },
      from: ['examples'],
    },
    RecibeRetencion2_0: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'retenciones',
      path: '/wsreciberetencionservice',
      body: call('RecibeRetencion2_0', {
        'accesos/usuario': { holds: 'user', from: ['retenciones'] },
        'accesos/password': { holds: 'password', from: ['retenciones'] },
        xmlRetencion: { holds: 'xml', from: ['retenciones'] },
      }),
      replies: {
        fresh: acuseRetencion('<xmlRetencion_>{{cfdi}}</xmlRetencion_>'),
        earlierEmpty: acuseRetencion(
          '<codigoError>307</codigoError><error>El CFDI contiene un timbre previo</error>',
        ),
        rejected: acuseRetencion(failure('{{code}}', '{{message}}')),
        problem: acuseRetencion(failure('{{code}}', '{{message}}')),
      },
      from: ['retenciones', 'retencionesExample'],
    },
  },
}

function failure(code: string, message: string): string {
  return `{{#code}}<codigoError>${code}</codigoError>{{/code}}<error>${message}</error>`
}

function acuse(content: string, from: readonly string[]) {
  const body = `<ns2:TimbrarCFDIResponse xmlns:ns2="${namespace}"><acuseCFDI>${content}</acuseCFDI></ns2:TimbrarCFDIResponse>`
  return { within: ['soap'], body, from }
}

function acuseRetencion(content: string) {
  const body = `<ns2:RecibeRetencion2_0Response xmlns:ns2="${namespace}"><acuseRetencion>${content}</acuseRetencion></ns2:RecibeRetencion2_0Response>`
  return { within: ['soap'], body, from: ['retenciones', 'retencionesExample'] }
}
