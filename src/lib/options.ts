/**
 * Options of public verbs: an unknown name is an error, never ignored, and so is a value of another
 * kind. A verb declares the kind of each option beside its name.
 * @module
 */
import { nearest } from './text.js'

/**
 * Kind of an option: a named one, one of several texts, an object with members of its own, or a
 * function that throws TypeError. `true` accepts any value: the verb checks it.
 */
export type Kind =
  | true
  | keyof typeof kinds
  | readonly string[]
  | KindsByName
  | ((name: string, value: unknown) => void)

/** Members of an option that is an object. */
export interface KindsByName {
  readonly [name: string]: Kind
}

/** Names of options with their kinds, complete by type. */
export type OptionNames<Options> = Readonly<Record<keyof Options, Kind>>

interface NamedKind {
  readonly is: (value: unknown) => boolean
  readonly words: string
}

const isAmount = (value: unknown) => Number.isFinite(value) && (value as number) >= 0

const kinds = {
  function: { is: (value) => typeof value === 'function', words: 'a function' },
  boolean: { is: (value) => typeof value === 'boolean', words: 'true or false' },
  text: { is: (value) => typeof value === 'string' && value !== '', words: 'a text' },
  number: { is: isAmount, words: 'a number of 0 or more' },
  milliseconds: { is: isAmount, words: 'a number of milliseconds, 0 or more' },
  share: {
    is: (value) => isAmount(value) && (value as number) <= 1,
    words: 'a number from 0 to 1',
  },
  count: {
    is: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    words: 'an integer of 1 or more',
  },
  date: {
    is: (value) => value instanceof Date && Number.isFinite(value.getTime()),
    words: 'a valid Date',
  },
  list: { is: Array.isArray, words: 'a list' },
  items: { is: isIterable, words: 'a list' },
  object: { is: isPlain, words: 'an object' },
  signal: { is: isSignal, words: 'an AbortSignal' },
  signer: {
    is: (value) => hasMethods(value, ['sign']),
    words: 'a signer, such as the result of openCsd',
  },
} as const satisfies Readonly<Record<string, NamedKind>>

/**
 * Throws TypeError when `options` is not an object, has a member that is not in `names`, or a
 * member of another kind; suggests the nearest name. An undefined member counts as absent.
 */
export function requireOptions(
  verb: string,
  options: unknown,
  names: readonly string[] | KindsByName,
): void {
  requireMembers(verb, '', options, names)
}

/**
 * Returns options in which each member with an earlier name has its current one. Other values are
 * returned as they are, for {@link requireOptions} to refuse.
 */
export function withCurrentNames<Options>(
  options: Options,
  current: Readonly<Record<string, string>>,
): Options {
  if (!isPlain(options)) return options
  let isRenamed = false
  const renamed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    renamed[current[name] ?? name] = value
    isRenamed ||= Object.hasOwn(current, name)
  }
  if (isRenamed) return renamed as Options
  return options
}

function requireMembers(
  verb: string,
  path: string,
  options: unknown,
  names: readonly string[] | KindsByName,
): void {
  requireNames(path === '' ? verb : `${verb}: ${path}`, options, names)
  if (Array.isArray(names)) return
  for (const [name, value] of Object.entries(options)) {
    const kind = (names as KindsByName)[name]
    if (kind !== undefined && kind !== true && value !== undefined)
      requireMember(verb, path === '' ? name : `${path}.${name}`, value, kind)
  }
}

/**
 * {@link requireOptions} by names alone, for a verb that judges the values itself: it carries no
 * kinds into a bundle.
 */
export function requireNames(
  where: string,
  options: unknown,
  names: readonly string[] | KindsByName,
): asserts options is Readonly<Record<string, unknown>> {
  if (!isPlain(options))
    throw new TypeError(`${where}: options must be an object, not ${described(options)}`)
  const isList = Array.isArray(names)
  for (const name of Object.keys(options)) {
    if (isList ? names.includes(name) : Object.hasOwn(names, name)) continue
    const known = isList ? names : Object.keys(names)
    const meant = nearest(name, known)
    const hint =
      meant === undefined ? `the options are ${known.join(', ')}` : `did you mean ${meant}?`
    throw new TypeError(`${where}: unknown option ${name}; ${hint}`)
  }
}

function requireMember(
  verb: string,
  path: string,
  value: unknown,
  kind: Exclude<Kind, true>,
): void {
  if (typeof kind === 'string') return requireKind(`${verb}: ${path}`, value, kind)
  if (typeof kind === 'function') return kind(`${verb}: ${path}`, value)
  if (Array.isArray(kind)) return requireOneOf(`${verb}: ${path}`, value, kind)
  requireMembers(verb, path, value, kind as KindsByName)
}

/**
 * Throws TypeError that names an argument or option whose value is of another kind.
 * @param name Verb and option, such as `createEngine: clock`.
 */
export function requireKind(name: string, value: unknown, kind: keyof typeof kinds): void {
  const { is, words }: NamedKind = kinds[kind]
  if (!is(value)) throw new TypeError(`${name} must be ${words}, not ${described(value)}`)
}

/** Throws TypeError unless `value` is a list of texts, or another iterable but a text. */
export function requireTexts(name: string, value: unknown): void {
  requireKind(name, value, 'items')
  if (Array.isArray(value)) listOf('text')(name, value)
}

/** Returns a list of objects. @throws TypeError for another value, or a list of others */
export function requireItems<Item>(name: string, items: Iterable<Item>): readonly Item[] {
  requireKind(name, items, 'items')
  const all = [...items]
  for (const [at, item] of all.entries()) requireKind(`${name}[${at}]`, item, 'object')
  return all
}

/** Throws TypeError unless `value` is one of these texts. */
export function requireOneOf(name: string, value: unknown, known: readonly string[]): void {
  if (known.includes(value as string)) return
  const meant = typeof value === 'string' ? nearest(value, known) : undefined
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  const words = known.length > 4 ? `one of ${known.join(', ')}` : known.join(' or ')
  throw new TypeError(`${name} must be ${words}${hint}`)
}

/** Kind of an option that may be a function, or of another kind. */
export function functionOr(verb: string, kind: KindsByName | readonly string[]): Kind {
  return (name, value) => {
    if (typeof value !== 'function')
      requireMember(verb, name.slice(verb.length + ': '.length), value, kind)
  }
}

/** Kind of an object with these methods. */
export function withMethods(...methods: readonly string[]): Kind {
  return (name, value) => requireMethods(name, value, methods)
}

/** Kind of a list with items of a kind. */
export function listOf(kind: keyof typeof kinds): (name: string, value: unknown) => void {
  return (name, value) => {
    requireKind(name, value, 'list')
    for (const [at, item] of (value as readonly unknown[]).entries())
      requireKind(`${name}[${at}]`, item, kind)
  }
}

/**
 * Throws TypeError unless `port` is an object with these methods, or undefined: the host did not
 * give it.
 */
export function requireMethods(name: string, port: unknown, methods: readonly string[]): void {
  if (port === undefined || hasMethods(port, methods)) return
  throw new TypeError(`${name} must be an object with the methods ${methods.join(', ')}`)
}

/** Throws TypeError unless every member of `listeners` is a function with one of these names. */
export function requireListeners(name: string, listeners: unknown, names: readonly string[]): void {
  if (listeners === undefined) return
  const kindsOf: Record<string, Kind> = {}
  for (const each of names) kindsOf[each] = 'function'
  requireOptions(name, listeners, kindsOf)
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = value as Readonly<Record<string, unknown>>
  return methods.every((method) => typeof members[method] === 'function')
}

/** A text can be iterated too, letter by letter: it is no list. */
function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** AbortSignals of other realms and of polyfills count. */
function isSignal(value: unknown): boolean {
  return (
    hasMethods(value, ['addEventListener', 'removeEventListener']) &&
    typeof (value as AbortSignal).aborted === 'boolean'
  )
}

/** Whether a value is an object of members: no list, promise, date, map or bytes. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const tag = tagOf(value)
  return typeof value === 'object' && (tag === 'Object' || tag === 'Module')
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}

/** Describes a value of the wrong kind. Never quotes a text: it may be a secret. */
export function described(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text'
  if (typeof value !== 'object') return `a ${typeof value}`
  const tag = tagOf(value)
  return remarks[tag] ?? `a ${tag}`
}

const remarks: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object',
  Promise: 'a promise: await it',
  AbortController: 'an AbortController: pass its signal',
}
