/**
 * The dossiers of all PACs, and the page that they make.
 * @module
 */
import { type Dossier, type Grade, type RetencionesPaths, type Topic, topics } from '../src/pac/adapter/dossier.js'
import { dossier as comercioDigital } from '../src/pac/comercioDigital/dossier.js'
import { dossier as fel } from '../src/pac/fel/dossier.js'
import { dossier as finkok } from '../src/pac/finkok/dossier.js'
import { dossier as ntlink } from '../src/pac/ntlink/dossier.js'
import type { PacName } from '../src/pac/pacs.js'
import { dossier as prodigia } from '../src/pac/prodigia/dossier.js'
import { dossier as sifei } from '../src/pac/sifei/dossier.js'
import { dossier as solucionFactible } from '../src/pac/solucionFactible/dossier.js'
import { dossier as sw } from '../src/pac/sw/dossier.js'
import { inSpanish, spanishGrades, spanishTopics } from './pacDossiers.es.js'

/** What is known of each PAC. */
export const dossiers: Readonly<Record<PacName, Dossier>> = {
  finkok,
  solucionFactible,
  prodigia,
  fel,
  sifei,
  ntlink,
  comercioDigital,
  sw,
}

/** What an answer comes to. */
type Verdict = 'yes' | 'no' | 'sometimes'

/** The words of the pages, and how a dossier is told in them. */
interface Words {
  readonly head: string
  readonly tail: string
  readonly topics: Readonly<Record<Topic, string>>
  readonly grades: Readonly<Record<Grade, string>>
  readonly verdicts: Readonly<Record<Verdict, string>>
  readonly tell: (sentence: string) => string
  readonly opening: (name: string, account: string) => string
  readonly recorded: (recordings: readonly string[]) => string
  readonly can: string
  readonly retenciones: string
  readonly limits: string
  readonly sandbox: string
  readonly check: (name: string) => string
  readonly unknown: string
}

const en: Words = {
  head: `# The PACs

What each PAC can do, and how that is known. Nothing here was tried against a PAC by us:

- **recorded**: recorded from its sandbox, or asserted against it by a public test suite, which its page names;
- **documented**: in its manual or WSDL;
- **inferred**: read in the code of a client, or by analogy;
- **unknown**: only an account can tell, and the adapter answers \`unknown\` where it matters.

The page of each PAC says by which operation, its limits, its sandbox, and what is not known.
`,
  tail: `Of none is it known whether the date (401) is checked before an earlier stamp (307).

\`npm run pac:check -- finkok\`, in a checkout of this repository and with your own credentials for a sandbox, prints what it
confirmed: see [production](en/produccion.md). What you confirmed and an adapter does not claim you can claim yourself:
\`confirmed: { dedupByContent: true }\`.

Written by \`npm test -- -u\` from \`src/pac/<pac>/dossier.ts\`.
`,
  topics,
  grades: { recorded: 'recorded', documented: 'documented', inferred: 'inferred', unknown: 'unknown' },
  verdicts: { yes: 'yes', no: 'no', sometimes: 'sometimes' },
  tell: (sentence) => sentence,
  opening: (name, account) =>
    `\`connect('${name}', { ${account}, sandbox: true })\`, or the adapter \`${name}(…)\` of \`cfdi-stamp/pac/${name}\`. Beside the others: [the table](../pacs.md). How it is known:`,
  recorded: (recordings) =>
    recordings.length === 0 ? 'nothing was recorded from its sandbox.' : `recorded by ${recordings.join('; ')}.`,
  can: '## What it can do',
  retenciones: 'Retenciones, which no adapter sends yet',
  limits: '## Limits',
  sandbox: '## Sandbox',
  check: (name) =>
    `\`npm run pac:check -- ${name}\`, with your own account, prints what it answers ([production](../en/produccion.md)); \`startFake('${name}')\` of \`cfdi-stamp/pac/fakes\` speaks as far as is known like it, without one.`,
  unknown: '## Not known',
}

const es: Words = {
  head: `# Los PAC

Qué sabe hacer cada PAC, y cómo se sabe. Nada de esto lo probamos nosotros contra un PAC:

- **grabado**: se grabó de su ambiente de pruebas, o lo afirma contra él una colección pública de pruebas, que su página nombra;
- **documentado**: está en su manual o en su WSDL;
- **inferido**: se leyó en el código de un cliente, o es por analogía;
- **se ignora**: solo una cuenta puede decirlo, y el adaptador responde \`unknown\` donde importa.

La página de cada PAC dice con qué operación, sus límites, su ambiente de pruebas y qué no se sabe.
`,
  tail: `De ninguno se sabe si revisa la fecha (401) antes que un timbre anterior (307).

\`npm run pac:check -- finkok\`, en una copia de este repositorio y con sus propias credenciales de pruebas, imprime lo que
confirmó: véase [producción](../produccion.md). Lo que usted confirmó y un adaptador no declara lo puede declarar usted:
\`confirmed: { dedupByContent: true }\`.

Se escribe con \`npm test -- -u\` de \`src/pac/<pac>/dossier.ts\`.
`,
  topics: spanishTopics,
  grades: spanishGrades,
  verdicts: { yes: 'sí', no: 'no', sometimes: 'a veces' },
  tell: inSpanish,
  opening: (name, account) =>
    `\`connect('${name}', { ${account}, sandbox: true })\`, o el adaptador \`${name}(…)\` de \`cfdi-stamp/pac/${name}\`. Junto a los demás: [la tabla](../pacs.md). Cómo se sabe:`,
  recorded: (recordings) =>
    recordings.length === 0
      ? 'de su ambiente de pruebas no se grabó nada.'
      : `lo grabó ${recordings.map(inSpanish).join('; ')}.`,
  can: '## Qué sabe hacer',
  retenciones: 'Retenciones, que ningún adaptador envía todavía',
  limits: '## Límites',
  sandbox: '## Pruebas',
  check: (name) =>
    `\`npm run pac:check -- ${name}\`, con su propia cuenta, imprime lo que responde ([producción](../../produccion.md)); \`startFake('${name}')\`, de \`cfdi-stamp/pac/fakes\`, habla como él hasta donde se sabe, sin una.`,
  unknown: '## Qué no se sabe',
}

/** A language of the pages. */
export type Language = 'en' | 'es'

const wordsOf = (lang: Language): Words => ({ en, es })[lang]

/** `docs/pacs.md`, or `docs/es/pacs.md`: all of them beside each other. */
export function pacsPage(lang: Language): string {
  const words = wordsOf(lang)
  return [words.head, table(words), '', words.tail].join('\n')
}

const topicNames = Object.keys(topics) as Topic[]

function table({ topics: told, grades, verdicts }: Words): string {
  const names = Object.entries(dossiers).map(([name, { title }]) => `[${title.replace(/ \(.*/, '')}](pacs/${name}.md)`)
  const rows = topicNames.map((topic) => [
    told[topic],
    ...Object.values(dossiers).map(({ known }) => {
      const [answer, grade] = known[topic]
      return grade === 'unknown' ? grades.unknown : `${verdicts[verdictOf(answer)]}, ${grades[grade]}`
    }),
  ])
  return [['', ...names], names.map(() => '---').concat('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function verdictOf(answer: string): Verdict {
  if (answer === 'sometimes') return answer
  return /^(no|none|not|never|only)\b/.test(answer) ? 'no' : 'yes'
}

/** `docs/pacs/<name>.md`, or the same in `docs/es`. */
export function pacPage(name: PacName, lang: Language): string {
  const words = wordsOf(lang)
  const { title, account, limits, sandbox, questions, retenciones, recordings } = dossiers[name]
  return [
    `# ${title}`,
    `${words.opening(name, account.join(', '))} ${words.recorded(recordings)}`,
    words.can,
    answersOf(dossiers[name], words),
    ...(retenciones === undefined ? [] : [`${words.retenciones}: ${pathsOf(retenciones, words)}.`]),
    words.limits,
    listOf(limits, words),
    words.sandbox,
    words.tell(sandbox),
    words.check(name),
    words.unknown,
    listOf(questions, words),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

function answersOf({ known }: Dossier, { topics: told, grades, tell }: Words): string {
  const rows = topicNames.map((topic) => {
    const [answer, grade] = known[topic]
    return `| ${told[topic]} | ${tell(answer)} | ${grades[grade]} |`
  })
  return ['| | | |', '| --- | --- | --- |', ...rows].join('\n')
}

function listOf(texts: readonly string[], { tell }: Words): string {
  return texts.map((text) => `- ${tell(text)}`).join('\n')
}

function pathsOf({ service, stamp, find, cancel, note }: RetencionesPaths, { tell }: Words): string {
  const operations = [stamp, find, cancel].filter((one) => one !== undefined).map((one) => `\`${one}\``)
  return [tell(service), ...operations, ...(note === undefined ? [] : [tell(note)])].join(', ')
}
