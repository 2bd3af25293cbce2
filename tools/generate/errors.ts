/**
 * `errors.md`: every code of the engine, of the library's errors (read from the source), of the
 * PACs and of the SAT.
 * @module
 */
import { readFileSync } from 'node:fs'
import * as meanings from '../../src/codes/meanings.js'
import { failureCodes } from '../../src/engine/codes.js'
import * as english from './mistakes/meanings.en.js'
import type { Files } from './parts/files.js'

export const generate = (): Files => ({
  'docs/en/errors.md': errorsPage(en),
  'docs/es/errors.md': errorsPage(es),
})

const sources = readFileSync(new URL('../../src/errors.ts', import.meta.url), 'utf8')

/** The codes of each class, in the order of the source. */
export const errorClasses = [
  ...sources.matchAll(
    /export type (\w+)ErrorCode =([\s\S]*?)(?=\n\n\/\*\*|\nexport (?!type \w+ErrorCode))/g,
  ),
].map(([, name, body]) => ({
  name: `${name}Error`,
  codes: [...body!.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code]) => code!),
}))

/** The tables of the page, in a language. */
type Tables = Readonly<
  Record<
    | 'engine'
    | 'thrown'
    | 'reception'
    | 'builders'
    | 'stamping'
    | 'cancellation'
    | 'retencion'
    | 'receiver',
    string
  >
>

/** A language of the page. Links of the cures are those of its folder. */
interface Language {
  readonly meanings: typeof meanings
  readonly head: string
  readonly write: (tables: Tables) => string
}

const es: Language = {
  meanings,
  head: '| código | qué quiere decir | qué hacer |',
  write: ({
    engine,
    thrown,
    reception,
    builders,
    stamping,
    cancellation,
    retencion,
    receiver,
  }) => `# Errores y soluciones

Un documento que está mal no es una excepción: es una lista de hallazgos, con el código del SAT cuando lo hay ([las reglas](rules.md), [los tropiezos más comunes](common-mistakes.md)). Lo que contesta el motor, y lo que se lanza cuando falla algo alrededor del documento, son los códigos de esta página: no cambian ni se vuelven a usar. Al final, los que contestan los PAC y el SAT, que llegan en \`errors\`. Los mismos los dice \`npx cfdi-stamp explain 708\`. Se genera de las fuentes (\`npm run generate\`).

## Lo que contesta el motor

${engine}

## Lo que se lanza

Todos son \`CfdiError\`, con su \`code\`. Un argumento equivocado del programa es un \`TypeError\`, en inglés.

${thrown}

## Lo que se halla en lo que otros emiten

Son códigos nuestros, de [las reglas](rules.md), de lo que Anexo 20 manda sin código y los PAC revisan al timbrar.

${reception}

## Avisos de los constructores

Los borradores de [los constructores](builders.md#avisos-de-los-constructores) los llevan a \`check\`, \`preview\` y la respuesta de \`stamp\`. No impiden timbrar.

${builders}

## Lo que contestan los PAC y el SAT

Los mismos números quieren decir otra cosa al timbrar que al cancelar. Un PAC tiene además los suyos, que \`explain\` también conoce: lo que se sabe de cada uno está en [la página de los PAC](pacs.md).

### Al timbrar

Además de los de [las reglas](rules.md).

${stamping}

### Al cancelar

Los de 300 a 399 son de toda la solicitud; los demás, de un documento. Qué sigue de cada clase: [cancelación](cancellation.md).

${cancellation}

### Al cancelar una retención

Los de 1301 en adelante son de toda la solicitud.

${retencion}

### Al responder a una cancelación

${receiver}
`,
}

const en: Language = {
  meanings: english,
  head: '| code | meaning | action |',
  write: ({
    engine,
    thrown,
    reception,
    builders,
    stamping,
    cancellation,
    retencion,
    receiver,
  }) => `# Errors and their cure

An invalid document does not cause an exception: the library returns a list of findings, with the SAT's code where one exists ([the rules](rules.md), [mistakes of beginners](common-mistakes.md)). This page lists the codes of results of the engine and of the errors that the library throws. A code never changes and is never used again. The last tables list the codes of PACs and of the SAT, which a result has in \`errors\`. The messages of the library are in Spanish, for taxpayers, and so is the output of \`npx cfdi-stamp explain 708\`; this page has the meanings in English. \`npm run generate\` writes the page from the sources.

## Results of the engine

${engine}

## Thrown errors

Each is a \`CfdiError\` with a \`code\`. A wrong argument of the program throws a \`TypeError\`, in English.

${thrown}

## Findings in received documents

[The rules](rules.md) define these codes. Anexo 20 has the requirement without a code, and PACs check it when they stamp.

${reception}

## Warnings of the builders

The drafts of [the builders](builders.md#warnings-of-the-builders) carry them to \`check\`, \`preview\` and the answer of \`stamp\`. They do not prevent a stamp.

${builders}

## Codes of PACs and the SAT

The same number has one meaning for a stamp and another for a cancellation. Each PAC also has its own codes, which \`explain\` knows too: [the page of the PACs](pacs.md) describes them.

### Codes of a stamp

A PAC also returns the codes of [the rules](rules.md).

${stamping}

### Codes of a cancellation

Codes from 300 to 399 concern the whole request; the others concern one document. [Cancellation](cancellation.md) describes the consequence of each class.

${cancellation}

### Codes of the cancellation of a retención

Codes from 1301 on concern the whole request.

${retencion}

### Codes of a response to a cancellation

${receiver}
`,
}

/** Codes that say the same are a row, where the first of them stands. */
function meaningRows(
  some: meanings.Meanings,
  codes: readonly (string | number)[],
): readonly string[] {
  const rows = new Map<string, string[]>()
  for (const code of codes) {
    const said = (some[code] ?? []).join(' | ')
    rows.set(said, [...(rows.get(said) ?? []), `\`${code}\``])
  }
  return [...rows].map(([said, same]) => `| ${same.join(' ')} | ${said} |`)
}

function errorsPage({ meanings: told, head, write }: Language): string {
  const tableOf = (
    some: meanings.Meanings,
    codes: readonly (string | number)[] = Object.keys(some),
  ): string => [head, '|---|---|---|', ...meaningRows(some, codes)].join('\n')
  return write({
    engine: tableOf(told.ofEngine, Object.values(failureCodes)),
    thrown: errorClasses
      .map(({ name, codes }) => `### ${name}\n\n${tableOf(told.ofErrors, codes)}`)
      .join('\n\n'),
    reception: tableOf(told.ofReception),
    builders: tableOf(told.ofBuilders),
    stamping: tableOf(told.ofStamping),
    cancellation: tableOf(told.ofCancellation),
    retencion: tableOf(told.ofRetencion),
    receiver: tableOf(told.ofReceiver),
  })
}
