/**
 * Wire contract of Comercio Digital.
 * @module
 */
import type { WireContract, WireFields } from '../wireContract.js'

const account: WireFields = {
  usrws: { holds: 'user', from: ['connector', 'satcfdi'] },
  pwdws: { holds: 'password', from: ['connector', 'satcfdi'] },
}

export const comercioDigitalContract: WireContract = {
  sources: {
    satcfdi: {
      grade: 'inferred',
      cite: 'SAT-CFDI/python-satcfdi: satcfdi/pacs/comerciodigital.py',
    },
    connector: {
      grade: 'inferred',
      cite: 'the official PHP connector (functions timbrar, cancelar_xml), in public repositories',
    },
    manual: {
      grade: 'documented',
      cite: 'juliosanchez015/tezomun-timbrado-service: WEB SERVICE CANCELACION POR XML.pdf (the manual of the PAC)',
    },
    tezomun: {
      grade: 'inferred',
      cite: 'juliosanchez015/tezomun-timbrado-service: src/Services/CanceladoService.php, src/Models/CancelRequest.php',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://ws.comercio-digital.mx', from: ['connector', 'satcfdi'] },
      cancel: { url: 'https://cancela.comercio-digital.mx', from: ['connector', 'satcfdi'] },
    },
    test: {
      services: { url: 'https://pruebas.comercio-digital.mx', from: ['connector', 'satcfdi'] },
      cancel: { url: 'https://pruebas.comercio-digital.mx', from: ['connector'] },
    },
  },
  // The answer to repeated bytes is undocumented: the fake returns 307 without the stamp, which a
  // failover handles.
  memory: { dedup: 'bytes', earlier: 'never', from: [] },
  problems: {
    login: { code: '', message: 'ERROR: Usuario o contraseña inválidos', from: [] },
    credits: { code: '', message: 'ERROR: Sin créditos', from: [] },
    blocked: { code: '', message: 'ERROR: Usuario bloqueado', from: [] },
  },
  refusals: {
    operation: { status: 405, format: 'html', body: '', from: [] },
    // Status 200 and the error in headers, as for everything else; no source has the code.
    field: { headers: { codigo: '999', errmsg: 'ERROR: {{field}}' }, from: ['connector'] },
  },
  replies: {
    rejected: {
      headers: { codigo: '{{code}}', errmsg: '{{message}}' },
      from: ['connector', 'satcfdi'],
    },
    problem: { headers: { codigo: '{{code}}', errmsg: '{{message}}' }, from: ['connector'] },
    alive: { status: 405, format: 'html', body: '', from: [] },
  },
  requests: {
    timbrar: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/timbre4/timbrarV5',
      anyCase: true,
      headers: {
        ...account,
        tipo: { value: 'XML', from: ['connector', 'satcfdi'] },
        'content-type': { value: 'text/xml', from: ['connector', 'satcfdi'] },
      },
      body: { kind: 'whole', field: { holds: 'xml', from: ['connector', 'satcfdi'] } },
      replies: {
        fresh: {
          headers: { codigo: '000', uuid: '{{uuid}}' },
          body: '{{cfdi:raw}}',
          from: ['connector', 'satcfdi'],
        },
        earlierEmpty: {
          headers: { codigo: '307', errmsg: 'ERROR: El CFDI contiene un timbre previo' },
          from: [],
        },
      },
      from: ['connector', 'satcfdi'],
    },
    cancelarXml: {
      op: 'cancel',
      method: 'POST',
      at: 'cancel',
      path: '/cancela4/cancelarXml',
      anyCase: true,
      headers: {
        ...account,
        tipo: { value: ['cfdi', 'reten'], from: ['manual', 'tezomun'] },
        rfcr: {
          pattern: '[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}',
          from: ['manual', 'tezomun', 'connector'],
        },
        total: { pattern: '[0-9]+(?:\\.[0-9]+)?', from: ['manual', 'tezomun'] },
        tipocfdi: { value: ['I', 'E', 'N', 'P', 'T'], from: ['manual', 'tezomun'] },
        emaile: { need: 'optional', from: ['manual', 'tezomun', 'connector'] },
        emailr: { need: 'optional', from: ['manual', 'tezomun', 'connector'] },
        'content-type': { value: 'text/plain', from: ['manual', 'tezomun', 'connector'] },
      },
      body: { kind: 'whole', field: { holds: 'xml', from: ['manual', 'connector'] } },
      replies: {
        // 0: it validated the request and sent it to the SAT, whose acuse is the body.
        cancelled: { headers: { codigo: '0' }, body: '{{acuse:raw}}', from: ['connector'] },
      },
      from: ['manual', 'tezomun', 'connector'],
    },
    alive: {
      op: 'ping',
      method: 'GET',
      at: 'services',
      path: '/timbre4/timbrarV5',
      from: ['connector'],
    },
  },
}
