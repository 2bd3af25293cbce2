/**
 * The functions, options and methods of the public surface, read from the reports in `api/`: a new
 * one is here on its first day.
 * @module
 */
import { readFileSync } from 'node:fs'
import { filesIn, root } from './tree.js'

/** A parameter of a function, as its report writes it. */
export interface Parameter {
  readonly name: string
  readonly type: string
}

/** A function of the public surface. */
export interface Verb {
  readonly name: string
  /** `.`, `./node` … */
  readonly subpath: string
  readonly parameters: readonly Parameter[]
}

const reports = filesIn('api', '.md').map((file) => ({
  subpath: subpathOf(file),
  text: readFileSync(root + file, 'utf8'),
}))

function subpathOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.api.md'.length)
  return name === 'index' ? '.' : `./${name.replaceAll('.', '/')}`
}

/** Returns the text from an opening bracket to its partner, without both. */
function inside(text: string, open: number): string {
  const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '<': '>', '[': ']' }
  const waiting: string[] = []
  for (let at = open; at < text.length; at++) {
    const char = text[at] as string
    const isArrow = char === '>' && text[at - 1] === '='
    if (char in closing) waiting.push(closing[char] as string)
    else if (char === waiting.at(-1) && !isArrow) waiting.pop()
    if (waiting.length === 0) return text.slice(open + 1, at)
  }
  throw new Error(`no partner: ${text.slice(open, open + 40)}`)
}

/** Splits at separators outside all brackets. */
function split(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [at, char] of [...text].entries()) {
    if ('({<['.includes(char)) depth++
    if (')}]'.includes(char) || (char === '>' && text[at - 1] !== '=')) depth--
    if (char === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function parametersOf(text: string): Parameter[] {
  return split(text, ',').map((part) => {
    const [, name = part, type = ''] =
      /^(?:\.\.\.)?(\w+|\{[^}]*\})\??: ?([\s\S]*)$/.exec(part) ?? []
    return { name, type }
  })
}

/** Every exported function. Overloads are several verbs of one name. */
export const verbs: readonly Verb[] = reports.flatMap(({ subpath, text }) =>
  [...text.matchAll(/^export function (\w+)/gm)].map((found) => {
    const name = found[1] as string
    let at = found.index + found[0].length
    if (text[at] === '<') at += inside(text, at).length + 2
    return { name, subpath, parameters: parametersOf(inside(text, at)) }
  }),
)

const all = reports.map(({ text }) => text).join('\n')

/** Members of an exported interface, with those that it extends; none for another type. */
export function membersOf(type: string): readonly string[] {
  const name = /^(?:Partial|Omit|Pick|Readonly)?<?(\w+)/.exec(type)?.[1] ?? ''
  const found = new RegExp(`^export interface ${name}\\b([^{]*)\\{`, 'm').exec(all)
  if (found === null) {
    const alias = new RegExp(`^export type ${name}\\b[^=\\n]*= ([^;]+);`, 'm').exec(all)?.[1]
    if (alias === undefined || alias === type) return []
    return split(alias, '&').flatMap((part) => (part.startsWith('{') ? [] : membersOf(part)))
  }
  const body = inside(all, found.index + found[0].length - 1)
  const own = split(body, ';').flatMap(
    (member) => /(?:^|\n)\s*(?:readonly )?(\w+)\??:/.exec(member)?.[1] ?? [],
  )
  const parents = /extends ([\s\S]*)/.exec(found[1] as string)?.[1] ?? ''
  return [...split(parents, ',').flatMap(membersOf), ...own]
}

/** Methods of an exported interface, by name. */
export function methodsOf(type: string): readonly (readonly [string, readonly Parameter[]])[] {
  const found = new RegExp(`^export interface ${type}\\b[^{]*\\{`, 'm').exec(all)
  if (found === null) throw new Error(`api/: no interface ${type}`)
  return split(inside(all, found.index + found[0].length - 1), ';').flatMap((member) => {
    const method = /^(\w+)\??(?=[<(])/.exec(member)
    if (method === null) return []
    let at = method[0].length
    if (member[at] === '<') at += inside(member, at).length + 2
    return [[method[1] as string, parametersOf(inside(member, at))] as const]
  })
}
