/**
 * What the rules may know of a document: read once, when a rule first asks.
 * @module
 */
import { type Certificate, readCertificate } from '../../certificate/certificate.js'
import { CertificateError } from '../../errors.js'
import { decimalsOf } from '../../fiscal/amounts.js'
import { DocumentContext, type Surroundings } from '../../rules/context.js'
import { dayOf } from '../../rules/day.js'
import type { Unsound } from '../../rules/unsound.js'
import type { Comprobante } from './declaration.js'
import type { RuleContext } from './rule.js'

/** The context of a document whose structure is sound. */
export function contextOf(document: Comprobante, surroundings: Surroundings): RuleContext {
  return new CfdiContext(
    document,
    surroundings,
    dayOf(document.Fecha),
    decimalsOf(document.Moneda.trim(), surroundings),
  )
}

/** The context of a document with unsound places: what depends on them is only read when a rule asks. */
export function contextOfUnsound(unsound: Unsound, surroundings: Surroundings): RuleContext {
  const document = unsound.document as Comprobante
  const context = new CfdiContext(document, surroundings, '', 0)
  return Object.defineProperties(context, {
    day: { get: () => dayOf(document.Fecha) },
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

/** The last one that was read: an issuer seals document after document with the same. */
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
