/**
 * Wire contract of iTimbre.
 * @module
 */
import type { WireBody, WireContract, WireFields, WireReply } from '../wireContract.js'

/** One field of a form holds the whole request, as JSON. */
function calls(method: string, params: WireFields = {}): WireBody {
  return {
    kind: 'form',
    fields: {
      q: { as: 'json', from: ['client', 'odoo'] },
      'q/id': { holds: 'key', from: ['client', 'odoo'] },
      'q/method': { value: method, from: ['client', 'odoo'] },
      'q/params/user': { holds: 'user', from: ['client', 'odoo'] },
      'q/params/pass': { holds: 'password', from: ['client', 'odoo'] },
      'q/params/RFC': { pattern: '[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}', from: ['client', 'odoo'] },
      ...params,
    },
  }
}

const headers: WireFields = {
  'content-type': { value: 'application/x-www-form-urlencoded', from: ['client'] },
}

export const itimbreContract: WireContract = {
  sources: {
    client: { grade: 'inferred', cite: 'yusent/cfdis: src/CFDI/PAC/ITimbre.hs' },
    tests: {
      grade: 'recorded',
      cite: 'yusent/cfdis: test/unit/CFDI/PAC/ITimbreSpec.hs, against its sandbox: a stamp, 307 for the same document with the same id, and the look-up after it',
    },
    odoo: {
      grade: 'inferred',
      cite: 'a public Odoo module: cfd2cfdi in production, retcode 1 and data with the document',
    },
    wiki: {
      grade: 'documented',
      cite: 'wiki.itimbre.com/doku.php?id=web-service: the web service, and that its test service checks real RFCs and certificates',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://portalws.itimbre.com/itimbre.php', from: ['client', 'odoo'] },
    },
    test: {
      services: {
        url: 'https://portalws.itimbre.com/itimbreprueba.php',
        from: ['client', 'wiki'],
      },
    },
  },
  memory: { dedup: 'reference', earlier: 'never', from: ['tests'] },
  problems: {
    login: { code: '', message: 'Usuario o contraseña incorrectos', from: [] },
    credits: { code: '', message: 'Sin timbres disponibles', from: [] },
    blocked: { code: '', message: 'Cuenta bloqueada', from: [] },
  },
  refusals: {
    operation: failed('"-1"', 'Método desconocido: {{operation}}', []),
    field: failed('"-1"', 'Parámetro inválido: {{field}}', []),
  },
  replies: {
    alive: { body: '', format: 'text', from: [] },
    rejected: failed('"{{code}}"', '{{message}}', ['client']),
    problem: failed('"{{code}}"', '{{message}}', ['client']),
  },
  requests: {
    cfd2cfdi: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      headers,
      body: calls('cfd2cfdi', { 'q/params/xmldata': { holds: 'xml', from: ['client', 'odoo'] } }),
      replies: {
        fresh: done('"{{cfdi}}"', ['tests', 'odoo']),
        earlierEmpty: failed('307', 'El CFDI contiene un timbre previo', ['tests']),
      },
      from: ['client', 'tests'],
    },
    buscarCFDI: {
      op: 'find',
      method: 'POST',
      at: 'services',
      headers,
      body: calls('buscarCFDI'),
      replies: {
        found: done('[{"xml_data":"{{cfdi}}"}]', ['client', 'tests']),
        absent: failed('""', 'No se encontró el CFDI', []),
      },
      from: ['client', 'tests'],
    },
    address: { op: 'ping', method: 'GET', at: 'services', from: ['client'] },
  },
}

function done(data: string, from: readonly string[]): WireReply {
  return { format: 'json', body: `{"result":{"retcode":1,"data":${data}}}`, from }
}

function failed(retcode: string, error: string, from: readonly string[]): WireReply {
  return { format: 'json', body: `{"result":{"retcode":${retcode},"error":"${error}"}}`, from }
}
