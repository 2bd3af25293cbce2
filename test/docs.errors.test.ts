/**
 * `docs/errores.md`: every code of the engine and of the errors, which are read from the sources; `npm test -- -u` rewrites it.
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { failureCodes } from '../src/engine/codes.js'
import { cures } from './mistakes/cures.js'

const sources = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')

/** The codes of each class, in the order of the source. */
const classes = [
  ...sources.matchAll(/export type (\w+)ErrorCode =([\s\S]*?)(?=\n\n\/\*\*|\nexport (?!type \w+ErrorCode))/g),
].map(([, name, body]) => ({
  name: `${name}Error`,
  codes: [...body!.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code]) => code!),
}))

const rowOf = (code: string | number): string => {
  const [meaning, cure] = cures[code] ?? ['', '']
  return `| \`${code}\` | ${meaning} | ${cure} |`
}

const tableOf = (codes: readonly (string | number)[]): string =>
  ['| código | qué quiere decir | qué hacer |', '|---|---|---|', ...codes.map(rowOf)].join('\n')

it('docs/errores.md is up to date', async () => {
  const page = `# Los errores y su cura

Un documento que está mal no es una excepción: es una lista de hallazgos, con el código del SAT cuando lo hay ([las reglas](rules.md), [los tropiezos más comunes](tropiezos.md)). Lo que contesta el motor, y lo que se lanza cuando falla algo alrededor del documento, son los códigos de esta página: no cambian ni se vuelven a usar. Se genera de las fuentes (\`npm test -- -u\`).

## Lo que contesta el motor

${tableOf(Object.values(failureCodes))}

## Lo que se lanza

Todos son \`CfdiError\`, con su \`code\`. Un argumento equivocado del programa es un \`TypeError\`, en inglés.

${classes.map(({ name, codes }) => `### ${name}\n\n${tableOf(codes)}`).join('\n\n')}
`
  await expect(page).toMatchFileSnapshot('../docs/errores.md')
})

it('each code has its cure, and no cure is of a code that is not', () => {
  const codes = [...Object.values(failureCodes).map(String), ...classes.flatMap((one) => one.codes)]
  expect(Object.keys(cures).sort()).toEqual(codes.sort())
})
