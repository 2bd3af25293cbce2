/**
 * Shortens a module without making its stack traces unreadable.
 *
 * Functions and methods keep their names, and each statement has a line of its own: a trace names
 * them, and Node prints one statement of an uncaught error instead of the whole file. Names within
 * functions are shortened and spaces removed: 19 % of the compressed size. The names of functions
 * would be 4 % more, and the lines are 0.5 %.
 * @module
 */
import { minify } from 'rolldown/experimental'
import { parseAst } from 'rolldown/parseAst'

/** Returns the shortened code of a module. It has no comments: mark it pure afterwards. */
export async function shorten(fileName, module) {
  const { code, errors } = await minify(fileName, module, {
    module: true,
    compress: true,
    mangle: { toplevel: false },
    codegen: { removeWhitespace: true },
  })
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`)
  return breakLines(code)
}

/** Begins a line with each statement, member of a class, and further variable. */
function breakLines(code) {
  const starts = [0, ...startsOf(parseAst(code))].sort((a, b) => a - b)
  return starts.map((start, index) => code.slice(start, starts[index + 1])).join('\n')
}

function* startsOf(node) {
  for (const [name, value] of Object.entries(node)) {
    if (value === null || typeof value !== 'object') continue
    if (Array.isArray(value)) {
      if (name === 'body' || name === 'consequent') for (const { start } of value) yield start
      if (name === 'declarations') for (const { start } of value.slice(1)) yield start
    }
    yield* startsOf(value)
  }
}
