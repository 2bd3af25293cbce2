/**
 * The SAT of the sandbox for CFDI de retenciones: a cancellation service with codes of its own,
 * without consent and without a status service.
 * @module
 */
import { acuseOf } from './satAcuse.js'
import { attributeOf, elementIn, type SatRequest } from './satRequest.js'

const namespace = 'http://www.sat.gob.mx/esquemas/retencionpago/1'

/** Whether a request is one of retenciones. */
export function isOfRetenciones(signed: string): boolean {
  return signed.startsWith(`<Cancelacion xmlns="${namespace}"`)
}

/** Codes of requests that are refused as a whole, by those of the service of CFDI. */
const requestCodes: Readonly<Record<string, string>> = {
  301: '1301',
  302: '1309',
  303: '1305',
  304: '1308',
  305: '1306',
  310: '1307',
}

/** The cancellation service of CFDI de retenciones. */
export class SandboxRetenciones {
  /** Issuers, by folio. */
  readonly #issuers = new Map<string, string>()
  readonly #cancelled = new Set<string>()

  register(uuid: string, rfcEmisor: string, isCancelled = false): void {
    this.#issuers.set(uuid.toUpperCase(), rfcEmisor)
    if (isCancelled) this.#cancelled.add(uuid.toUpperCase())
  }

  isCancelled(uuid: string): boolean {
    return this.#cancelled.has(uuid)
  }

  /** @param request the verified request, or the code of its refusal by the service of CFDI */
  cancel(signed: string, request: SatRequest | string, fecha: string): string {
    if (typeof request === 'string')
      return acuseOf(signed, fecha, { request: requestCodes[request] ?? '1301' }, namespace)
    const folio = elementIn(request.root, 'Folio')
    if (folio === undefined) return acuseOf(signed, fecha, { request: '1302' }, namespace)
    const uuid = attributeOf(folio, 'UUID').toUpperCase()
    return acuseOf(
      signed,
      fecha,
      { uuid, folio: this.#judge(uuid, request.certificate.rfc) },
      namespace,
    )
  }

  #judge(uuid: string, rfc: string): string {
    if (this.#issuers.get(uuid) !== rfc) return '1203'
    if (this.#cancelled.has(uuid)) return '1202'
    this.#cancelled.add(uuid)
    return '1201'
  }
}
