/**
 * `common-mistakes.md`: the library's messages about the mistakes of beginners.
 * @module
 */
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import * as cfdi from '../../src/index.js'
import { openCsd as open } from '../../src/node/index.js'
import { type DocumentMistake, documentMistakes, type Part } from './mistakes/documents.js'
import { englishMistakes } from './mistakes/mistakes.en.js'
import { type ProgramMistake, programMistakes } from './mistakes/programs.js'
import { anchorOf } from './parts/anchors.js'
import type { Files } from './parts/files.js'

export async function generate(): Promise<Files> {
  const messages = await messagesOfPrograms()
  return {
    'docs/en/common-mistakes.md': mistakesPage(en, messages),
    'docs/es/common-mistakes.md': mistakesPage(es, messages),
  }
}

const clock = (): Date => new Date('2026-11-22T18:00:00Z')
const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isThere = ([, value]: readonly [string, unknown]): boolean => value !== null

/** A draft with a part written over it. */
function over(whole: unknown, part: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(part))
    return part.map((item, index) => over(whole[index], item))
  if (!isPart(whole) || !isPart(part)) return part
  const entries = Object.entries(part).map(
    ([name, value]) => [name, over(whole[name], value)] as const,
  )
  return Object.fromEntries(
    Object.entries({ ...whole, ...Object.fromEntries(entries) }).filter(isThere),
  )
}

const sale = JSON.parse(
  readFileSync(new URL('../../site/playground/factura.json', import.meta.url), 'utf8'),
)

const draft = over(sale, {
  Emisor: { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' },
  Conceptos: [{ PrecioConImpuestos: null, ValorUnitario: '100.00' }],
})

const known = new Map<Part, readonly string[]>()

/** Findings of the draft with a part written over it, each with its code. */
export function findingsOf(part: Part): readonly string[] {
  const found =
    known.get(part) ?? previewOf(part).map(({ code, message }) => `\`${code}\` ${message}`)
  known.set(part, found)
  return found
}

const previewOf = (part: Part) =>
  cfdi.preview(over(draft, part), { complete: true, clock }).findings

const shown = (part: Part): string => inspect(part, { depth: null, breakLength: Infinity })
const quoted = (lines: readonly string[]): string => lines.map((line) => `> ${line}`).join('\n>\n')

interface Told {
  readonly title: string
  readonly meaning: string
}

/** Texts of the page in a language. */
interface Language {
  readonly tell: (mistake: Told) => readonly [title: string, meaning: string]
  readonly right: string
  /** The head of the table of symptoms. */
  readonly head: string
  readonly write: (count: number, symptoms: string, documents: string, programs: string) => string
}

const es: Language = {
  tell: ({ title, meaning }) => [title, meaning],
  right: 'Así',
  head: '| código | lo que dice | tropiezo |',
  write: (count, symptoms, documents, programs) => `# Errores comunes al empezar

${count} errores comunes: qué se escribió, qué contesta la biblioteca, qué quiere decir y cómo se cura. Los mensajes los da la biblioteca al hacer esta página (\`npm run generate\`), y una prueba los mantiene ciertos; lo que está después de **Así** no tiene ningún hallazgo. Los códigos que contesta el motor y los errores de la biblioteca, uno por uno: [errors.md](errors.md).

\`301\` es de la forma: un nombre, un tipo o algo que falta, y el mensaje lo dice todo. Otro código que no esté aquí se busca en [las reglas](rules.md), o con \`npx cfdi-stamp explain CFDI40167\`.

## Por lo que contesta

De un mensaje del documento, el campo del primer hallazgo; de uno del programa, cómo empieza.

${symptoms}

## En el documento

Cada uno se escribe sobre el [borrador del README](../../README.es.md), con \`ValorUnitario: '100.00'\` y \`complete: true\`. \`null\` quiere decir que falta.

${documents}
## En el programa

\`borrador\` es el mismo; \`pac\`, el de pruebas; \`csd\`, el que emitió; \`engine\`, el motor que los usa, con \`complete: true\` y \`orders\`. \`openCsd\` y \`openCsdFolder\` son de \`cfdi-stamp/node\`; lo demás, de \`cfdi-stamp\`.

${programs}`,
}

const en: Language = {
  tell: ({ title }) => englishMistakes[title] ?? ['', ''],
  right: 'Right',
  head: '| code | message | mistake |',
  write: (count, symptoms, documents, programs) => `# Mistakes of beginners

${count} common mistakes: each with the wrong value, the library's message, its meaning and the correction. The library produces the messages when \`npm run generate\` writes this page, and a test compares them. They are in Spanish, as taxpayers read them. The text after **Right** has no finding. [errors.md](errors.md) lists each code of the engine and each error of the library.

\`301\` concerns the form: a name, a type or a missing part, and the message is complete. Other codes are in [the rules](rules.md), or in the output of \`npx cfdi-stamp explain CFDI40167\`.

## By message

The table has the field of the first finding for a document, and the beginning of the message for a program.

${symptoms}

## In the document

Each example is merged into the [draft of the README](../../README.md), with \`ValorUnitario: '100.00'\` and \`complete: true\`. \`null\` means that it is absent.

${documents}
## In the program

\`borrador\` is that draft; \`pac\` is the sandbox; \`csd\`, its CSD; \`engine\`, the engine that uses both, with \`complete: true\` and \`orders\`. \`openCsd\` and \`openCsdFolder\` come from \`cfdi-stamp/node\`; the rest, from \`cfdi-stamp\`.

${programs}`,
}

function documentSection(
  { tell, right: cured }: Language,
  mistake: DocumentMistake,
  number: number,
): string {
  const { wrong, right } = mistake
  const [title, meaning] = tell(mistake)
  return `### ${number}. ${title}

\`${shown(wrong)}\`

${quoted(findingsOf(wrong))}

${meaning}

**${cured}:** \`${shown(right)}\`
`
}

/**
 * The environment of a program: files by name, a sandbox on a fixed clock, and the names in its
 * code.
 */
async function worldOf(): Promise<Record<string, unknown>> {
  const pac = cfdi.createSandboxPac({ clock })
  const csd = await pac.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const engine = cfdi.createEngine({
    signers: csd,
    provider: pac,
    complete: true,
    clock,
    orders: cfdi.createUnsafeMemoryOrders(),
  })
  const createEngine = (options: cfdi.EngineOptions) => cfdi.createEngine({ clock, ...options })
  return {
    ...cfdi,
    createEngine,
    createSandboxPac: () => cfdi.createSandboxPac({ clock }),
    pac,
    csd,
    engine,
    borrador: draft,
    openCsd,
  }
}

const files: Record<string, string> = {
  'csd.cer': 'company.cer',
  'csd.key': 'company.key',
  'otra.key': 'person.key',
  'efirma.cer': 'efirma.cer',
  'efirma.key': 'efirma.key',
}
const fileOf = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/csd/${files[name]}`, import.meta.url))
const openCsd = ({ cer, key, password }: { cer: string; key: string; password: string }) =>
  open({ cer: fileOf(cer), key: fileOf(key), password })

/** The message of each mistake of a program, by its title. */
export async function messagesOfPrograms(): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>()
  for (const mistake of programMistakes) messages.set(mistake.title, await messageOf(mistake))
  return messages
}

/** The result of a program's last statement, or its error. */
async function messageOf({ code }: ProgramMistake): Promise<string> {
  const world = await worldOf()
  const lines = code.split('\n')
  const last = lines.map((line) => /^\w/.test(line)).lastIndexOf(true)
  const body = lines.map((line, at) => (at === last ? `return ${line}` : line)).join('\n')
  const program = new Function(...Object.keys(world), `return (async () => {\n${body}\n})()`)
  return program(...Object.values(world)).then(answerText, errorText)
}

/** V8's message about invalid JSON differs between versions. */
const answerText = (answer: cfdi.StampResult): string =>
  answer.ok
    ? 'timbrada'
    : `\`${answer.code}\` ${answer.message.replace(/(El JSON no se puede leer): .*/, '$1: …')}`
const errorText = (error: Error & { code?: string }): string =>
  `\`${error.code ?? error.name}\` ${error.message}`

function programSection(
  { tell }: Language,
  mistake: ProgramMistake,
  number: number,
  message: string,
): string {
  const [title, meaning] = tell(mistake)
  return `### ${number}. ${title}

\`\`\`ts
${mistake.code}
\`\`\`

${quoted([message])}

${meaning}
`
}

/** A code, and the beginning of a message: its field, or its first clause. */
const symptom = /^`(\w[\w-]*)` (.+?)(?:[:;]| \(|\.?$|\. )/

/** Every mistake by its code; `messages` has the first message of each. */
function symptomTable({ tell, head }: Language, messages: readonly string[]): string {
  const rows = [...documentMistakes, ...programMistakes].map((mistake, at) => {
    const title = `${at + 1}. ${tell(mistake)[0]}`
    const [, code, says] = symptom.exec(messages[at]!)!
    return { code: code!, row: `| \`${code}\` | ${says} | [${title}](#${anchorOf(title)}) |` }
  })
  const sorted = rows.sort((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }))
  return [head, '|---|---|---|', ...sorted.map(({ row }) => row)].join('\n')
}

function mistakesPage(language: Language, messages: ReadonlyMap<string, string>): string {
  const documents = documentMistakes.map((one, at) => documentSection(language, one, at + 1))
  const programs = programMistakes.map((one, at) =>
    programSection(language, one, documents.length + at + 1, messages.get(one.title)!),
  )
  const firsts = [
    ...documentMistakes.map(({ wrong }) => findingsOf(wrong)[0]!),
    ...programMistakes.map(({ title }) => messages.get(title)!),
  ]
  const count = documents.length + programs.length
  const table = symptomTable(language, firsts)
  return language.write(count, table, documents.join('\n'), programs.join('\n'))
}
