/**
 * Every forgery.
 * @module
 */
import { certificateForgeries } from './certificates.js'
import type { Forgery } from './forgery.js'
import { stampForgeries } from './stamps.js'
import { textForgeries } from './texts.js'

export const forgeries: readonly Forgery[] = [
  ...certificateForgeries,
  ...stampForgeries,
  ...textForgeries,
]
