/**
 * Writes every generated file: `npm run generate`. With `--check` it lists the files that differ,
 * and fails if there is one.
 * @module
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { differences } from './generate/parts/generators.js'

const root = join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')

for (const { file, text } of await differences()) {
  console.error(isCheck ? `${file}: differs; run npm run generate` : file)
  if (isCheck) process.exitCode = 1
  else if (text === undefined) rmSync(join(root, file))
  else write(join(root, file), text)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
