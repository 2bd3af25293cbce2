/**
 * Wire contract of Prodigia (PADE).
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const call = soapBodies('timbrado.ws.pade.mx', { qualified: false, order: 'given' })

const retenciones = 'timbradoRet.ws.pade.mx'

const account: WireFields = {
  contrato: { from: ['manual'] },
  usuario: { holds: 'user', from: ['manual'] },
  passwd: { holds: 'password', from: ['manual'] },
}

export const prodigiaContract: WireContract = {
  sources: {
    manual: { grade: 'documented', cite: 'MarthaRiveraV/timbradoDoc: Metodos/*.md (its manual)' },
    codes: {
      grade: 'documented',
      cite: 'MarthaRiveraV/timbradoDoc: codigos.md, codigosCancelacion.md',
    },
    docs: {
      grade: 'documented',
      cite: 'https://docs.prodigia.com.mx (stored 16 Jan 2024): hosts, lock after three wrong logins',
    },
    retenciones: {
      grade: 'documented',
      cite: 'https://docs.prodigia.com.mx/api-integracion-cfdi.html (stored 26 Feb 2025): hosts, parameters and request of timbradoRet; the stored text ends before the address',
    },
    retencionesOld: {
      grade: 'documented',
      cite: 'https://www.pade.mx/api-de-integracion-cfdi-retenciones: the signature of timbradoRet, whose reply is a text that holds XML; the address of 2.0',
    },
    analogy: {
      grade: 'inferred',
      cite: 'the reply of timbradoBase64: no source shows that of timbradoRet; the address of 2.0 on the host for tests',
    },
    field: {
      grade: 'inferred',
      cite: 'a field report of 2026: texts of a cancellation in production',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://timbrado.pade.mx', from: ['docs'] },
      retenciones: {
        url: 'https://timbrado.pade.mx/PadeApp/TimbradoRet2.0',
        from: ['retencionesOld'],
      },
    },
    test: {
      services: { url: 'https://pruebas.pade.mx', from: ['docs'] },
      retenciones: { url: 'https://pruebas.pade.mx/PadeApp/TimbradoRet2.0', from: ['analogy'] },
    },
  },
  memory: { dedup: 'bytes', earlier: 'always', lockAfter: 3, from: ['manual', 'docs'] },
  problems: {
    login: {
      code: '1',
      message: 'El usuario del webservice no existe o la contraseña es incorrecta',
      from: ['codes'],
    },
    credits: {
      code: '2',
      message: 'Contrato inválido: expirado, o sin servicio de timbrado',
      from: ['codes'],
    },
    blocked: { code: '1', message: 'La cuenta está bloqueada', from: ['docs'] },
    maintenance: { code: '5', message: 'Off-line por mantenimiento', from: ['codes'] },
  },
  envelopes: {
    soap: envelopeOf('S'),
    fault,
    ...returns('timbrado.ws.pade.mx', [
      'timbradoBase64',
      'cancelarConOpciones',
      'consultarPeticionesPendientes',
    ]),
    ...returns(retenciones, ['timbradoRet']),
  },
  refusals: {
    operation: faultReply('soap', 'Cannot find dispatch method for {{operation}}', [], {
      code: 'S:Client',
    }),
    field: {
      within: ['timbradoBase64', 'soap'],
      body: stamp('false', '3', 'Parámetro inválido: {{field}}'),
      from: ['codes'],
    },
  },
  replies: { alive: wsdlReply(['manual']) },
  requests: {
    timbradoBase64: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/servicio/Timbrado4.0',
      body: call('timbradoBase64', {
        ...account,
        cfdiXmlBase64: { holds: 'xml', as: 'base64', from: ['manual'] },
        // Options of the manual, except those that change or seal the document.
        opciones: {
          need: 'optional',
          repeated: true,
          pattern: 'REGRESAR_CON_ERROR_307_XML|CONSULTAR_SALDO|VERIFICAR_SERIE_FOLIO',
          from: ['manual'],
        },
      }),
      replies: {
        fresh: stampReply(stamp('true', '0', '', '{{cfdi:base64}}'), ['manual']),
        earlier: stampReply(
          stamp('false', '307', 'El CFDI contiene un timbre previo', '{{cfdi:base64}}'),
          ['manual', 'codes'],
        ),
        rejected: stampReply(stamp('false', '{{code}}', '{{message}}'), ['manual', 'codes']),
        problem: stampReply(stamp('false', '{{code}}', '{{message}}'), ['manual', 'codes']),
      },
      from: ['manual'],
    },
    cancelarConOpciones: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      path: '/servicio/Timbrado4.0',
      body: call('cancelarConOpciones', {
        ...account,
        rfcEmisor: { from: ['manual'] },
        arregloUUID: {
          pattern:
            '[0-9A-Fa-f-]{36}\\|[^|]{12,13}\\|[^|]{12,13}\\|[0-9.]+(?:\\|0[1-4]\\|[0-9A-Fa-f-]*)?',
          from: ['manual'],
        },
        opciones: { holds: 'xml', as: 'base64', prefix: 'XML_CANCELACION:', from: ['manual'] },
      }),
      replies: {
        cancelled: cancelReply(
          'true',
          '0',
          '<cancelaciones><cancelacion><uuid>{{uuid}}</uuid><codigo>{{code}}</codigo><mensaje>Solicitud de cancelación recibida</mensaje></cancelacion></cancelaciones><acuseCancelBase64>{{acuse:base64}}</acuseCancelBase64>',
          ['manual', 'field'],
        ),
        rejected: cancelReply('false', '{{code}}', '<mensaje>{{message}}</mensaje>', [
          'manual',
          'codes',
        ]),
        problem: cancelReply('false', '{{code}}', '<mensaje>{{message}}</mensaje>', [
          'manual',
          'codes',
        ]),
      },
      from: ['manual'],
    },
    consultarPeticionesPendientes: {
      op: 'pending',
      method: 'POST',
      at: 'services',
      path: '/servicio/Timbrado4.0',
      body: call('consultarPeticionesPendientes', {
        ...account,
        rfcReceptor: { holds: 'rfc', from: ['manual'] },
        opciones: { need: 'optional', repeated: true, from: ['manual'] },
      }),
      replies: {
        pending: pendingReply('true', '0', '<uuids>{{#uuids}}<uuid>{{.}}</uuid>{{/uuids}}</uuids>'),
        noPending: pendingReply('true', '0', '<uuids/>'),
        problem: pendingReply('false', '{{code}}', '<mensaje>{{message}}</mensaje>'),
      },
      from: ['manual'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/servicio/Timbrado4.0',
      query: { wsdl: { from: ['docs'] } },
      from: ['docs'],
    },
    timbradoRet: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'retenciones',
      body: soapBodies(retenciones, { qualified: false, order: 'any' })('timbradoRet', {
        contrato: { from: ['retenciones'] },
        usuario: { holds: 'user', from: ['retenciones'] },
        // The table of parameters says `passwd`; the example and the older signature, `password`.
        password: { holds: 'password', from: ['retenciones', 'retencionesOld'] },
        xml: { holds: 'xml', from: ['retenciones'] },
        prueba: { need: 'optional', value: ['true', 'false'], from: ['retenciones'] },
        opciones: {
          need: 'optional',
          repeated: true,
          pattern: 'REGRESAR_CON_ERROR_307_XML',
          from: ['retenciones'],
        },
      }),
      replies: {
        fresh: retencionReply(stamp('true', '0', '', '{{cfdi:base64}}')),
        earlier: retencionReply(
          stamp('false', '307', 'El CFDI contiene un timbre previo', '{{cfdi:base64}}'),
        ),
        rejected: retencionReply(stamp('false', '{{code}}', '{{message}}')),
        problem: retencionReply(stamp('false', '{{code}}', '{{message}}')),
      },
      from: ['retenciones', 'retencionesOld'],
    },
  },
}

/** Replies of each operation: `return` is text that contains a document. */
function returns(
  namespace: string,
  operations: readonly string[],
): Readonly<Record<string, string>> {
  const response = (name: string) =>
    `<ns2:${name}Response xmlns:ns2="${namespace}"><return>{{content}}</return></ns2:${name}Response>`
  return Object.fromEntries(operations.map((name) => [name, response(name)]))
}

function stamp(ok: string, codigo: string, mensaje: string, xml = ''): string {
  return `<servicioTimbrado><id>21afd57c</id><timbradoOk>${ok}</timbradoOk><contrato/><codigo>${codigo}</codigo><mensaje>${mensaje}</mensaje><version>1.1</version><xmlBase64>${xml}</xmlBase64></servicioTimbrado>`
}

function stampReply(body: string, from: readonly string[]) {
  return { within: ['timbradoBase64', 'soap'], body, from }
}

function retencionReply(body: string) {
  return { within: ['timbradoRet', 'soap'], body, from: ['retencionesOld', 'analogy'] }
}

function cancelReply(ok: string, codigo: string, content: string, from: readonly string[]) {
  const body = `<servicioCancel><statusOk>${ok}</statusOk><codigo>${codigo}</codigo>${content}</servicioCancel>`
  return { within: ['cancelarConOpciones', 'soap'], body, from }
}

function pendingReply(ok: string, codigo: string, content: string) {
  const body = `<servicioPeticionesPendientes><consultaOk>${ok}</consultaOk><codigo>${codigo}</codigo><codigoEstatus/>${content}</servicioPeticionesPendientes>`
  return { within: ['consultarPeticionesPendientes', 'soap'], body, from: ['manual'] }
}
