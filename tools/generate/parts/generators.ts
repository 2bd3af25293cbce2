/**
 * The generators: each module of `tools/generate/`.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './files.js'

/** A module of `tools/generate/`. */
export interface Generator {
  readonly generate: () => Files | Promise<Files>
  /** Folders without other files than the generated ones and README.md. */
  readonly folders?: readonly string[]
}

/** A file that is not as its generator writes it; without `text`, a file that none writes. */
export interface Difference {
  readonly file: string
  readonly text?: string
}

const root = join(import.meta.dirname, '../../..')
const folder = join(import.meta.dirname, '..')

/** The names of the generators. */
export const generatorNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

/** The files that differ, of one generator or of all. */
export async function differences(
  names: readonly string[] = generatorNames,
): Promise<readonly Difference[]> {
  const all: Difference[] = []
  for (const name of names) all.push(...(await differencesOf(name)))
  return all
}

async function differencesOf(name: string): Promise<readonly Difference[]> {
  const generator = (await import(/* @vite-ignore */ join(folder, `${name}.ts`))) as Generator
  const files = await generator.generate()
  const changed = Object.entries(files)
    .filter(([file, text]) => text !== textAt(file))
    .map(([file, text]) => ({ file, text }))
  return [...changed, ...staleFiles(generator, files)]
}

function textAt(file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const staleFiles = ({ folders = [] }: Generator, files: Files): Difference[] =>
  folders.flatMap((name) =>
    readdirSync(join(root, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ file: `${name}/${entry.name}` }))
      .filter(({ file }) => !file.endsWith('/README.md') && !(file in files)),
  )
