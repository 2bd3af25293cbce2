/**
 * The dossiers of all PACs, and the page that they make.
 * @module
 */
import { type Dossier, type RetencionesPaths, type Topic, topics } from '../src/pac/adapter/dossier.js'
import type { PacName } from '../src/pac/pacs.js'
import { dossier as comercioDigital } from '../src/pac/comercioDigital/dossier.js'
import { dossier as fel } from '../src/pac/fel/dossier.js'
import { dossier as finkok } from '../src/pac/finkok/dossier.js'
import { dossier as ntlink } from '../src/pac/ntlink/dossier.js'
import { dossier as prodigia } from '../src/pac/prodigia/dossier.js'
import { dossier as sifei } from '../src/pac/sifei/dossier.js'
import { dossier as solucionFactible } from '../src/pac/solucionFactible/dossier.js'
import { dossier as sw } from '../src/pac/sw/dossier.js'

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

/** `docs/pacs.md`: all of them beside each other. */
export function pacsPage(): string {
  return [head, table(), '', tail].join('\n')
}

const head = `# The PACs

Written by \`npm test -- -u\` from \`src/pac/<pac>/dossier.ts\`. Nothing here was tried against a PAC by us. Each answer says how
it is known:

- **recorded**: recorded from its sandbox, or asserted against it by a public test suite, which its page names;
- **documented**: in its manual or WSDL;
- **inferred**: read in the code of a client, or by analogy;
- **unknown**: only an account can tell, and the adapter answers \`unknown\` where it matters.

The page of each PAC says what it can do, its limits, its sandbox, and what is not known.
`

const tail = `Of none is it known whether the date (401) is checked before an earlier stamp (307).

\`npm run pac:check -- finkok\`, in a checkout of this repository and with your own credentials for a sandbox, prints what it
confirmed: see [producción](produccion.md). What you confirmed and an adapter does not claim you can claim yourself:
\`confirmed: { dedupByContent: true }\`.
`

function table(): string {
  const names = Object.entries(dossiers).map(([name, { title }]) => `[${title.replace(/ \(.*/, '')}](pacs/${name}.md)`)
  const rows = topicNames.map((topic) => [topics[topic], ...Object.values(dossiers).map((one) => one.known[topic][1])])
  return [['', ...names], names.map(() => '---').concat('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

const topicNames = Object.keys(topics) as Topic[]

/** `docs/pacs/<name>.md`. */
export function pacPage(name: PacName): string {
  const { title, account, known, limits, sandbox, questions, retenciones, recordings } = dossiers[name]
  const rows = topicNames.map((topic) => `| ${topics[topic]} | ${known[topic].join(' | ')} |`)
  return [
    `# ${title}`,
    `\`connect('${name}', { ${account.join(', ')}, sandbox: true })\`, or the adapter \`${name}(…)\` of \`cfdi-stamp/pac/${name}\`. Beside the others: [the table](../pacs.md). How it is known: ${evidenceOf(recordings)}`,
    '## What it can do',
    ['| | | |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(retenciones === undefined ? [] : [`Retenciones, which no adapter sends yet: ${pathsOf(retenciones)}.`]),
    '## Limits',
    listOf(limits),
    '## Sandbox',
    sandbox,
    `\`npm run pac:check -- ${name}\`, with your own account, prints what it answers ([producción](../produccion.md)); \`startFake('${name}')\` of \`cfdi-stamp/pac/fakes\` speaks as far as is known like it, without one.`,
    '## Not known',
    listOf(questions),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

function evidenceOf(recordings: readonly string[]): string {
  return recordings.length === 0 ? 'nothing was recorded from its sandbox.' : `recorded by ${recordings.join('; ')}.`
}

function listOf(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join('\n')
}

function pathsOf({ service, stamp, find, cancel, note }: RetencionesPaths): string {
  const operations = [stamp, find, cancel].filter((one) => one !== undefined).map((one) => `\`${one}\``)
  return [service, ...operations, ...(note === undefined ? [] : [note])].join(', ')
}
