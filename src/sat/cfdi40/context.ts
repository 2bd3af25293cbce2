/**
 * Context of the rules of a CFDI 4.0, computed when a rule first reads it.
 * @module
 */
import { type Certificate, readCertificate } from '../../certificate/certificate.js'
import { CertificateError } from '../../errors.js'
import { decimalsOf } from '../../fiscal/amounts.js'
import { DocumentContext, type Surroundings } from '../../rules/context.js'
import { dayOfFecha } from '../../rules/day.js'
import type { Unsound } from '../../rules/unsound.js'
import type { Comprobante } from './declaration.js'
import type { RuleContext } from './rule.js'

/** Creates the context of a document with a sound structure. */
export function contextOf(document: Comprobante, surroundings: Surroundings): RuleContext {
  return new CfdiContext(
    document,
    surroundings,
    dayOfFecha(document.Fecha),
    decimalsOf(document.Moneda.trim(), surroundings),
  )
}

/**
 * Creates the context of a document with unsound places: values that depend on them are computed
 * only when a rule reads them.
 */
export function contextOfUnsound(unsound: Unsound, surroundings: Surroundings): RuleContext {
  const document = unsound.document as Comprobante
  const context = new CfdiContext(document, surroundings, '', 0)
  return Object.defineProperties(context, {
    day: { get: () => dayOfFecha(document.Fecha) },
    decimals: { get: () => decimalsOf(document.Moneda.trim(), surroundings) },
  })
}

class CfdiContext extends DocumentContext<Comprobante> implements RuleContext {
  readonly decimals: number
  #certificate: Certificate | undefined | null = null

  constructor(document: Comprobante, surroundings: Surroundings, day: string, decimals: number) {
    super(document, surroundings, day)
    this.decimals = decimals
  }

  get tipo(): string {
    return this.document.TipoDeComprobante
  }

  get certificate(): Certificate | undefined {
    if (this.#certificate === null) this.#certificate = certificateOf(this.document.Certificado)
    return this.#certificate
  }
}

/** Cache of the last certificate: an issuer seals many documents with the same one. */
let last: { readonly text: string; readonly certificate: Certificate | undefined } | undefined

function certificateOf(text: string): Certificate | undefined {
  if (last?.text !== text) last = { text, certificate: tryCertificate(text) }
  return last.certificate
}

function tryCertificate(text: string): Certificate | undefined {
  try {
    return readCertificate(text)
  } catch (error) {
    if (error instanceof CertificateError) return undefined
    throw error
  }
}
