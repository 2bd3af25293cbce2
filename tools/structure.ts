/**
 * Measures the structure of `src`: names shared by functions of several files, functions, ternaries
 * and long lines. `npx tsx tools/structure.ts` prints the numbers; `test/structure.test.ts` holds
 * the limits. Generated files and tables of packed data are left out.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

/** Measurements of a folder. */
export interface Structure {
  readonly files: number
  readonly lines: number
  readonly functionsPer1000Lines: number
  /** The part of them that are conditions of rules and values of derivations: data, a row each. */
  readonly functionsOfRowsPer1000Lines: number
  readonly ternariesPer1000Lines: number
  /** Percentage of lines over 100 columns. */
  readonly longLines: number
  /** Lines of a function that nine of ten do not exceed. */
  readonly linesOfFunctionP90: number
  /** Percentage of top-level functions that share their name with one of another file. */
  readonly sharedNames: number
  /** Names shared within one folder of `src`, with their files. */
  readonly sharedInLayer: Readonly<Record<string, readonly string[]>>
}

/** A node of the syntax tree. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const root = join(import.meta.dirname, '..')
const generated = /\/drafts?\.ts$|catalogs\/(packed|each)\/|catalogs\/(codes|rows)\.ts$/
/** Siblings that are alike by design share the names of their roles. */
const alike =
  /^src\/(pac\/[a-zA-Z]+\/[a-zA-Z]+\.ts|pac\/fakes\/|sat\/[a-zA-Z0-9]+\/|pdf\/templates\/)|\/rules\//
const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

/** Measures every file that is written by hand. */
export function measureStructure(): Structure {
  const names = new Map<string, string[]>()
  const sizes: number[] = []
  let [files, lines, ternaries, long, ofRows] = [0, 0, 0, 0, 0]
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = `src/${file.replaceAll('\\', '/')}`
    if (!path.endsWith('.ts') || path.endsWith('.d.ts') || generated.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    if (/generated/i.test(text.slice(0, 300))) continue
    const rows = text.split('\n')
    files++
    lines += rows.length
    long += rows.filter((row) => row.length > 100).length
    const program = parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode
    visitNodes(program, (node) => {
      if (node.type === 'ConditionalExpression') ternaries++
      if (path.startsWith('src/sat/') && isFunctionOfRow(node)) ofRows++
      if (functionTypes.has(node.type)) sizes.push(countLines(text.slice(node.start, node.end)))
    })
    if (alike.test(path)) continue
    for (const name of new Set(topLevelFunctions(program)))
      names.set(name, [...(names.get(name) ?? []), path])
  }
  sizes.sort((a, b) => a - b)
  const places = [...names.values()]
  const shared = places.filter((paths) => paths.length > 1).flat().length
  return {
    files,
    lines,
    functionsPer1000Lines: round((sizes.length / lines) * 1000),
    functionsOfRowsPer1000Lines: round((ofRows / lines) * 1000),
    ternariesPer1000Lines: round((ternaries / lines) * 1000),
    longLines: round((long / lines) * 100),
    linesOfFunctionP90: sizes[Math.floor(sizes.length * 0.9)] ?? 0,
    sharedNames: round((shared / places.flat().length) * 100),
    sharedInLayer: Object.fromEntries(
      [...names]
        .map(([name, paths]) => [name, inOneLayer(paths)] as const)
        .filter(([, paths]) => paths.length > 0),
    ),
  }
}

function visitNodes(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  for (const member of Object.values(node))
    for (const child of Array.isArray(member) ? member : [member])
      if (typeof child?.type === 'string') visitNodes(child, visit)
}

/** Whether a node is the condition of a rule, or the value of a derivation. */
function isFunctionOfRow({ type, key, value }: SyntaxNode): boolean {
  const { name } = (key ?? {}) as { name?: string }
  const isFunction = functionTypes.has((value as SyntaxNode | null)?.type ?? '')
  return type === 'Property' && isFunction && /^(?:holds|when|value)$/.test(name ?? '')
}

/** Returns the names of the functions that a module declares at its top level. */
function topLevelFunctions({ body }: SyntaxNode): string[] {
  return (body as readonly SyntaxNode[]).flatMap((statement) => {
    const declaration = (statement['declaration'] ?? statement) as SyntaxNode
    if (declaration.type === 'FunctionDeclaration') return nameOfNode(declaration['id'])
    if (declaration.type !== 'VariableDeclaration') return []
    return (declaration['declarations'] as readonly SyntaxNode[])
      .filter(({ init }) => functionTypes.has((init as SyntaxNode | null)?.type ?? ''))
      .flatMap(({ id }) => nameOfNode(id))
  })
}

function nameOfNode(id: unknown): string[] {
  const { type, name } = (id ?? {}) as { type?: string; name?: string }
  return type === 'Identifier' && name !== undefined ? [name] : []
}

/** Returns the files whose folder of `src` has another of them. */
function inOneLayer(paths: readonly string[]): string[] {
  const layerOf = (path: string) => path.split('/')[1]
  return paths.filter((path) =>
    paths.some((other) => other !== path && layerOf(other) === layerOf(path)),
  )
}

function countLines(text: string): number {
  return text.split('\n').length
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(measureStructure())
