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
  for (const [name, value] of Object.entries(colors)) {
    if (!Object.hasOwn(ownColors, name))
      throw new TypeError(`unknown color ${name}; use one of ${Object.keys(ownColors).join(', ')}`)
    if (value !== undefined && !color.test(value))
      throw new TypeError(`colors.${name}: expected #rrggbb`)
  }
  const set = Object.fromEntries(Object.entries(colors).filter(([, value]) => value !== undefined))
  return { ...ownColors, ...brandColors(set['accent'] as string | undefined), ...set }
}

function brandColors(accent: string | undefined): Partial<Colors> {
  if (accent === undefined) return {}
  const parts = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  const panel = parts.map((part) => Math.round(255 - (255 - part) * 0.07))
  // Relative luminance (WCAG 2.2).
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return {
    onAccent: 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.36 ? '#1a1a1a' : '#ffffff',
    panel: `#${panel.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
  }
}
