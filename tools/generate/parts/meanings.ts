/**
 * The declarations with the meaning of each member: the comment above it, which does not exist at
 * run time. The sources are copied with each comment turned into a property beside its member, and the
 * declarations are read from the copy.
 * @module
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Complement, Element, Member, Schema } from '../../../src/model/grammar.js'

/** Where the sources are. */
export const source = fileURLToPath(new URL('../../../src/', import.meta.url))

const mark = '#means '

/** A declaration whose elements hold the meanings of their members: see {@link membersOf}. */
export interface Declaration {
  readonly schema: Schema | Complement
  readonly file: string
  /** The first comment of its file. */
  readonly about: string
}

/** Copies the sources that declarations need. */
export function copySources(to: string): void {
  cpSync(source, to, {
    recursive: true,
    filter: (file) => !/packed\/c_|importer|tsconfig\.json/.test(file),
  })
  writeFileSync(join(to, 'package.json'), '{"type":"module"}')
}

/** The declarations of the sources, the Comprobante and the stamp first, from a copy of them. */
export async function readDeclarations(copy: string): Promise<Declaration[]> {
  for (const shared of readdirSync(`${source}sat`).filter((name) => name.endsWith('.ts')))
    mean(copy, `sat/${shared}`)
  const folders = readdirSync(`${source}sat`).filter((name) =>
    existsSync(`${source}sat/${name}/declaration.ts`),
  )
  const [first, second] = ['cfdi40', 'timbre11'] as const
  const all = [first, second, ...folders.filter((name) => name !== first && name !== second)]
  return Promise.all(all.map((name) => readDeclaration(copy, `sat/${name}/declaration.ts`)))
}

/** One declaration of a copy. */
export async function readDeclaration(copy: string, file: string): Promise<Declaration> {
  const text = mean(copy, file)
  const module = (await import(/* @vite-ignore */ join(copy, file))) as Record<string, Schema>
  const schema = Object.values(module).find((one) => one.namespace !== undefined)!
  return { schema, file: `src/${file}`, about: sentenceOf(/\/\*\*([\s\S]*?)\*\//.exec(text)![1]!) }
}

/** Writes the meanings into a file of the copy; as it was. */
function mean(copy: string, file: string): string {
  const text = readFileSync(join(copy, file), 'utf8')
  writeFileSync(join(copy, file), withMeanings(text))
  return text
}

/**
 * The comment of a member becomes a property before it:
 * `'#means Total': 'Suma de …', Total: required(…)`.
 */
function withMeanings(text: string): string {
  const commented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(['"]?)([\p{L}_][\p{L}\d_]*)\2: /gu
  return text.replace(commented, (whole, words: string, _, key: string) => {
    return `${JSON.stringify(mark + key)}: ${JSON.stringify(sentenceOf(words))}, ${whole}`
  })
}

function sentenceOf(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s?/, '').trim())
  return lines
    .filter((line) => !line.startsWith('@'))
    .join(' ')
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/ +/g, ' ')
    .trim()
}

/** Members of an element, each with its meaning. */
export function membersOf({ content }: Element): [string, Member, string | undefined][] {
  return Object.entries(content).flatMap(([key, member]) => {
    if (key.startsWith(mark)) return []
    return [[key, member, (content as Record<string, unknown>)[mark + key] as string | undefined]]
  })
}
