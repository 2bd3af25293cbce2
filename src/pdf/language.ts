/**
 * The texts of a document in the language that the host chose, with the host's own.
 * @module
 */
import { nearest } from '../lib/text.js'
import type { Element } from '../model/grammar.js'
import { comprobante } from '../sat/cfdi40/declaration.js'
import { cfdi } from '../sat/cfdi40/model.js'
import { timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Wording } from './fields.js'
import { type TemplateLanguage, type TextName, type Texts, texts } from './labels/texts.js'

/** Returns the texts of a language. @throws TypeError when it is unknown, or a label is no text. */
export function textsIn(
  language: TemplateLanguage,
  labels: Readonly<Record<string, string>>,
): Texts {
  if (!Object.hasOwn(texts, language))
    throw new TypeError(
      `unknown language ${String(language)}; use one of ${Object.keys(texts).join(', ')}`,
    )
  const own: Record<string, string> = { ...texts[language] }
  for (const [name, label] of Object.entries(labels)) {
    if (typeof label !== 'string') throw new TypeError(`labels.${name}: expected text`)
    if (Object.hasOwn(texts.es, name)) own[name] = label
  }
  return own as Record<TextName, string>
}

/** Returns the language of the text as BCP 47: that of the locale, unless it is of another. */
export function languageOf({ language, locale }: Wording): string {
  const isEnglish = language === 'en'
  if (locale.language.startsWith(isEnglish ? 'en' : 'es')) return locale.language
  return isEnglish ? 'en' : 'es-MX'
}

/**
 * Requires that each label of the host names a text, a name of the SAT, or a name that the document
 * has. @throws TypeError with the nearest name.
 */
export function requireLabels({ labels, used }: Wording): void {
  const unused = Object.keys(labels).filter(
    (name) => used?.has(name) !== true && !Object.hasOwn(texts.es, name),
  )
  if (unused.length === 0) return
  // Every name of the declarations, alone and behind that of its node.
  const known = new Set<string>(['CadenaOriginal'])
  const seen = new Map<Element, Set<string>>()
  const collect = (node: string, element: Element): void => {
    const places = seen.get(element) ?? new Set()
    if (places.has(node)) return
    seen.set(element, places.add(node))
    known.add(node)
    for (const [name, member] of Object.entries(element.content)) {
      known.add(name).add(`${node}.${name}`)
      if (member.kind === 'child') collect(name, member.element)
    }
  }
  for (const { name, root } of [comprobante, timbreFiscalDigital, ...cfdi.complements])
    collect(name, root)
  const unknown = unused.find((name) => !known.has(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, [...Object.keys(texts.es), ...known])
  throw new TypeError(
    `labels: unknown name ${unknown}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  )
}
