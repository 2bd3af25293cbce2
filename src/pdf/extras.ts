/**
 * Content that the host adds to the page and that is not part of the CFDI: the issuer's address,
 * data for the payment, notes, a promissory note, terms.
 * @module
 */
import { requireOptions } from '../lib/options.js'
import { fillText, type Texts } from './labels/texts.js'
import type { Extras, Field, OwnText, Section } from './view.js'

/** How to reach the issuer. */
export interface IssuerExtras {
  /** Postal address. */
  readonly address?: string | undefined
  /** Telephone. */
  readonly phone?: string | undefined
  /** E-mail address. */
  readonly email?: string | undefined
  /** Website. */
  readonly web?: string | undefined
}

/** How to pay the document. */
export interface PaymentExtras {
  /** Name of the bank. */
  readonly bank?: string | undefined
  /** Name of the holder of the account. */
  readonly holder?: string | undefined
  /** Number of the account. */
  readonly account?: string | undefined
  /** CLABE of 18 digits. */
  readonly clabe?: string | undefined
  /** Reference that the payer states. */
  readonly reference?: string | undefined
}

/** A promissory note (pagaré) for the total of the document, to the order of its issuer. */
export interface PromissoryExtras {
  /** Place of payment. */
  readonly place: string
  /** Date of payment, as people read it: `15 de diciembre de 2026`. */
  readonly due: string
  /** Monthly default interest in percent, `3`. */
  readonly interest?: string | undefined
}

/** Content of the host's own. */
export interface ExtraOptions {
  /** Address, telephone, mail and website of the issuer. */
  readonly issuer?: IssuerExtras | undefined
  /** Bank, CLABE and reference for the payment. */
  readonly payment?: PaymentExtras | undefined
  /** Notes, up to 2000 characters. A line break begins a paragraph. */
  readonly notes?: string | undefined
  /** Line at the foot of each page, up to 200 characters. */
  readonly footer?: string | undefined
  /** Promissory note. */
  readonly promissory?: PromissoryExtras | undefined
  /** Terms and conditions on a page of their own, up to 20 000 characters. */
  readonly terms?: string | undefined
}

/** Facts of the document that a promissory note states. */
export interface PromiseFacts {
  readonly payee: string
  readonly amount: string
  readonly date: string
  readonly place: string
}

const line = 200
const most = { notes: 2000, footer: line, terms: 20_000 } as const

const issuerNames = ['address', 'phone', 'email', 'web'] as const
const paymentNames = ['bank', 'holder', 'account', 'clabe', 'reference'] as const
const promissoryNames = ['place', 'due', 'interest'] as const

/** Builds the extras. @throws TypeError for an unknown member, a text too long, or a wrong CLABE. */
export function extrasOf(options: ExtraOptions, texts: Texts, facts: PromiseFacts): Extras {
  const { issuer, payment, promissory } = options
  for (const name of ['issuer', 'payment', 'promissory'] as const)
    if (options[name] === null) throw new TypeError(`${name}: expected an object, not null`)
  const [notes, footer, terms] = (['notes', 'footer', 'terms'] as const).map((name) =>
    options[name] === undefined ? undefined : boundedText(name, options[name], most[name]),
  )
  if (payment?.clabe !== undefined && !isClabe(payment.clabe))
    throw new TypeError('payment.clabe: expected 18 digits with a right check digit')
  return {
    ...given('issuer', issuer && ownSection('issuer', texts.ownData, issuer, issuerNames, texts)),
    ...given(
      'payment',
      payment && ownSection('payment', texts.payment, payment, paymentNames, texts),
    ),
    ...given('notes', notes && ownText(texts.notes, notes)),
    ...given('footer', footer),
    ...given('promissory', promissory && promiseOf(promissory, texts, facts)),
    ...given('terms', terms && ownText(texts.terms, terms)),
  }
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined | '',
): Partial<Record<Name, Value>> {
  if (value === undefined || value === '') return {}
  return { [name]: value } as Record<Name, Value>
}

/** Control and bidirectional characters, which would change the text around them. */
const unsafe = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

function boundedText(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected text`)
  if (value.length > longest) throw new TypeError(`${name}: ${longest} characters at most`)
  if (unsafe.test(value)) throw new TypeError(`${name}: control characters are not allowed`)
  return value.trim()
}

function ownSection(
  name: string,
  label: string,
  values: object,
  names: readonly (keyof Texts)[],
  texts: Texts,
): Section | undefined {
  requireOptions(name, values, names)
  const fields: Field[] = []
  for (const key of names) {
    const value = (values as Readonly<Record<string, unknown>>)[key]
    if (value === undefined) continue
    const text = boundedText(`${name}.${key}`, value, line)
    fields.push({ name: key, label: texts[key], value: text, text, isNumber: false })
  }
  if (fields.length === 0) return undefined
  return { name, label, fields, tables: [], sections: [] }
}

function ownText(label: string, text: string): OwnText {
  return { label, paragraphs: text.split(/\r?\n/).filter((paragraph) => paragraph.trim() !== '') }
}

function promiseOf(values: PromissoryExtras, texts: Texts, facts: PromiseFacts): OwnText {
  requireOptions('promissory', values, promissoryNames)
  const { place, due, interest } = values
  const gaps = {
    ...facts,
    subscribed: facts.place,
    place: boundedText('promissory.place', place, line),
    due: boundedText('promissory.due', due, line),
  }
  if (interest !== undefined && !/^\d{1,2}(\.\d{1,2})?$/.test(interest))
    throw new TypeError('promissory.interest: expected a percentage, "3" or "2.5"')
  return {
    label: texts.promissory,
    paragraphs: [
      fillText(texts.promise, gaps),
      ...(interest === undefined ? [] : [fillText(texts.interest, { interest })]),
      fillText(texts.subscribed, { place: facts.place, date: facts.date }),
    ],
  }
}

/** Weights 3, 7, 1 modulo 10 (Banxico, Circular 14/2017, "dígito verificador"). */
function isClabe(clabe: unknown): boolean {
  if (typeof clabe !== 'string' || !/^\d{18}$/.test(clabe)) return false
  const weights = [3, 7, 1]
  let sum = 0
  for (let at = 0; at < 17; at++) sum += (Number(clabe[at]) * (weights[at % 3] as number)) % 10
  return (10 - (sum % 10)) % 10 === Number(clabe[17])
}
