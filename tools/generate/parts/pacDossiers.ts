/**
 * The dossiers of all PACs, and the pages made from them.
 * @module
 */
import {
  type Dossier,
  type Grade,
  type RetencionesPaths,
  type Topic,
  topics,
} from '../../../src/pac/adapter/dossier.js'
import { dossier as comercioDigital } from '../../../src/pac/comercioDigital/dossier.js'
import { dossier as facturaloPlus } from '../../../src/pac/facturaloPlus/dossier.js'
import { dossier as fel } from '../../../src/pac/fel/dossier.js'
import { dossier as finkok } from '../../../src/pac/finkok/dossier.js'
import { dossier as formasDigitales } from '../../../src/pac/formasDigitales/dossier.js'
import { dossier as itimbre } from '../../../src/pac/itimbre/dossier.js'
import { dossier as mysuite } from '../../../src/pac/mysuite/dossier.js'
import { dossier as ntlink } from '../../../src/pac/ntlink/dossier.js'
import type { PacName } from '../../../src/pac/pacs.js'
import { dossier as prodigia } from '../../../src/pac/prodigia/dossier.js'
import { dossier as sifei } from '../../../src/pac/sifei/dossier.js'
import { dossier as solucionFactible } from '../../../src/pac/solucionFactible/dossier.js'
import { dossier as sw } from '../../../src/pac/sw/dossier.js'
import { dossier as timbox } from '../../../src/pac/timbox/dossier.js'
import { inSpanish, spanishGrades, spanishMatrix, spanishTopics } from './pacDossiers.es.js'
import { type MatrixWords, matrixPage } from './pacMatrix.js'

/** Dossier of each PAC. */
export const dossiers: Readonly<Record<PacName, Dossier>> = {
  finkok,
  solucionFactible,
  prodigia,
  fel,
  sifei,
  ntlink,
  comercioDigital,
  sw,
  timbox,
  formasDigitales,
  facturaloPlus,
  mysuite,
  itimbre,
}

/** Result of a capability. */
type Verdict = 'yes' | 'no' | 'sometimes'

/** Texts of a page, and the format of a dossier in them. */
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
  readonly retenciones: (paths: string, sends: readonly string[]) => string
  readonly limits: string
  readonly sandbox: string
  readonly check: (name: string) => string
  readonly unknown: string
  readonly matrix: Omit<MatrixWords, 'grades'>
}

const en: Words = {
  head: `# The PACs

The capabilities of each PAC, with their evidence. The project has not tried them against a PAC:

- **recorded**: recorded from its sandbox, or asserted against it by a public test suite, which its page names;
- **documented**: in its manual or WSDL;
- **inferred**: read in the code of a client, or by analogy;
- **unknown**: only an account can confirm it, and the adapter returns \`unknown\` where it matters.

The page of each PAC lists its operations, its limits, its sandbox, and the open questions.
`,
  tail: `No source shows for any PAC whether it checks the date (401) before an earlier stamp (307).

\`npm run pac:check -- finkok\`, in a checkout of this repository and with your own credentials for a sandbox, prints the confirmed
capabilities: see [production](production.md). Configure a confirmed capability that an adapter does not claim:
\`confirmed: { dedupByContent: true }\`.

Written by \`npm run generate\` from \`src/pac/<pac>/dossier.ts\`.
`,
  topics,
  grades: {
    recorded: 'recorded',
    documented: 'documented',
    inferred: 'inferred',
    unknown: 'unknown',
  },
  verdicts: { yes: 'yes', no: 'no', sometimes: 'sometimes' },
  tell: (sentence) => sentence,
  opening: (name, account) =>
    `\`connect('${name}', { ${account}, sandbox: true })\`, or the adapter \`${name}(…)\` of \`cfdi-stamp/pac/${name}\`. Beside the others: [the table](../pacs.md). How it is known:`,
  recorded: (recordings) =>
    recordings.length === 0
      ? 'nothing was recorded from its sandbox.'
      : `recorded by ${recordings.join('; ')}.`,
  can: '## Capabilities',
  retenciones: (paths, sends) =>
    sends.length === 0
      ? `Retenciones, which the adapter does not send: ${paths}.`
      : `Retenciones: ${paths}. The adapter sends ${sends.join(', ')}.`,
  limits: '## Limits',
  sandbox: '## Sandbox',
  check: (name) =>
    `\`npm run pac:check -- ${name}\`, with your own account, prints its responses ([production](../production.md)); \`startFake('${name}')\` of \`cfdi-stamp/pac/fakes\` imitates it, as far as it is known, without an account.`,
  unknown: '## Not known',
  matrix: {
    intro: `## By document

Requests that a public source describes, and the strongest evidence of each; – where none does. Adapters send those of the CFDI, and
of retenciones those that the page of the PAC names. Fakes are made from the same contracts, \`src/pac/fakes/contracts\`, which no adapter reads.`,
    documents: { cfdi: 'CFDI', retenciones: 'Retenciones' },
    operations: {
      stamp: 'stamp',
      find: 'look-up',
      cancel: 'cancel, with a signed request',
      pending: 'pending requests of a receiver',
      answer: 'signed answer of a receiver',
      related: 'related documents',
      status: 'status',
      balance: 'balance',
      register: 'registration of an issuer, without its key',
    },
  },
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
confirmó: véase [producción](production.md). Lo que usted confirmó y un adaptador no declara lo puede declarar usted:
\`confirmed: { dedupByContent: true }\`.

Se escribe con \`npm run generate\` de \`src/pac/<pac>/dossier.ts\`.
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
  retenciones: (paths, sends) =>
    sends.length === 0
      ? `Retenciones, que el adaptador no envía: ${paths}.`
      : `Retenciones: ${paths}. El adaptador envía ${sends.join(', ')}.`,
  limits: '## Límites',
  sandbox: '## Pruebas',
  check: (name) =>
    `\`npm run pac:check -- ${name}\`, con su propia cuenta, imprime lo que responde ([producción](../production.md)); \`startFake('${name}')\`, de \`cfdi-stamp/pac/fakes\`, habla como él hasta donde se sabe, sin una.`,
  unknown: '## Qué no se sabe',
  matrix: spanishMatrix,
}

/** A language of the pages. */
export type Language = 'en' | 'es'

const wordsOf = (lang: Language): Words => ({ en, es })[lang]

/** Returns `docs/en/pacs.md` or `docs/es/pacs.md`: all PACs side by side. */
export function pacsPage(lang: Language): string {
  const words = wordsOf(lang)
  const matrix = matrixPage({ ...words.matrix, grades: words.grades }, titlesOf())
  return [words.head, table(words), '', matrix, '', words.tail].join('\n')
}

const topicNames = Object.keys(topics) as Topic[]

function table({ topics: told, grades, verdicts }: Words): string {
  const names = titlesOf()
  const rows = topicNames.map((topic) => [
    told[topic],
    ...Object.values(dossiers).map(({ known }) => {
      const [answer, grade] = known[topic]
      return grade === 'unknown'
        ? grades.unknown
        : `${verdicts[verdictOf(answer)]}, ${grades[grade]}`
    }),
  ])
  return [['', ...names], names.map(() => '---').concat('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** The heads of columns. */
function titlesOf(): readonly string[] {
  return Object.entries(dossiers).map(
    ([name, { title }]) => `[${title.replace(/ \(.*/, '')}](pacs/${pageOf(name)}.md)`,
  )
}

/** Whether a short text states that a PAC supports something. */
export function verdictOf(answer: string): Verdict {
  if (answer === 'sometimes') return answer
  return /^(no|none|not|never|only)\b/.test(answer) ? 'no' : 'yes'
}

/** File name of a PAC's page: `comercio-digital`. */
export const pageOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns `docs/en/pacs/<page>.md`, or the same in `docs/es`. */
export function pacPage(name: PacName, lang: Language): string {
  const words = wordsOf(lang)
  const { title, account, limits, sandbox, questions, retenciones, recordings } = dossiers[name]
  return [
    `# ${title}`,
    `${words.opening(name, account.join(', '))} ${words.recorded(recordings)}`,
    words.can,
    answersOf(dossiers[name], words),
    ...(retenciones === undefined
      ? []
      : [words.retenciones(pathsOf(retenciones, words), sentOf(retenciones))]),
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

function sentOf({ sends = [], ...paths }: RetencionesPaths): readonly string[] {
  return sends.map((operation) => `\`${paths[operation]}\``)
}

function pathsOf(
  { service, stamp, find, cancel, note }: RetencionesPaths,
  { tell }: Words,
): string {
  const operations = [stamp, find, cancel]
    .filter((one) => one !== undefined)
    .map((one) => `\`${one}\``)
  return [tell(service), ...operations, ...(note === undefined ? [] : [tell(note)])].join(', ')
}
