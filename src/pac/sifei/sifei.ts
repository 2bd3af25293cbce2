/**
 * SIFEI. Shapes from its WSDL and from client code in production since 2017; no reply was recorded;
 * never tested against its servers.
 *
 * Documents go and come in ZIP archives. Sent twice, the same bytes answer 307 in a Fault; `getXML`
 * has the TFD, by the SHA-256 of the cadena original, and a failover calls it instead.
 *
 * Unknown: the code of `getXML` for a document that it never stamped, so that an absence is only
 * `unknown` without `absent`; the codes of account troubles (wrong password, no stamps); whether
 * its WSDL is qualified (fields are sent without a namespace); the format of an answer to a
 * cancellation besides the SAT's acuse, the only part that is read.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { type AccountOptions, absenceOf, type LookUpOptions } from '../adapter/account.js'
import type {
  Adapter,
  CancelAnswer,
  HttpReply,
  PendingAnswer,
  StampAnswer,
} from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  answerOfFind,
  claim,
  inconclusive,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosOfAcuse } from '../adapter/folioStatus.js'
import { asXml, readText } from '../adapter/reply.js'
import {
  classifyFault,
  readSoap,
  readXml,
  type SoapFields,
  soapRequest,
  textOf,
  textsOf,
  wsdlPing,
} from '../adapter/soap.js'
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
  besides: ['serie', 'absent'],
  name: 'SIFEI',
  hosts: {
    production: {
      services: 'https://sat.sifei.com.mx:8443/SIFEI/SIFEI',
      cancel: 'https://sat.sifei.com.mx:9000/CancelacionSIFEI/Cancelacion',
    },
    // Plain HTTP, by its WSDLs and examples (SifeiMexico/timbradoJarAxis2: sifei.wsdl,
    // cancelacion.wsdl).
    test: {
      services: 'http://devcfdi.sifei.com.mx:8080/SIFEI33/SIFEI',
      cancel: 'http://devcfdi.sifei.com.mx:8888/CancelacionSIFEI/Cancelacion',
    },
  },
  texts: ['idEquipo'],
  repeat: { dedupByContent: true, returnsEarlierStamp: 'never' },
}

/**
 * The adapter of SIFEI. It looks up by the cadena original, and cancels with the request signed by
 * the issuer; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(sifei({ environment: 'test', user, password, idEquipo }), { send: createSend() })
 */
export function sifei(options: SifeiOptions): Adapter {
  return adapterOf(pac, options, ({ services: url, cancel, user, password, idEquipo }) => {
    const { serie = '' } = options
    const isAbsence = absenceOf(pac.id, options)
    const call = (operation: string, fields: SoapFields) =>
      soapRequest({
        url,
        namespace: 'http://MApeados/',
        operation,
        action: '',
        unqualified: true,
        fields,
      })
    return {
      stamp: {
        request: ({ bytes }) => {
          const archivoXMLZip = archive('cfdi.xml', bytes)
          const account = { Usuario: user, Password: password }
          return call('getCFDI', { ...account, archivoXMLZip, Serie: serie, IdEquipo: idEquipo })
        },
        read: readStamp,
      },
      find: {
        by: 'cadena',
        request: ({ cadenaSha256 }) =>
          call('getXML', { rfc: user, pass: password, hash: cadenaSha256 }),
        read: (reply) => {
          const xml = asXml(textOf(readSoap(reply).content, 'return'))
          const { report } = readException(reply)
          return answerOfFind(xml, isAbsence(report), classifyFault(reply, report))
        },
      },
      cancel: {
        request: ({ signed }) => {
          const archivoZIP = archive('cancelacion.xml', new TextEncoder().encode(signed))
          return call('cancelaCFDISignature', {
            usuarioSIFEI: user,
            passUser: password,
            archivoZIP,
          })
        },
        read: readCancel,
      },
      pending: {
        request: (rfc) => {
          // Of its other service, with a namespace of its own.
          const fields = { usuarioSIFEI: user, passwordSIFEI: password, rfcReceptor: rfc }
          const namespace = 'http://service.sifei.cancelacion/'
          return soapRequest({
            url: cancel,
            namespace,
            operation: 'peticionesPendientes',
            action: '',
            unqualified: true,
            fields,
          })
        },
        read: readPending,
      },
      ping: wsdlPing(`${url}?wsdl`),
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
  if (xml === undefined) return classifyFault(reply, report)
  return claim('earlier', xml, report)
}

async function extract(archived: string): Promise<string | undefined> {
  const bytes = decodeBase64(archived.replace(/\s/g, ''))
  try {
    return bytes && readText({ body: await readZip(bytes) })
  } catch {
    return undefined
  }
}

/** The `SifeiException` of a Fault, and the earlier stamp that it may hold. */
function readException(reply: HttpReply): {
  readonly report: Report
  readonly xml: string | undefined
} {
  const { detail, text } = readSoap(reply).fault ?? {}
  // Any of them may be present, and any may be the specific one: `error` has "XML mal formado",
  // `message` the rule.
  const known = new Set<string>()
  for (const name of ['error', 'message', 'mensaje']) {
    const one = textOf(detail, name)
    if (one !== undefined) known.add(one)
  }
  if (known.size === 0 && text !== undefined) known.add(text)
  const texts = [...known]
  const all = texts.length === 0 ? undefined : texts.join(' | ')
  const code = specificCode(textOf(detail, 'codigo'), all ?? '')
  const message = texts.find((one) => code !== undefined && one.includes(code)) ?? texts[0]
  const xml = asXml(textOf(detail, 'xml'))
  return {
    report: { code, message, detail: all },
    xml: xml?.includes('TimbreFiscalDigital') ? xml : undefined,
  }
}

/**
 * Reads a text with undocumented content, by its Readme. Only the acuse of the SAT's own service is
 * understood.
 */
function readPending(reply: HttpReply): PendingAnswer {
  const text = textOf(readSoap(reply).content, 'return')
  const acuse = readXml(text)
  const code = acuse === undefined ? undefined : /\bCodEstatus="(110[01])"/.exec(text ?? '')?.[1]
  if (code === undefined) return inconclusive(classifyFault(reply, readException(reply).report))
  return { kind: 'pending', uuids: textsOf(acuse, 'UUID'), code }
}

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const acuse = asXml(textOf(readSoap(reply).content, 'return'))
  if (acuse === undefined) return inconclusive(classifyFault(reply, readException(reply).report))
  return answerOfFolio(uuid, foliosOfAcuse(acuse), { acuse })
}
