/**
 * The usual slips: values that would do if they were written in another way. What to do, and how it looks then.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { Base, Simple } from '../grammar.js'
import type { Judge } from './simple.js'

interface Slip {
  /** What to do, to follow "debe …". */
  readonly says: string
  /** The value mended; undefined where it is not that slip. */
  readonly mend: (text: string) => string | undefined
}

function slip(says: string, from: RegExp, to: string): Slip {
  return { says, mend: (text) => (from.test(text) ? text.replace(from, to) : undefined) }
}

const strip = (text: string): string => text.replace(/[-–./\s]/g, '')

const ofText: readonly Slip[] = [
  { says: 'ir en mayúsculas', mend: (text) => text.toUpperCase() },
  { says: 'ir en minúsculas', mend: (text) => text.toLowerCase() },
  { says: 'ir sin guiones, puntos ni espacios', mend: strip },
  { says: 'ir en mayúsculas, sin guiones, puntos ni espacios', mend: (text) => strip(text).toUpperCase() },
  slip('llevar ceros a la izquierda', /^(\d{1,5})$/, '0$1'),
  slip('llevar ceros a la izquierda', /^(\d{1,5})$/, '00$1'),
  slip('llevar dos espacios entre sus partes', /^(\d\d)\D*(\d\d)\D*(\d{4})\D*(\d{7})$/, '$1  $2  $3  $4'),
  slip('ir sin llaves', /^\{(.*)\}$/, '$1'),
  slip('llevar sus guiones', /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5'),
]

const ofNumber: readonly Slip[] = [
  slip('llevar un cero antes del punto', /^\.(?=\d)/, '0.'),
  slip('llevar decimales después del punto, o ir sin él', /^(\d+)\.$/, '$1'),
  slip('llevar punto decimal, no coma', /^(\d+),(\d{1,2})$/, '$1.$2'),
  {
    says: 'ir sin signo de pesos ni separadores de miles',
    mend: (text) =>
      /^\$?\s?\d{1,3}(,\d{3})*(\.\d+)?$|^\$\s?\d+(\.\d+)?$/.test(text) ? text.replace(/[$,\s]/g, '') : undefined,
  },
  slip('ir sin signo', /^\+/, ''),
]

const ofRate: readonly Slip[] = [...ofNumber, { says: 'ser la fracción, sin signo de por ciento', mend: fractionOf }]

/** A percentage as a rate is written: with six decimals. */
function fractionOf(text: string): string | undefined {
  const percentage = /^(\d{1,3}(?:\.\d{1,4})?)\s?%$/.exec(text)?.[1]
  return percentage && Decimal.of(percentage).times(Decimal.of('0.01')).round(6).toString(6)
}

const ofDate: readonly Slip[] = [
  slip('ir como AAAA-MM-DD', /^(\d\d)[/-](\d\d)[/-](\d{4})$/, '$3-$2-$1'),
  slip('ir sin hora', /T.*$/s, ''),
]

const ofDateTime: readonly Slip[] = [
  slip('llevar una T entre la fecha y la hora', /^(\S{10}) (\S{8})$/, '$1T$2'),
  slip('ir sin fracciones de segundo', /\.\d+$/, ''),
]

const slips: Readonly<Record<Base, readonly Slip[]>> = {
  string: ofText,
  decimal: ofNumber,
  integer: ofNumber,
  date: ofDate,
  dateTime: ofDateTime,
  time: [],
  base64: [],
  nmtoken: [],
}

/** Longer than any value that is a slip of another. */
const longest = 60

/**
 * What to do with a value that a type refuses, and how it looks then, to follow "debe …": `ir en mayúsculas: TOAM850417U21`.
 * Undefined when it is no slip that we know. An hour with a zone is none: without it, it would be another hour.
 */
export function slipOf({ base, isRate }: Simple, text: string, judge: Judge): string | undefined {
  const value = text.trim()
  if (value === '' || value.length > longest) return undefined
  for (const { says, mend } of isRate ? ofRate : slips[base]) {
    const mended = mend(value)
    if (mended !== undefined && mended !== value && judge(mended) === undefined) return `${says}: ${mended}`
  }
  return undefined
}
