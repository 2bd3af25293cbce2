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

/** `docs/pacs.md`. */
export function pacsPage(): string {
  return [head, table(), '', ...Object.entries(dossiers).flatMap(([name, dossier]) => section(name, dossier))].join(
    '\n',
  )
}

const head = `# The PACs

Written by \`npm test -- -u\` from \`src/pac/<pac>/dossier.ts\`. Nothing here was tried against a PAC by us. Each answer says how
it is known:

- **recorded**: recorded from its sandbox, or asserted against it by a public test suite;
- **documented**: in its manual or WSDL;
- **inferred**: read in the code of a client, or by analogy;
- **unknown**: only an account can tell, and the adapter answers \`unknown\` where it matters.

\`npm run pac:check -- finkok\`, in a checkout of this repository and with your own credentials for a sandbox, prints what it
confirmed: see [producción](produccion.md). What you confirmed and an adapter does not claim you can claim yourself:
\`confirmed: { dedupByContent: true }\`.
`

function table(): string {
  const names = Object.values(dossiers).map(({ title }) => title.replace(/ \(.*/, ''))
  const rows = (Object.keys(topics) as Topic[]).map((topic) => [
    topics[topic],
    ...Object.values(dossiers).map((one) => one.known[topic][1]),
  ])
  return [['', ...names], names.map(() => '---').concat('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function section(name: string, { title, known, limits, sandbox, questions, retenciones }: Dossier): readonly string[] {
  const answers = (Object.keys(topics) as Topic[]).map((topic) => {
    const [answer, grade] = known[topic]
    return `| ${topics[topic]} | ${answer} | ${grade} |`
  })
  return [
    `## ${title}`,
    '',
    `\`connect('${name}', …)\`, or \`${name}(…)\` of \`cfdi-stamp/pac/${name}\`.`,
    '',
    '| | | |',
    '| --- | --- | --- |',
    ...answers,
    '',
    ...limits.map((limit) => `- ${limit}`),
    '',
    `Sandbox: ${sandbox}`,
    '',
    ...(retenciones === undefined ? [] : [`Retenciones, which no adapter sends yet: ${pathsOf(retenciones)}.`, '']),
    'Not known:',
    '',
    ...questions.map((question) => `- ${question}`),
    '',
  ]
}

function pathsOf({ service, stamp, find, cancel, note }: RetencionesPaths): string {
  const operations = [stamp, find, cancel].filter((one) => one !== undefined).map((one) => `\`${one}\``)
  return [service, ...operations, ...(note === undefined ? [] : [note])].join(', ')
}
