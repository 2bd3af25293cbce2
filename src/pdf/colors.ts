/**
 * The colours of a page: the library's, those of the client's brand, or each by name.
 * @module
 */
import { requireKind } from '../lib/options.js'
import type { Colors } from './template.js'

const ownColors: Colors = {
  accent: '#1f3a5f',
  onAccent: '#ffffff',
  text: '#1a1a1a',
  muted: '#5f6b7a',
  rule: '#c9d1da',
  panel: '#f3f5f8',
}

const color = /^#[0-9a-f]{6}$/i

/** @throws TypeError unless the value is a text or an object. */
export function requireColors(name: string, value: unknown): void {
  if (typeof value !== 'string') requireKind(name, value, 'object')
}

/**
 * Returns all colours. A brand colour gives those of its panels, and black or white text on it.
 * @throws TypeError for an unknown name, or a value that is not `#rrggbb`.
 */
export function colorsOf(given: string | Partial<Colors> = {}): Colors {
  const colors = typeof given === 'string' ? { accent: given } : given
  const set: Partial<Record<keyof Colors, string>> = {}
  for (const [name, value] of Object.entries(colors)) {
    if (!Object.hasOwn(ownColors, name))
      throw new TypeError(`unknown color ${name}; use one of ${Object.keys(ownColors).join(', ')}`)
    if (value !== undefined && !color.test(value))
      throw new TypeError(`colors.${name}: expected #rrggbb`)
    if (value !== undefined) set[name as keyof Colors] = value
  }
  return { ...ownColors, ...brandColors(set.accent), ...set }
}

function brandColors(accent: string | undefined): Partial<Colors> {
  if (accent === undefined) return {}
  let panel = '#'
  // Relative luminance (WCAG 2.2), of red, green and blue.
  let luminance = 0
  for (const [place, weight] of [0.2126, 0.7152, 0.0722].entries()) {
    const part = Number.parseInt(accent.slice(1 + 2 * place, 3 + 2 * place), 16)
    const light = Math.round(255 - (255 - part) * 0.07)
    panel += light.toString(16).padStart(2, '0')
    const share = part / 255
    luminance += weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
  }
  return { onAccent: luminance > 0.36 ? '#1a1a1a' : '#ffffff', panel }
}
