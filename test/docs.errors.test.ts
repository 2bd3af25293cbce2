/**
 * `docs/errores.md`: every code of the engine and of the errors, which are read from the sources; `npm test -- -u` rewrites it.
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { failureCodes } from '../src/engine/codes.js'
import { type Meanings, ofCancellation, ofEngine, ofErrors, ofReceiver, ofStamping } from '../src/cli/meanings.js'
import { classOfCode } from '../src/cancel/acuse.js'
import { classOfAnswerCode } from '../src/cancel/answer.js'
import { meaningOf } from '../src/pac/adapter/classify.js'

const sources = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')

/** The codes of each class, in the order of the source. */
const classes = [
  ...sources.matchAll(/export type (\w+)ErrorCode =([\s\S]*?)(?=\n\n\/\*\*|\nexport (?!type \w+ErrorCode))/g),
].map(([, name, body]) => ({
  name: `${name}Error`,
  codes: [...body!.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code]) => code!),
}))

const tableOf = (meanings: Meanings, codes: readonly (string | number)[] = Object.keys(meanings)): string => {
  const rows = codes.map((code) => `| \`${code}\` | ${(meanings[code] ?? []).join(' | ')} |`)
  return ['| código | qué quiere decir | qué hacer |', '|---|---|---|', ...rows].join('\n')
}

it('docs/errores.md is up to date', async () => {
  const page = `# Los errores y su cura

Un documento que está mal no es una excepción: es una lista de hallazgos, con el código del SAT cuando lo hay ([las reglas](rules.md), [los tropiezos más comunes](tropiezos.md)). Lo que contesta el motor, y lo que se lanza cuando falla algo alrededor del documento, son los códigos de esta página: no cambian ni se vuelven a usar. Al final, los que contestan los PAC y el SAT, que llegan en \`errors\`. Los mismos los dice \`npx cfdi-stamp explain 708\`. Se genera de las fuentes (\`npm test -- -u\`).

## Lo que contesta el motor

${tableOf(ofEngine, Object.values(failureCodes))}

## Lo que se lanza

Todos son \`CfdiError\`, con su \`code\`. Un argumento equivocado del programa es un \`TypeError\`, en inglés.

${classes.map(({ name, codes }) => `### ${name}\n\n${tableOf(ofErrors, codes)}`).join('\n\n')}

## Lo que contestan los PAC y el SAT

Los mismos números quieren decir otra cosa al timbrar que al cancelar. Un PAC tiene además los suyos, que \`explain\` también conoce: lo que se sabe de cada uno está en [los ocho PAC](pacs.md).

### Al timbrar

Además de los de [las reglas](rules.md).

${tableOf(ofStamping)}

### Al cancelar

Los de 300 a 399 son de toda la solicitud; los demás, de un documento. Qué sigue de cada clase: [cancelación](cancelacion.md).

${tableOf(ofCancellation)}

### Al responder a una cancelación

${tableOf(ofReceiver)}
`
  await expect(page).toMatchFileSnapshot('../docs/errores.md')
})

it('each code has its cure, and no cure is of a code that is not', () => {
  expect(Object.keys(ofEngine).sort()).toEqual(Object.values(failureCodes).map(String).sort())
  expect(Object.keys(ofErrors).sort()).toEqual(classes.flatMap((one) => one.codes).sort())
})

it('each code of the PACs and of the SAT that the library knows has one too', () => {
  const numbers = Array.from({ length: 3000 }, (_, number) => String(number))
  const known = (isKnown: (code: string) => boolean) => numbers.filter(isKnown)
  expect(Object.keys(ofStamping)).toEqual(known((code) => meaningOf(code) !== undefined))
  const isOfCancellation = (code: string) =>
    classOfCode(code) !== 'unknown' || classOfCode(code, 'retenciones') !== 'unknown'
  expect(Object.keys(ofCancellation)).toEqual(known(isOfCancellation))
  const isOfReceiver = (code: string) => classOfAnswerCode(code) !== 'unknown' && !isOfCancellation(code)
  expect(Object.keys(ofReceiver)).toEqual(known(isOfReceiver))
})
