/**
 * Wire contract of SW Sapien (Luna Soft). Its copy of the CFDI lacks the Addenda.
 * @module
 */
import type {
  WireContract,
  WireField,
  WireFields,
  WireReply,
  WireRequest,
} from '../wireContract.js'

const token: WireField = { holds: 'token', prefix: 'Bearer ', from: ['sdk', 'satcfdi'] }
const authorized: WireFields = { authorization: token }
const file = {
  kind: 'multipart',
  fields: { xml: { holds: 'xml', from: ['sdk', 'satcfdiTests'] } },
} as const
const recorded = ['satcfdiTests', 'sdkTests'] as const

const cancelled: WireReply = success(
  '{"acuse":"{{acuse}}","uuid":{"{{uuid}}":"{{code}}"}}',
  recorded,
)
const cancelRejected: WireReply = {
  status: 400,
  format: 'json',
  body: '{"message":"CACFDI33 - Problemas con el xml.","messageDetail":"CA{{code}} - {{message}}","data":null,"status":"error"}',
  from: ['sdkTests'],
}

export const swContract: WireContract = {
  sources: {
    sdk: {
      grade: 'inferred',
      cite: 'lunasoft/sw-sdk-nodejs: lib/SWServices; lunasoft/SW-sdk-NetStandard: src/sw-sdk/Services',
    },
    sdkTests: {
      grade: 'recorded',
      cite: 'the tests of the SDKs of SW (lunasoft), against its sandbox',
    },
    satcfdi: { grade: 'inferred', cite: 'SAT-CFDI/python-satcfdi: satcfdi/pacs/swsapien.py' },
    satcfdiTests: { grade: 'recorded', cite: 'SAT-CFDI/python-satcfdi: tests/test_pac_swsapien' },
    odoo: {
      grade: 'inferred',
      cite: 'a public Odoo module, l10n_mx_edi_retenciones: data.retencion, and the earlier document in messageDetail with 307',
    },
    site: {
      grade: 'documented',
      cite: 'https://developers.sw.com.mx/knowledge-base/ (stored pages)',
    },
  },
  hosts: {
    production: {
      services: { url: 'https://services.sw.com.mx', from: ['sdk', 'site'] },
      api: { url: 'https://api.sw.com.mx', from: ['sdk', 'site'] },
    },
    test: {
      services: { url: 'https://services.test.sw.com.mx', from: ['sdk', 'site'] },
      api: { url: 'https://api.test.sw.com.mx', from: ['sdk', 'site'] },
    },
  },
  memory: { dedup: 'bytes', earlier: 'always', tokens: true, from: recorded },
  problems: {
    login: {
      code: 'AU2000',
      message: 'El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.',
      from: ['sdkTests'],
    },
    token: { code: '', message: 'El token ha expirado', status: 401, from: ['sdkTests'] },
    credits: { code: 'AU2001', message: 'El usuario no tiene saldo en timbres.', from: ['site'] },
    blocked: { code: 'AU2002', message: 'El usuario se encuentra inactivo.', from: ['site'] },
  },
  refusals: {
    operation: error(400, 'La petición no es válida.', []),
    field: error(400, 'Parámetros incompletos: {{field}}', []),
  },
  replies: {
    rejected: error(400, '{{code}} - {{message}}', recorded),
    problem: error(400, '{{#code}}{{code}} - {{/code}}{{message}}', ['sdkTests', 'site']),
    // Without a token: it is up.
    alive: error(401, 'AU4101 - El token está vacío.', ['sdkTests']),
  },
  requests: {
    authenticate: {
      op: 'login',
      method: 'POST',
      at: 'services',
      path: '/v2/security/authenticate',
      headers: { 'content-type': { value: 'application/json', from: ['sdk', 'satcfdi'] } },
      body: {
        kind: 'json',
        fields: {
          user: { holds: 'user', from: ['sdk', 'satcfdi'] },
          password: { holds: 'password', from: ['sdk', 'satcfdi'] },
        },
      },
      replies: {
        // Despite its name, a time.
        open: success(
          '{"token":"{{token}}","expires_in":{{expires:raw}},"tokeny_type":"Bearer"}',
          recorded,
        ),
      },
      from: recorded,
    },
    stamp: {
      op: 'stamp',
      method: 'POST',
      at: 'services',
      path: '/v4/cfdi33/stamp/v4',
      headers: {
        ...authorized,
        customid: { need: 'optional', pattern: '.{1,100}', from: ['site'] },
      },
      body: file,
      replies: {
        fresh: success('{"cfdi":"{{cfdiBare}}"}', recorded),
        earlier: {
          status: 400,
          format: 'json',
          body: '{"message":"307. El comprobante contiene un timbre previo.","messageDetail":null,"data":{"cfdi":"{{cfdiBare}}","tfd":"{{tfd}}"},"status":"error"}',
          from: recorded,
        },
        earlierEmpty: error(400, '307. El comprobante contiene un timbre previo.', []),
      },
      from: recorded,
    },
    cancelXml: {
      op: 'cancel',
      method: 'POST',
      at: 'services',
      path: '/cfdi33/cancel/xml',
      headers: authorized,
      body: file,
      replies: { cancelled, rejected: cancelRejected },
      from: recorded,
    },
    cancelStored: stored('/cfdi33/cancel/{rfcEmisor}/{uuid}/{motivo}'),
    cancelStoredSubstituted: stored(
      '/cfdi33/cancel/{rfcEmisor}/{uuid}/{motivo}/{folioSustitucion}',
    ),
    pendings: {
      op: 'pending',
      method: 'GET',
      at: 'services',
      path: '/pendings/{rfc}',
      headers: authorized,
      replies: {
        pending: told(
          '1100',
          '{"uuid":[{{#uuids}}{{#comma}},{{/comma}}"{{.}}"{{/uuids}}],"codEstatus":"1100"}',
        ),
        noPending: told('1101', 'null'),
      },
      from: recorded,
    },
    acceptReject: {
      op: 'answer',
      method: 'POST',
      at: 'services',
      path: '/acceptreject/xml',
      headers: authorized,
      body: file,
      replies: {
        answered: success(
          '{"acuse":"{{acuse}}","folios":[{"uuid":"{{uuid}}","estatusUUID":"{{code}}"}]}',
          recorded,
        ),
      },
      from: recorded,
    },
    relations: {
      op: 'related',
      method: 'POST',
      at: 'services',
      path: '/relations/xml',
      headers: authorized,
      body: file,
      replies: {
        related: told(
          '{{code}}',
          `{"uuidsRelacionadosPadres":[${relation('padres')}],"uuidsRelacionadosHijos":[${relation('hijos')}]}`,
        ),
        unrelated: told('{{code}}', 'null'),
      },
      from: ['sdkTests'],
    },
    balance: {
      op: 'balance',
      method: 'GET',
      at: 'api',
      path: '/management/v2/api/users/balance',
      headers: authorized,
      replies: {
        balance: success('{"idUser":"1","stampsBalance":{{left:raw}},"isUnlimited":false}', [
          'site',
          'sdk',
        ]),
      },
      from: ['site', 'sdk'],
    },
    ping: { op: 'ping', method: 'GET', at: 'services', path: '/account/balance', from: ['sdk'] },
    retencionesStamp: {
      op: 'stamp',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/retencion/stamp/v3',
      headers: {
        ...authorized,
        customid: { need: 'optional', pattern: '.{1,100}', from: ['site'] },
      },
      body: file,
      replies: {
        fresh: success('{"retencion":"{{cfdiBare}}"}', ['odoo']),
        earlier: {
          status: 400,
          format: 'json',
          body: '{"message":"307. El comprobante contiene un timbre previo.","messageDetail":"{{cfdiBare}}","data":null,"status":"error"}',
          from: ['odoo'],
        },
        earlierEmpty: error(400, '307. El comprobante contiene un timbre previo.', []),
      },
      from: ['site', 'sdk'],
    },
    retencionesCancel: {
      op: 'cancel',
      document: 'retenciones',
      method: 'POST',
      at: 'services',
      path: '/retencion/cancel/xml',
      body: file,
      from: ['site', 'sdk'],
    },
  },
}

function stored(path: string): WireRequest {
  return {
    op: 'cancel',
    method: 'POST',
    at: 'services',
    path,
    headers: authorized,
    replies: { cancelled, rejected: cancelRejected },
    from: ['sdkTests'],
  }
}

function relation(list: string): string {
  return `{{#${list}}}{{#comma}},{{/comma}}{"uuid":"{{uuid}}","rfcEmisor":"{{rfcEmisor}}","rfcReceptor":"{{rfcReceptor}}"}{{/${list}}}`
}

function success(data: string, from: readonly string[]): WireReply {
  return { format: 'json', body: `{"data":${data},"status":"success"}`, from }
}

/** An answer with the code of the SAT's service, outside of the data. */
function told(code: string, data: string): WireReply {
  return {
    format: 'json',
    body: `{"codStatus":"${code}","message":"Código ${code}.","data":${data},"status":"success"}`,
    from: ['sdkTests', 'satcfdiTests'],
  }
}

function error(status: number, message: string, from: readonly string[]): WireReply {
  return {
    status,
    format: 'json',
    body: `{"message":"${message}","messageDetail":null,"data":null,"status":"error"}`,
    from,
  }
}
