/**
 * `docs/errores.md`, and in English beside it: every code of the engine and of the errors, which are read from the sources; `npm test -- -u` rewrites it.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureCodes } from '../../src/engine/codes.js'
import * as meanings from '../../src/codes/meanings.js'
import { classOfCode } from '../../src/cancel/acuse.js'
import { classOfAnswerCode } from '../../src/cancel/answer.js'
import { meaningOf } from '../../src/pac/adapter/classify.js'
import * as english from './mistakes/meanings.en.js'

const sources = readFileSync(new URL('../../src/errors.ts', import.meta.url), 'utf8')

/** The codes of each class, in the order of the source. */
const classes = [
  ...sources.matchAll(/export type (\w+)ErrorCode =([\s\S]*?)(?=\n\n\/\*\*|\nexport (?!type \w+ErrorCode))/g),
].map(([, name, body]) => ({
  name: `${name}Error`,
  codes: [...body!.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code]) => code!),
}))

/** The tables of the page, in a language. */
type Tables = Readonly<Record<'engine' | 'thrown' | 'stamping' | 'cancellation' | 'retencion' | 'receiver', string>>

/** A language of the page. Links of the cures are those of its folder. */
interface Language {
  readonly page: string
  readonly meanings: typeof meanings
  readonly head: string
  readonly write: (tables: Tables) => string
}

const es: Language = {
  page: '../../docs/errores.md',
  meanings,
  head: '| código | qué quiere decir | qué hacer |',
  write: ({ engine, thrown, stamping, cancellation, retencion, receiver }) => `# Los errores y su cura

Un documento que está mal no es una excepción: es una lista de hallazgos, con el código del SAT cuando lo hay ([las reglas](rules.md), [los tropiezos más comunes](tropiezos.md)). Lo que contesta el motor, y lo que se lanza cuando falla algo alrededor del documento, son los códigos de esta página: no cambian ni se vuelven a usar. Al final, los que contestan los PAC y el SAT, que llegan en \`errors\`. Los mismos los dice \`npx cfdi-stamp explain 708\`. Se genera de las fuentes (\`npm test -- -u\`).

## Lo que contesta el motor

${engine}

## Lo que se lanza

Todos son \`CfdiError\`, con su \`code\`. Un argumento equivocado del programa es un \`TypeError\`, en inglés.

${thrown}

## Lo que contestan los PAC y el SAT

Los mismos números quieren decir otra cosa al timbrar que al cancelar. Un PAC tiene además los suyos, que \`explain\` también conoce: lo que se sabe de cada uno está en [los ocho PAC](es/pacs.md).

### Al timbrar

Además de los de [las reglas](rules.md).

${stamping}

### Al cancelar

Los de 300 a 399 son de toda la solicitud; los demás, de un documento. Qué sigue de cada clase: [cancelación](cancelacion.md).

${cancellation}

### Al cancelar una retención

Los de 1301 en adelante son de toda la solicitud.

${retencion}

### Al responder a una cancelación

${receiver}
`,
}

const en: Language = {
  page: '../../docs/en/errores.md',
  meanings: english,
  head: '| code | what it means | what to do |',
  write: ({ engine, thrown, stamping, cancellation, retencion, receiver }) => `# Errors and their cure

A document that is wrong is no exception: it is a list of findings, with the SAT's code where there is one ([the rules](rules.md), [mistakes of beginners](tropiezos.md)). What the engine answers, and what is thrown when something around the document fails, are the codes of this page: they do not change and are never used again. At the end, those that PACs and the SAT answer, which come in \`errors\`. The messages of the library are in Spanish, for those who invoice, and so is what \`npx cfdi-stamp explain 708\` says of a code; what each means is told here. Written from the sources (\`npm test -- -u\`).

## What the engine answers

${engine}

## What is thrown

All are \`CfdiError\`, with their \`code\`. A wrong argument of the program is a \`TypeError\`, in English.

${thrown}

## What PACs and the SAT answer

The same numbers mean one thing of a stamp and another of a cancellation. A PAC has codes of its own besides, which \`explain\` knows too: what is known of each is in [the eight PACs](../pacs.md).

### Of a stamp

Besides those of [the rules](rules.md).

${stamping}

### Of a cancellation

Those from 300 to 399 are of the whole request; the others, of a document. What follows from each class: [cancellation](../cancellation.md).

${cancellation}

### Of the cancellation of a retención

Those from 1301 on are of the whole request.

${retencion}

### Of an answer to a cancellation

${receiver}
`,
}

/** Codes that say the same are a row, where the first of them stands. */
function rowsOf(some: meanings.Meanings, codes: readonly (string | number)[]): readonly string[] {
  const rows = new Map<string, string[]>()
  for (const code of codes) {
    const said = (some[code] ?? []).join(' | ')
    rows.set(said, [...(rows.get(said) ?? []), `\`${code}\``])
  }
  return [...rows].map(([said, same]) => `| ${same.join(' ')} | ${said} |`)
}

function pageOf({ meanings: told, head, write }: Language): string {
  const tableOf = (some: meanings.Meanings, codes: readonly (string | number)[] = Object.keys(some)): string =>
    [head, '|---|---|---|', ...rowsOf(some, codes)].join('\n')
  return write({
    engine: tableOf(told.ofEngine, Object.values(failureCodes)),
    thrown: classes.map(({ name, codes }) => `### ${name}\n\n${tableOf(told.ofErrors, codes)}`).join('\n\n'),
    stamping: tableOf(told.ofStamping),
    cancellation: tableOf(told.ofCancellation),
    retencion: tableOf(told.ofRetencion),
    receiver: tableOf(told.ofReceiver),
  })
}

describe.each([es, en])('$page', (language) => {
  const { ofEngine, ofErrors, ofStamping, ofCancellation, ofRetencion, ofReceiver } = language.meanings

  it('is up to date', async () => {
    await expect(pageOf(language)).toMatchFileSnapshot(language.page)
  })

  it('has the cure of each code, and none of a code that is not', () => {
    expect(Object.keys(ofEngine).sort()).toEqual(Object.values(failureCodes).map(String).sort())
    expect(Object.keys(ofErrors).sort()).toEqual(classes.flatMap((one) => one.codes).sort())
  })

  it('has that of each code of the PACs and of the SAT that the library knows', () => {
    const numbers = Array.from({ length: 3000 }, (_, number) => String(number))
    const known = (isKnown: (code: string) => boolean) => numbers.filter(isKnown)
    expect(Object.keys(ofStamping)).toEqual(known((code) => meaningOf(code) !== undefined))
    const isOf = (service: 'cfdi' | 'retenciones') => (code: string) => classOfCode(code, service) !== 'unknown'
    expect(Object.keys(ofCancellation)).toEqual(known(isOf('cfdi')))
    expect(Object.keys(ofRetencion)).toEqual(known(isOf('retenciones')))
    const isOfReceiver = (code: string) => classOfAnswerCode(code) !== 'unknown' && !isOf('cfdi')(code)
    expect(Object.keys(ofReceiver)).toEqual(known(isOfReceiver))
  })
})
