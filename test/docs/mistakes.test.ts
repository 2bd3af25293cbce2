/**
 * `docs/tropiezos.md`, and in English beside it: what the library says to the mistakes of who begins; `npm test -- -u` rewrites it.
 * @module
 */
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import * as cfdi from '../../src/index.js'
import { openCsd as open } from '../../src/node/index.js'
import { anchorOf } from './anchors.js'
import { sale } from '../fixtures.js'
import { type DocumentMistake, documentMistakes, type Part } from './mistakes/documents.js'
import { englishMistakes } from './mistakes/mistakes.en.js'
import { type ProgramMistake, programMistakes } from './mistakes/programs.js'

const clock = (): Date => new Date('2026-11-22T18:00:00Z')
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

const isThere = ([, value]: readonly [string, unknown]): boolean => value !== null

/** A draft with a part written over it. */
function over(whole: unknown, part: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(part)) return part.map((item, index) => over(whole[index], item))
  if (!isPart(whole) || !isPart(part)) return part
  const entries = Object.entries(part).map(([name, value]) => [name, over(whole[name], value)] as const)
  return Object.fromEntries(Object.entries({ ...whole, ...Object.fromEntries(entries) }).filter(isThere))
}

const draft = over(sale, {
  Emisor: { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' },
  Conceptos: [{ PrecioConImpuestos: null, ValorUnitario: '100.00' }],
})

const asked = new Map<Part, readonly string[]>()

/** What is wrong with the draft, with a part written over it. */
function findingsOf(part: Part): readonly string[] {
  const found = asked.get(part) ?? previewOf(part).map(({ code, message }) => `\`${code}\` ${message}`)
  asked.set(part, found)
  return found
}

const previewOf = (part: Part) => cfdi.preview(over(draft, part), { complete: true, clock }).findings

const shown = (part: Part): string => inspect(part, { depth: null, breakLength: Infinity })
const quoted = (lines: readonly string[]): string => lines.map((line) => `> ${line}`).join('\n>\n')

interface Told {
  readonly title: string
  readonly meaning: string
}

/** A language of the page: where it is, how it tells a mistake, and what it says around them. */
interface Language {
  readonly page: string
  readonly tell: (mistake: Told) => readonly [title: string, meaning: string]
  readonly right: string
  /** Of the table of symptoms. */
  readonly head: string
  readonly write: (count: number, symptoms: string, documents: string, programs: string) => string
}

const es: Language = {
  page: '../../docs/tropiezos.md',
  tell: ({ title, meaning }) => [title, meaning],
  right: 'Así',
  head: '| código | lo que dice | tropiezo |',
  write: (count, symptoms, documents, programs) => `# Tropiezos de quien empieza

${count} errores comunes: qué se escribió, qué contesta la biblioteca, qué quiere decir y cómo se cura. Los mensajes los da la biblioteca al hacer esta página (\`npm test -- -u\`), y una prueba los mantiene ciertos; lo que está después de **Así** no tiene ningún hallazgo. Los códigos que contesta el motor y los errores de la biblioteca, uno por uno: [errores.md](errores.md).

\`301\` es de la forma: un nombre, un tipo o algo que falta, y el mensaje lo dice todo. Otro código que no esté aquí se busca en [las reglas](rules.md), o con \`npx cfdi-stamp explain CFDI40167\`.

## Por lo que contesta

De un mensaje del documento, el campo del primer hallazgo; de uno del programa, cómo empieza.

${symptoms}

## En el documento

Cada uno se escribe sobre el [borrador del README](../README.es.md), con \`ValorUnitario: '100.00'\` y \`complete: true\`. \`null\` quiere decir que falta.

${documents}
## En el programa

\`borrador\` es el mismo; \`pac\`, el de pruebas; \`csd\`, el que emitió; \`engine\`, el motor que los usa, con \`complete: true\` y \`orders\`. \`openCsd\` y \`openCsdFolder\` son de \`cfdi-stamp/node\`; lo demás, de \`cfdi-stamp\`.

${programs}`,
}

const en: Language = {
  page: '../../docs/en/tropiezos.md',
  tell: ({ title }) => englishMistakes[title] ?? ['', ''],
  right: 'Right',
  head: '| code | what it says | mistake |',
  write: (count, symptoms, documents, programs) => `# Mistakes of beginners

${count} common mistakes: what was written, what the library answers, what it means and what cures it. The messages are the library's own, given when this page is made (\`npm test -- -u\`), and a test keeps them true. They are in Spanish, as the library says them to those who invoice. What stands after **Right** has no finding. The codes that the engine answers and the errors of the library, one by one: [errores.md](errores.md).

\`301\` is of the form: a name, a type or something that is missing, and the message says all of it. Look for a code that is not here in [the rules](rules.md), or with \`npx cfdi-stamp explain CFDI40167\`.

## By what is answered

Of a message about the document, the field of the first finding; of one about the program, how it begins.

${symptoms}

## In the document

Each is written over the [draft of the README](../../README.md), with \`ValorUnitario: '100.00'\` and \`complete: true\`. \`null\` means that it is absent.

${documents}
## In the program

\`borrador\` is that draft; \`pac\`, the sandbox; \`csd\`, the one that it issued; \`engine\`, the engine that uses them, with \`complete: true\` and \`orders\`. \`openCsd\` and \`openCsdFolder\` are of \`cfdi-stamp/node\`; the rest, of \`cfdi-stamp\`.

${programs}`,
}

function documentSection({ tell, right: cured }: Language, mistake: DocumentMistake, number: number): string {
  const { wrong, right } = mistake
  const [title, meaning] = tell(mistake)
  return `### ${number}. ${title}

\`${shown(wrong)}\`

${quoted(findingsOf(wrong))}

${meaning}

**${cured}:** \`${shown(right)}\`
`
}

/** The world of a program: files by name, a sandbox on a fixed clock, and the names that its code uses. */
async function worldOf(): Promise<Record<string, unknown>> {
  const pac = cfdi.createSandboxPac({ clock })
  const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
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
const fileOf = (name: string): Uint8Array => readFileSync(new URL(`../../fixtures/csd/${files[name]}`, import.meta.url))
const openCsd = ({ cer, key, password }: { cer: string; key: string; password: string }) =>
  open({ cer: fileOf(cer), key: fileOf(key), password })

let world: Record<string, unknown>
const messages = new Map<string, string>()

beforeAll(async () => {
  world = await worldOf()
  for (const mistake of programMistakes) messages.set(mistake.title, await told(mistake))
  // Keys are made, on a machine that may do much besides.
})

/** What a program is told: the answer of its last line, or what it throws. */
async function told({ code }: ProgramMistake): Promise<string> {
  const lines = code.split('\n')
  const body = [...lines.slice(0, -1), `return ${lines.at(-1)}`].join('\n')
  const program = new Function(...Object.keys(world), `return (async () => {\n${body}\n})()`)
  return program(...Object.values(world)).then(answerText, errorText)
}

/** What V8 says of JSON is another sentence in each version. */
const answerText = (answer: cfdi.StampResult): string =>
  answer.ok ? 'timbrada' : `\`${answer.code}\` ${answer.message.replace(/(El JSON no se puede leer): .*/, '$1: …')}`
const errorText = (error: Error & { code?: string }): string => `\`${error.code ?? error.name}\` ${error.message}`

function programSection({ tell }: Language, mistake: ProgramMistake, number: number): string {
  const [title, meaning] = tell(mistake)
  return `### ${number}. ${title}

\`\`\`ts
${mistake.code}
\`\`\`

${quoted([messages.get(mistake.title)!])}

${meaning}
`
}

/** What each mistake is answered first, in the order of the page. */
const answers = (): readonly string[] => [
  ...documentMistakes.map(({ wrong }) => findingsOf(wrong)[0]!),
  ...programMistakes.map(({ title }) => messages.get(title)!),
]

/** A code, and the beginning of a message: its field, or its first clause. */
const symptom = /^`(\w[\w-]*)` (.+?)(?:[:;]| \(|\.?$|\. )/

/** Every mistake by its code, so that who has a message finds it. */
function symptomTable({ tell, head }: Language): string {
  const rows = [...documentMistakes, ...programMistakes].map((mistake, at) => {
    const title = `${at + 1}. ${tell(mistake)[0]}`
    const [, code, says] = symptom.exec(answers()[at]!)!
    return { code: code!, row: `| \`${code}\` | ${says} | [${title}](#${anchorOf(title)}) |` }
  })
  const sorted = rows.sort((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }))
  return [head, '|---|---|---|', ...sorted.map(({ row }) => row)].join('\n')
}

it.each([es, en])('$page is what the library says', async (language) => {
  const documents = documentMistakes.map((one, at) => documentSection(language, one, at + 1))
  const programs = programMistakes.map((one, at) => programSection(language, one, documents.length + at + 1))
  const count = documents.length + programs.length
  const page = language.write(count, symptomTable(language), documents.join('\n'), programs.join('\n'))
  await expect(page).toMatchFileSnapshot(language.page)
})

it('each is told in English, and nothing else is', () => {
  const titles = [...documentMistakes, ...programMistakes].map(({ title }) => title)
  expect(Object.keys(englishMistakes).sort()).toEqual([...titles].sort())
})

it('a draft without the mistake has no finding', () => {
  expect(findingsOf({})).toEqual([])
})

it.each(documentMistakes.map((one) => [one.title, one] as const))('%s: is told, and its cure works', (_title, one) => {
  expect(findingsOf(one.wrong)).not.toEqual([])
  expect(findingsOf(one.right)).toEqual([])
})

it.each(programMistakes.map(({ title }) => title))('%s: is told', (title) => {
  expect(messages.get(title)).not.toMatch(/timbrada|undefined|ReferenceError|SyntaxError/)
})
