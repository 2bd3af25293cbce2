/**
 * Wire contract of SIFEI.
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'
import { envelopeOf, fault, faultReply, soapBodies, wsdlReply } from './soap.js'

const options = { qualified: false, order: 'given', action: () => '' } as const
const call = soapBodies('http://MApeados/', options)
const callCancel = soapBodies('http://service.sifei.cancelacion/', options)

/**
 * The WSDL imports its schema by URL, so the fields come from generated classes. Whether they are
 * qualified is undocumented.
 */
const account: WireFields = {
  Usuario: { holds: 'user', from: ['classes', 'readme'] },
  Password: { holds: 'password', from: ['classes', 'readme'] },
  archivoXMLZip: { holds: 'xml', as: 'zip', from: ['classes', 'readme'] },
  Serie: { from: ['classes', 'readme'] },
  IdEquipo: { from: ['classes', 'readme'] },
}

export const sifeiContract: WireContract = {
  sources: {
    wsdl: { grade: 'documented', cite: 'SifeiMexico/timbradoJarAxis2: sifei.wsdl' },
    cancelWsdl: { grade: 'documented', cite: 'SifeiMexico/timbradoJarAxis2: cancelacion.wsdl' },
    readme: { grade: 'documented', cite: 'SifeiMexico/TimbradoPhp: Readme.md' },
    classes: {
      grade: 'documented',
      cite: 'SifeiMexico/TimbradoPhp: src/sifei/ws/soap/timbrado (generated from the WSDL)',
    },
    example: {
      grade: 'inferred',
      cite: 'SifeiMexico/TimbradoPhp: src/sifei/ws/soap/SifeiTimbradoService.php, SifeiCancelacionService.php',
    },
    client: {
      grade: 'inferred',
      cite: 'Softcoatl, a client in production since 2017 (getXML after 307)',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://sat.sifei.com.mx:8443/SIFEI/SIFEI', from: ['example'] },
      cancel: {
        url: 'https://sat.sifei.com.mx:9000/CancelacionSIFEI/Cancelacion',
        from: ['example'],
      },
    },
    test: {
      services: {
        url: 'http://devcfdi.sifei.com.mx:8080/SIFEI33/SIFEI',
        from: ['wsdl', 'example'],
      },
      cancel: {
        url: 'http://devcfdi.sifei.com.mx:8888/CancelacionSIFEI/Cancelacion',
        from: ['cancelWsdl', 'example'],
      },
    },
  },
  memory: { dedup: 'bytes', earlier: 'never', findsBy: 'cadena', from: ['client'] },
  problems: {
    login: { code: '', message: 'Usuario o contraseña inválidos', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Usuario bloqueado', from: [] },
  },
  envelopes: { soap: envelopeOf('S'), fault },
  refusals: {
    // JAX-WS RI: the words of its dispatcher.
    operation: faultReply('soap', 'Cannot find dispatch method for {{operation}}', [], {
      code: 'S:Client',
    }),
    field: faultReply('soap', 'java.lang.NullPointerException', [], { code: 'S:Server' }),
  },
  replies: {
    alive: wsdlReply(['wsdl']),
    rejected: exception('{{code}}', '{{message}}', ['wsdl', 'classes']),
    problem: exception('{{code}}', '{{message}}', ['wsdl', 'classes']),
  },
  requests: {
    getCFDI: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      body: call('getCFDI', account),
      replies: {
        fresh: result('getCFDI', '{{cfdi:zip}}', ['readme', 'classes']),
        earlierEmpty: exception('307', 'El CFDI contiene un timbre previo', ['client']),
      },
      from: ['wsdl', 'readme'],
    },
    getXML: {
      op: 'find',
      method: 'POST',
      at: 'services',
      body: call('getXML', {
        rfc: { holds: 'user', from: ['classes', 'readme'] },
        pass: { holds: 'password', from: ['classes', 'readme'] },
        hash: { holds: 'key', pattern: '[0-9a-f]{64}', from: ['classes', 'client'] },
      }),
      replies: {
        found: result('getXML', '{{tfd}}', ['client']),
        absent: exception('', 'No existe el CFDI', []),
      },
      from: ['wsdl', 'readme', 'client'],
    },
    cancelaCFDISignature: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      body: call('cancelaCFDISignature', {
        usuarioSIFEI: { holds: 'user', from: ['classes'] },
        passUser: { holds: 'password', from: ['classes'] },
        archivoZIP: { holds: 'xml', as: 'zip', from: ['classes'] },
      }),
      replies: { cancelled: result('cancelaCFDISignature', '{{acuse}}', ['classes']) },
      from: ['wsdl', 'classes'],
    },
    peticionesPendientes: {
      op: 'pending',
      method: 'POST',
      at: 'cancel',
      body: callCancel('peticionesPendientes', {
        usuarioSIFEI: { holds: 'user', from: ['readme'] },
        passwordSIFEI: { holds: 'password', from: ['readme'] },
        rfcReceptor: { holds: 'rfc', from: ['readme'] },
      }),
      replies: {
        // A string, by the Readme, with undocumented content. The fake uses the answer of the SAT's
        // own service.
        pending: pendingReply('1100', '{{#uuids}}&lt;UUID&gt;{{.}}&lt;/UUID&gt;{{/uuids}}'),
        noPending: pendingReply('1101', ''),
      },
      from: ['cancelWsdl', 'readme'],
    },
    wsdl: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      query: { wsdl: { from: ['example'] } },
      from: ['example'],
    },
  },
}

function result(operation: string, content: string, from: readonly string[]) {
  const body = `<ns2:${operation}Response xmlns:ns2="http://MApeados/"><return>${content}</return></ns2:${operation}Response>`
  return { within: ['soap'], body, from }
}

function pendingReply(code: string, uuids: string) {
  const acuse = `&lt;AcusePeticionesPendientes xmlns="http://cancelacfd.sat.gob.mx" CodEstatus="${code}"&gt;${uuids}&lt;/AcusePeticionesPendientes&gt;`
  const body = `<ns2:peticionesPendientesResponse xmlns:ns2="http://service.sifei.cancelacion/"><return>${acuse}</return></ns2:peticionesPendientesResponse>`
  return { within: ['soap'], body, from: [] }
}

function exception(code: string, message: string, from: readonly string[]) {
  const detail = `<detail><ns2:SifeiException xmlns:ns2="http://MApeados/"><codigo>${code}</codigo><error>${message}</error></ns2:SifeiException></detail>`
  return faultReply('soap', message, from, { code: 'S:Server', detail })
}
