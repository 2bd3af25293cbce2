/**
 * Modules of single catalogues: `src/catalogs/each`, which the build writes from the packed texts.
 * @module
 */
import type { Packed } from '../table.js'
import { subpathModule } from './module.js'
import type { PackedText } from './pack.js'
import type { Source } from './sourceColumns.js'

/** Returns the text of every module, by file name. */
export function eachModules(
  sources: readonly Source[],
  packed: Packed,
): ReadonlyMap<string, string> {
  const modules = new Map<string, string>()
  for (const { name, borrows, texts } of sources) {
    const own = packedTexts([name], packed)
    const lenders = lendersOf(sources, borrows)
    const lent = packedTexts(lenders, packed).map((one) => one.name)
    modules.set(`${name}.ts`, subpathModule(name, own, texts ? [] : lent, false))
    if (texts) modules.set(`${name}.texto.ts`, subpathModule(name, own, lent, true))
  }
  return modules
}

/** Returns the packed texts of catalogues, each followed by that of its descriptions, if apart. */
function packedTexts(names: readonly string[], packed: Packed): PackedText[] {
  const texts: PackedText[] = []
  for (const owner of names)
    for (const name of [owner, `${owner}.texto`]) {
      const text = packed(name)
      if (text !== undefined) texts.push({ name, text })
    }
  return texts
}

/** Returns the direct and indirect lenders of a catalogue. */
function lendersOf(sources: readonly Source[], borrows: Source['borrows']): string[] {
  const lenders = new Set<string>()
  for (const name of Object.values(borrows ?? {})) {
    lenders.add(name)
    const own = sources.find((source) => source.name === name)?.borrows
    for (const lender of lendersOf(sources, own)) lenders.add(lender)
  }
  return [...lenders]
}
