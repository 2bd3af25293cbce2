/**
 * The refusal of a logo.
 * @module
 */

/** A logo that cannot be drawn. */
export class LogoError extends TypeError {
  /** The reason in Spanish, for the issuer. */
  readonly reason: string

  constructor(english: string, spanish: string, options?: ErrorOptions) {
    super(`logo: ${english}`, options)
    this.reason = spanish
  }
}

/** Creates the error of an image that is cut off or malformed. */
export function damagedLogo(kind: 'PNG' | 'JPEG', options?: ErrorOptions): LogoError {
  return new LogoError(`the ${kind} is damaged`, `El ${kind} está dañado.`, options)
}
