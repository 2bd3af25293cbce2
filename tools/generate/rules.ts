/**
 * `rules.md`: every rule, from `listRules()`.
 * @module
 */
import { listRules, type RuleDescription } from '../../src/sat/listRules.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import type { Files } from './parts/files.js'

export function generate(): Files {
  const all = listRules({ documents: [retenciones20] })
  return { 'docs/en/rules.md': rulesPage(all, en), 'docs/es/rules.md': rulesPage(all, es) }
}

/** Texts of the page around the rules, which are in Spanish, for taxpayers. */
interface Words {
  readonly head: readonly string[]
  readonly intro: (count: number) => readonly string[]
  readonly notice: string
  readonly yes: string
  readonly no: (why: string) => string
  readonly partly: (why: string) => string
  readonly suspended: (why: string) => string
  readonly given: (needs: string) => string
}

/** The option that gives it: of the lists, with the page about them. */
const givenWords = (needs: string): string =>
  needs === 'at' ? '`at`' : `[\`registries.${needs}\`](registries.md)`

const es: Words = {
  head: ['| código | nodo y campo | regla | se decide |', '|---|---|---|---|'],
  intro: (count) => [
    '# Reglas',
    '',
    `Lo que \`check\` pide además de la estructura: ${count} reglas. Esta página se genera de \`listRules()\` (\`npm run generate\`).`,
    '',
    'Estado: **sí** se decide aquí; **en parte**, y se dice qué falta; **con** lo que el programa anfitrión dé (`at`, la fecha y hora presente; [`registries.taxpayers` y `registries.certificates`](registries.md), las listas del SAT); **suspendida** por el SAT; **no**, porque depende de lo que solo otros saben. Los nombres con `-S` son nuestros, de lo que el SAT establece sin código: avisos, salvo donde no se dice.',
  ],
  notice: 'aviso',
  yes: 'sí',
  no: (why) => `no: ${why}`,
  partly: (why) => `en parte: ${why}`,
  suspended: (why) => `suspendida: ${why}`,
  given: (needs) => `con ${givenWords(needs)}`,
}

const en: Words = {
  head: ['| code | element and field | rule | decided |', '|---|---|---|---|'],
  intro: (count) => [
    '# Rules',
    '',
    `\`check\` evaluates these rules beyond structure: ${count} rules. \`npm run generate\` writes this page from \`listRules()\`. Each rule has the text of its finding, in Spanish, the language of taxpayers. The sections have the names of the SAT's documents.`,
    '',
    'Decided: **yes**, here; **in part**, with the missing part; **with** data of the host (`at`, the present time; [`registries.taxpayers` and `registries.certificates`](registries.md), the lists of the SAT); **suspended** by the SAT; **no**, because it depends on data that only others have. Codes with `-S` are ours, for requirements that the SAT publishes without a code; most are warnings, and are marked as such.',
  ],
  notice: 'warning',
  yes: 'yes',
  no: (why) => `no: ${why}`,
  partly: (why) => `in part: ${why}`,
  suspended: (why) => `suspended: ${why}`,
  given: (needs) => `with ${givenWords(needs)}`,
}

function rulesPage(all: readonly RuleDescription[], words: Words): string {
  const sources = [...new Set(all.map(({ source }) => source))]
  const rowsOf = (name: string): string[] =>
    all.filter(({ source }) => source === name).map((rule) => ruleRow(rule, words))
  return [
    ...words.intro(all.length),
    ...sources.flatMap((source) => ['', `## ${source}`, '', ...words.head, ...rowsOf(source)]),
    '',
  ].join('\n')
}

function ruleRow(rule: RuleDescription, words: Words): string {
  const { code, element, field, sentence, severity, remedy } = rule
  const name = field === '' ? element : `${element}.${field}`
  const notice = severity === 'warning' ? ` (${words.notice})` : ''
  return `| ${code}${notice} | ${name} | ${cell(remedy === undefined ? sentence : `${sentence}; ${remedy}`)} | ${cell(decision(rule, words))} |`
}

function decision({ status, why = '', needs }: RuleDescription, words: Words): string {
  if (status === 'suspended') return words.suspended(why)
  if (status === 'undecidable') return words.no(why)
  if (status === 'partial') return words.partly(why)
  return needs === undefined ? words.yes : words.given(needs)
}

const cell = (text: string) => text.replaceAll('|', '\\|')
