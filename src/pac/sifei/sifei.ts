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
import { type AccountOptions, absenceOf, type LookUpOptions } from '../adapter/account.js'
import type { Adapter, CancelAnswer, FindAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { answerOfFind, claim, inconclusive, type Report, specificCode } from '../adapter/classify.js'
import { answerOfFolio, foliosOfAcuse } from '../adapter/folioStatus.js'
import { asXml, readText } from '../adapter/reply.js'
import { classifyFault, readSoap, type SoapFields, soapRequest, textOf, wsdlPing } from '../adapter/soap.js'
import { readZip, writeZip } from '../adapter/zip.js'
import type { CancelRequest } from '../provider.js'

/** The account at SIFEI. */
export interface SifeiOptions extends AccountOptions<'services' | 'cancel' | 'sat'>, LookUpOptions {
  /** Identifier of the equipment, which SIFEI assigns. */
  readonly idEquipo: string | undefined
  /** Serie that SIFEI assigned, if it did. Not that of the document. */
  readonly serie?: string | undefined
}

const pac: Pac<'services' | 'cancel', 'idEquipo'> = {
  id: 'sifei',
  name: 'SIFEI',
  hosts: {
    production: {
      services: 'https://sat.sifei.com.mx:8443/SIFEI/SIFEI',
      cancel: 'https://sat.sifei.com.mx:9000/CancelacionSIFEI/Cancelacion',
    },
    test: {
      services: 'https://devcfdi.sifei.com.mx:8080/SIFEI33/SIFEI',
      cancel: 'https://devcfdi.sifei.com.mx:8888/CancelacionSIFEI/Cancelacion',
    },
  },
  texts: ['idEquipo'],
  repeat: { dedupByContent: true, returnsEarlierStamp: 'never' },
}

/**
 * The adapter of SIFEI. It looks up by the cadena original, and cancels with the request signed by the issuer; the status is
 * that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(sifei({ environment: 'test', user, password, idEquipo }), { send: createSend() })
 */
export function sifei(options: SifeiOptions): Adapter {
  return adapterOf(pac, options, ({ services, cancel, user, password, idEquipo }) => {
    const { serie = '' } = options
    const isAbsence = absenceOf(pac.id, options)
    const call = (url: string, operation: string, fields: SoapFields) =>
      soapRequest({ url, namespace: 'http://MApeados/', operation, action: '', unqualified: true, fields })
    return {
      stamp: {
        request: ({ bytes }) => {
          const archivoXMLZip = archive('cfdi.xml', bytes)
          const account = { Usuario: user, Password: password }
          return call(services, 'getCFDI', { ...account, archivoXMLZip, Serie: serie, IdEquipo: idEquipo })
        },
        read: readStamp,
      },
      find: {
        by: 'cadena',
        request: ({ cadenaSha256 }) => call(services, 'getXML', { rfc: user, pass: password, hash: cadenaSha256 }),
        read: (reply) => readFind(reply, isAbsence),
      },
      cancel: {
        request: ({ signed }) => {
          const archivoZIP = archive('cancelacion.xml', new TextEncoder().encode(signed))
          return call(cancel, 'cancelaCFDISignature', { usuarioSIFEI: user, passUser: password, archivoZIP })
        },
        read: readCancel,
      },
      ping: wsdlPing(`${services}?wsdl`),
    }
  })
}

function archive(name: string, bytes: Uint8Array): string {
  return encodeBase64(writeZip(name, bytes))
}

/** An archive came: SIFEI stamped, whatever it holds. */
async function readStamp(reply: HttpReply): Promise<StampAnswer> {
  const archived = textOf(readSoap(reply).content, 'return')
  if (archived !== undefined) return claim('fresh', await extract(archived), {})
  const { report, xml } = readException(reply)
  return xml === undefined ? classifyFault(reply, report) : claim('earlier', xml, report)
}

async function extract(archived: string): Promise<string | undefined> {
  const bytes = decodeBase64(archived.replace(/\s/g, ''))
  try {
    return bytes && readText({ body: await readZip(bytes) })
  } catch {
    return undefined
  }
}

function readFind(reply: HttpReply, isAbsence: (report: Report) => boolean): FindAnswer {
  const xml = asXml(textOf(readSoap(reply).content, 'return'))
  const { report } = readException(reply)
  return answerOfFind(xml, isAbsence(report), classifyFault(reply, report))
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

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const acuse = asXml(textOf(readSoap(reply).content, 'return'))
  if (acuse === undefined) return inconclusive(classifyFault(reply, readException(reply).report))
  return answerOfFolio(uuid, foliosOfAcuse(acuse), { acuse })
}
