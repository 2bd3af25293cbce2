/**
 * FEL, Facturar En Línea, also Folios Digitales. Shapes from its WSDL and clients with tests
 * against its sandbox, which assert that a repeated `referencia` answers 801 and that
 * `ConsultarTimbrePorReferencia` then has the stamp; never tested against its servers by us.
 *
 * It recognises documents by the reference of the caller and not by their bytes: the adapter
 * derives it from the bytes.
 *
 * More than 10 % of invalid requests are charged, and above 30 % the account is blocked: validate
 * before you seal. After 10 rejections among 40 documents nothing is sent for 15 minutes. After a
 * lost answer the failover looks the document up, and does not send it again. A document that is
 * not found is held, or goes to the next PAC with `switch`.
 *
 * Unknown: the maximum length of a reference (40 characters are sent); the code for a reference
 * that does not exist, so that an absence is only `unknown` without `absent`; the codes of a wrong
 * password and of an account without stamps; whether the same document under another reference is
 * stamped twice (assume so: one adapter for one account). It cancels with the key of the issuer
 * only: cancel with another PAC.
 * @module
 */
import { type AccountOptions, absenceOf, type LookUpOptions } from '../adapter/account.js'
import type { Adapter, HttpReply, Outgoing, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  answerOfFind,
  claim,
  type Meanings,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { asCount, isFolioFiscal } from '../adapter/reply.js'
import {
  child,
  childrenOf,
  classifySoap,
  type SoapFields,
  soapRequest,
  soapResult,
  textOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'

/** The account at FEL: the user of the web service. */
export type FelOptions = AccountOptions<'services' | 'sat'> & LookUpOptions

export const meanings: Meanings = { 801: 'stamped' }

const pac: Pac<'services'> = {
  id: 'fel',
  besides: ['absent'],
  name: 'FEL',
  hosts: {
    production: { services: 'https://www.fel.mx/WSTimbrado33/WSCFDI33.svc' },
    test: { services: 'https://app.fel.mx/WSTimbrado33Test/WSCFDI33.svc' },
  },
  repeat: { dedupByContent: false, dedupByReference: true, returnsEarlierStamp: 'never' },
  meanings,
}

/**
 * The adapter of FEL. It looks up by the reference; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(fel({ environment: 'test', user, password }), { send: createSend() })
 */
export function fel(options: FelOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const isAbsence = absenceOf(pac.id, options, meanings)
    const call = (operation: string, fields: SoapFields) =>
      soapRequest({
        url: services,
        namespace: 'http://tempuri.org/',
        operation,
        action: `http://tempuri.org/IWSCFDI33/${operation}`,
        fields: { usuario: user, password, ...fields },
      })
    return {
      stamp: {
        request: (outgoing) =>
          call('TimbrarCFDI', {
            cadenaXML: outgoing.sealed.xml,
            referencia: referenceOf(outgoing),
          }),
        read: readStamp,
      },
      find: {
        by: 'key',
        request: (outgoing) =>
          call('ConsultarTimbrePorReferencia', { referencia: referenceOf(outgoing) }),
        read: (reply) => {
          const result = soapResult(reply, 'ConsultarTimbrePorReferencia')
          const report = reportOf(result)
          return answerOfFind(
            textOf(result, 'XMLResultado'),
            isAbsence(report),
            classifySoap(reply, report, meanings),
          )
        },
      },
      balance: {
        request: () => call('ConsultarCreditos', {}),
        read: (reply) => {
          // The stamps left of the packages that are in force; `undefined` if one of them has no
          // count.
          const result = soapResult(reply, 'ConsultarCreditos')
          if (textOf(result, 'OperacionExitosa') !== 'true') return undefined
          let left = 0
          for (const one of childrenOf(child(result, 'Paquetes'), 'DetallesPaqueteCreditos')) {
            if (textOf(one, 'Vigente') !== 'true') continue
            const count = asCount(textOf(one, 'TimbresRestantes'))
            if (count === undefined) return undefined
            left += count
          }
          return left
        },
      },
      // A quarter: below the 30 % at which the account is blocked.
      tolerance: { rejected: 10, of: 40, pause: 900_000 },
      ping: wsdlPing(`${services}?wsdl`),
    }
  })
}

/** The first 160 bits of the hash of the bytes. */
function referenceOf({ sha256 }: Outgoing): string {
  return sha256.slice(0, 40)
}

function readStamp(reply: HttpReply): StampAnswer {
  const result = soapResult(reply, 'TimbrarCFDI')
  const xml = textOf(result, 'XMLResultado')
  const report = reportOf(result)
  const isFresh = textOf(result, 'OperacionExitosa') === 'true'
  const isClaimed = isFresh || isFolioFiscal(textOf(result, 'Timbre', 'UUID'))
  if (xml === undefined && !isClaimed) return classifySoap(reply, report, meanings)
  return claim(isFresh ? 'fresh' : 'earlier', xml, report)
}

function reportOf(result: XmlElement | undefined): Report {
  const message = textOf(result, 'MensajeError')
  const detailed = textOf(result, 'MensajeErrorDetallado')
  const detail = message && detailed ? `${message} | ${detailed}` : (message ?? detailed)
  const code = specificCode(textOf(result, 'CodigoRespuesta'), detail ?? '')
  return { code, message, detail }
}
