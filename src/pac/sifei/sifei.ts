/**
 * SIFEI. Shapes from its WSDL and from client code in production since 2017; no reply was recorded; never tested against its
 * servers.
 *
 * Documents go and come in ZIP archives. Sent twice, the same bytes answer 307 in a Fault; `getXML` has the TFD, by the SHA-256 of
 * the cadena original, and a failover asks it instead.
 *
 * Not known: which code `getXML` answers for what it never stamped, so that an absence is only `unknown` without `absent`; the codes of
 * account troubles (wrong password, no stamps); whether its WSDL is qualified (fields are sent without a namespace); what an answer to a cancellation looks like besides the SAT's acuse, which
 * is all that is read of it.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { escapeText } from '../../lib/escape.js'
import {
  type AccountOptions,
  absenceOf,
  type Hosts,
  type LookUpOptions,
  requireSigned,
  requireTexts,
  urlsOf,
} from '../adapter/account.js'
import type { Adapter, CancelAnswer, FindAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import {
  type Classification,
  claim,
  classify,
  classifyCode,
  inconclusive,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosOfAcuse } from '../adapter/folioStatus.js'
import { asXml, readText } from '../adapter/reply.js'
import { satStatus, satStatusUrl } from '../adapter/satStatus.js'
import { readSoap, type SoapFields, soapRequest, textOf, wsdlPing } from '../adapter/soap.js'
import { readZip, writeZip } from '../adapter/zip.js'
import type { CancelRequest } from '../provider.js'

/** The account at SIFEI. */
export interface SifeiOptions extends AccountOptions<'services' | 'cancel' | 'sat'>, LookUpOptions {
  /** Identifier of the equipment, which SIFEI assigns. */
  readonly idEquipo: string | undefined
  /** Serie that SIFEI assigned, if it did. Not that of the document. */
  readonly serie?: string | undefined
}

const hosts: Hosts<'services' | 'cancel' | 'sat'> = {
  production: {
    services: 'https://sat.sifei.com.mx:8443/SIFEI/SIFEI',
    cancel: 'https://sat.sifei.com.mx:9000/CancelacionSIFEI/Cancelacion',
    sat: satStatusUrl.production,
  },
  test: {
    services: 'https://devcfdi.sifei.com.mx:8080/SIFEI33/SIFEI',
    cancel: 'https://devcfdi.sifei.com.mx:8888/CancelacionSIFEI/Cancelacion',
    sat: satStatusUrl.test,
  },
}

/**
 * The adapter of SIFEI. It looks up by the cadena original, and cancels with the request signed by the issuer; the status is
 * that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(sifei({ environment: 'test', user, password, idEquipo }), { send: createSend() })
 */
export function sifei(options: SifeiOptions): Adapter {
  const { services, cancel, sat } = urlsOf('sifei', options, hosts)
  const { user, password, idEquipo } = requireTexts('sifei', {
    user: options.user,
    password: options.password,
    idEquipo: options.idEquipo,
  })
  const { serie = '' } = options
  const isAbsence = absenceOf('sifei', options)
  const call = (url: string, operation: string, fields: SoapFields) =>
    soapRequest({ url, namespace: 'http://MApeados/', operation, action: '', unqualified: true, fields })
  return {
    id: options.id ?? 'sifei',
    name: 'SIFEI',
    capabilities: {
      dedupByContent: true,
      returnsEarlierStamp: 'never',
      findKinds: ['cadena'],
      cancelSigned: true,
      satStatus: true,
      balance: false,
      ...options.confirmed,
    },
    stamp: {
      request: ({ octets }) => {
        const archivoXMLZip = archive('cfdi.xml', octets)
        const account = { Usuario: user, Password: password }
        return call(services, 'getCFDI', { ...account, archivoXMLZip, Serie: serie, IdEquipo: idEquipo })
      },
      read: readStamp,
    },
    find: {
      request: ({ cadenaSha256 }) => call(services, 'getXML', { rfc: user, pass: password, hash: cadenaSha256 }),
      read: (reply) => readFind(reply, isAbsence),
    },
    cancel: {
      request: (request) => {
        const archivoZIP = archive('cancelacion.xml', new TextEncoder().encode(requireSigned('sifei', request)))
        return call(cancel, 'cancelaCFDISignature', { usuarioSIFEI: user, passUser: password, archivoZIP })
      },
      read: readCancel,
    },
    status: satStatus(sat),
    ping: wsdlPing(`${services}?wsdl`),
    secrets: () => [password, escapeText(password)],
  }
}

function archive(name: string, octets: Uint8Array): string {
  return encodeBase64(writeZip(name, octets))
}

/** An archive came: SIFEI stamped, whatever it holds. */
async function readStamp(reply: HttpReply): Promise<StampAnswer> {
  const archived = textOf(readSoap(reply).content, 'return')
  if (archived !== undefined) return claim('fresh', await extract(archived), {})
  const { report, xml } = readException(reply)
  return xml === undefined ? judge(reply, report) : claim('earlier', xml, report)
}

async function extract(archived: string): Promise<string | undefined> {
  const octets = decodeBase64(archived.replace(/\s/g, ''))
  try {
    return octets && readText({ body: await readZip(octets) })
  } catch {
    return undefined
  }
}

function readFind(reply: HttpReply, isAbsence: (report: Report) => boolean): FindAnswer {
  const xml = asXml(textOf(readSoap(reply).content, 'return'))
  if (xml !== undefined) return claim('earlier', xml, {})
  const { report } = readException(reply)
  return isAbsence(report) ? { kind: 'absent' } : inconclusive(judge(reply, report))
}

/** The `SifeiException` of a Fault, and the earlier stamp that it may hold. */
function readException(reply: HttpReply): { readonly report: Report; readonly xml: string | undefined } {
  const { detail, text } = readSoap(reply).fault ?? {}
  const message = textOf(detail, 'error') ?? textOf(detail, 'message') ?? textOf(detail, 'mensaje') ?? text
  const xml = asXml(textOf(detail, 'xml'))
  const code = specificCode(textOf(detail, 'codigo'), message ?? '')
  return {
    report: { code, message, detail: message },
    xml: xml?.includes('TimbreFiscalDigital') ? xml : undefined,
  }
}

/** Its codes come in Faults of status 500, and are the SAT's: they count there. */
function judge(reply: HttpReply, report: Report): Classification {
  return classifyCode(report) ?? classify(reply, report)
}

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const acuse = asXml(textOf(readSoap(reply).content, 'return'))
  if (acuse === undefined) return inconclusive(judge(reply, readException(reply).report))
  return answerOfFolio(uuid, foliosOfAcuse(acuse), { acuse })
}
