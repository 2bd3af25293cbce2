/**
 * MYSuite. Shapes from a recorded request and from public clients; no reply was recorded; never
 * tested against its servers.
 *
 * One operation carries every transaction; TIMBRAR and TIMBRAR_RETENCION take the sealed document
 * and answer the stamp alone.
 *
 * Unknown, and therefore not claimed: the answer to the same bytes sent again (older notes, without
 * a source that could be found, say 307 with the earlier stamp, which is taken if it comes), so that
 * a failover admits it only in `once` until you confirm it; its own codes, those of account
 * troubles included; a look-up, a cancellation and a balance.
 * @example After `npm run pac:check -- mysuite`
 * const adapter = mysuite({ ...account, confirmed: { dedupByContent: true } })
 * @module
 */
import { encodeBase64 } from '../../lib/base64.js'
import type { Sealed } from '../../seal/sello.js'
import type { AccountOptions } from '../adapter/account.js'
import type { Adapter, HttpReply, Outgoing, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { claim, codeOf, specificCode } from '../adapter/classify.js'
import { asXml } from '../adapter/reply.js'
import { child, classifySoap, readSoap, soapRequest, textOf, wsdlPing } from '../adapter/soap.js'

/**
 * The account at MYSuite: the name of the user, without country and RFC, and the `Requestor`, a key
 * of the account, as its password.
 */
export type MysuiteOptions = AccountOptions<'services' | 'sat'>

const service = '/mx.com.fact.wsfront/FactWSFront.asmx'

const pac: Pac<'services'> = {
  id: 'mysuite',
  name: 'MYSuite',
  hosts: {
    production: { services: 'https://www.mysuitecfdi.com' },
    test: { services: 'https://www.mysuitetest.com' },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
}

/**
 * The adapter of MYSuite. It stamps; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(mysuite({ environment: 'test', user, password }), { send: createSend() })
 */
export function mysuite(options: MysuiteOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password: requestor }) => {
    const url = `${services}${service}`
    const call = (transaction: string, rfc: string, bytes: Uint8Array) =>
      soapRequest({
        url,
        namespace: 'http://www.fact.com.mx/schema/ws',
        operation: 'RequestTransaction',
        action: 'http://www.fact.com.mx/schema/ws/RequestTransaction',
        fields: {
          Requestor: requestor,
          Transaction: transaction,
          Country: 'MX',
          Entity: rfc,
          User: requestor,
          UserName: `MX.${rfc}.${user}`,
          Data1: encodeBase64(bytes),
          Data2: '',
          Data3: '',
        },
      })
    return {
      stamp: {
        request: ({ sealed, bytes }: Outgoing) =>
          call('TIMBRAR', sealed.document.Emisor.Rfc, bytes),
        read: readStamp,
      },
      retenciones: {
        stamp: {
          request: ({ sealed, bytes }: Outgoing) =>
            call('TIMBRAR_RETENCION', issuerOf(sealed), bytes),
          read: readStamp,
        },
      },
      ping: wsdlPing(`${url}?wsdl`),
    }
  })
}

/** RFC of the issuer of a retención. */
function issuerOf({ document }: Sealed): string {
  const { RfcE } = document.Emisor as { readonly RfcE?: string }
  if (RfcE === undefined) throw new TypeError('mysuite: the document has no Emisor.RfcE')
  return RfcE
}

function readStamp(reply: HttpReply): StampAnswer {
  const { content } = readSoap(reply)
  const result =
    content?.local === 'RequestTransactionResponse'
      ? child(content, 'RequestTransactionResult')
      : undefined
  const stamp = asXml(textOf(result, 'ResponseData', 'ResponseData1'))
  // The code is in `ResponseData2`, or a rejection (`Result` is false) begins with it.
  // `Response/Code` is a number of another list.
  const response = child(result, 'Response')
  const data = child(result, 'ResponseData')
  const texts = [
    textOf(response, 'Description'),
    textOf(response, 'Data'),
    textOf(data, 'ResponseData3'),
  ].filter((text) => text !== undefined)
  const detail = texts.join(' | ') || undefined
  const isRejection = textOf(response, 'Result') === 'false'
  const told = [textOf(data, 'ResponseData2'), ...(isRejection ? texts : [])]
  const code = told.flatMap((text) => (text === undefined ? [] : (codeOf(text) ?? [])))[0]
  const specific = isRejection || code !== undefined ? specificCode(code, detail ?? '') : undefined
  const report = { code: specific, message: texts[1] ?? texts[0], detail }
  const isFresh = textOf(result, 'Response', 'Result') !== 'false' && report.code !== '307'
  if (stamp !== undefined) return claim(isFresh ? 'fresh' : 'earlier', stamp, report)
  if (textOf(result, 'Response', 'Result') === 'true') return claim('fresh', undefined, report)
  return classifySoap(reply, report, {})
}
