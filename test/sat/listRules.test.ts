import { describe, expect, it } from 'vitest'
import { listRules, type RuleDescription } from '../../src/sat/listRules.js'

const rules = listRules()

/** Ours, and an error: what breaks them charges other than it says. */
const errors: ReadonlySet<string> = new Set(['CFDI40-S13'])

describe('listRules', () => {
  it('describes each rule', () => {
    expect(rules.find(({ code }) => code === 'CFDI40108')).toEqual({
      code: 'CFDI40108',
      element: 'Comprobante',
      field: 'SubTotal',
      sentence: 'debe ser la suma de los importes de los conceptos, redondeada a los decimales de la moneda',
      status: 'active',
      source: 'Matriz de validaciones CFDI 4.0, 25 de marzo de 2026',
      severity: 'error',
    })
    expect(rules.find(({ code }) => code === 'CFDI40118')).toMatchObject({
      status: 'suspended',
      why: expect.any(String),
    })
    expect(rules.find(({ code }) => code === 'CFDI40142')).toMatchObject({
      status: 'undecidable',
      why: expect.any(String),
    })
    expect(rules.find(({ code }) => code === '401')).toMatchObject({ needs: 'at' })
  })

  it('has each code once', () => {
    const codes = rules.map(({ code }) => code)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  })

  it('has sentences that end a sentence', () => {
    for (const { code, sentence } of rules) {
      expect(sentence.trim(), code).not.toBe('')
      expect(sentence, code).not.toMatch(/[.;,]$/)
    }
  })

  it('names what is ours as ours, a warning, and what is the SAT’s as an error', () => {
    for (const { code, severity } of rules)
      expect(severity, code).toBe(/-S\d\d$/.test(code) && !errors.has(code) ? 'warning' : 'error')
  })

  it.each([
    ['docs/rules.md', es],
    ['docs/en/rules.md', en],
  ])('is %s', async (file, words) => {
    await expect(page(rules, words)).toMatchFileSnapshot(`../../${file}`)
  })
})

/** What the page says around the rules, which are in Spanish: a taxpayer reads them. */
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

const es: Words = {
  head: ['| código | nodo y campo | regla | se decide |', '|---|---|---|---|'],
  intro: (count) => [
    '# Reglas',
    '',
    `Lo que \`check\` pide además de la estructura: ${count} reglas. Esta página se genera de \`listRules()\` (\`npm test -- -u\`).`,
    '',
    'Estado: **sí** se decide aquí; **en parte**, y se dice qué falta; **con** lo que el programa anfitrión dé (`at`, la fecha y hora presente; `taxpayers` y `certificates`, las listas del SAT); **suspendida** por el SAT; **no**, porque depende de lo que solo otros saben. Los nombres con `-S` son nuestros, de lo que el SAT establece sin código: avisos, salvo donde no se dice.',
  ],
  notice: 'aviso',
  yes: 'sí',
  no: (why) => `no: ${why}`,
  partly: (why) => `en parte: ${why}`,
  suspended: (why) => `suspendida: ${why}`,
  given: (needs) => `con \`${needs}\``,
}

const en: Words = {
  head: ['| code | element and field | rule | decided |', '|---|---|---|---|'],
  intro: (count) => [
    '# Rules',
    '',
    `What \`check\` asks for beyond structure: ${count} rules. This page is written from \`listRules()\` (\`npm test -- -u\`). Each rule is in the words in which a finding says it, Spanish, because it is the taxpayer who reads them; the sections bear the names of the SAT's documents.`,
    '',
    'Decided: **yes**, here; **in part**, and what is missing is said; **with** what the host gives (`at`, the present time; `taxpayers` and `certificates`, the lists of the SAT); **suspended** by the SAT; **no**, because it depends on what only others know. Names with `-S` are ours, of what the SAT lays down without a code: warnings, except where that is not said.',
  ],
  notice: 'warning',
  yes: 'yes',
  no: (why) => `no: ${why}`,
  partly: (why) => `in part: ${why}`,
  suspended: (why) => `suspended: ${why}`,
  given: (needs) => `with \`${needs}\``,
}

function page(all: readonly RuleDescription[], words: Words): string {
  const sources = [...new Set(all.map(({ source }) => source))]
  const rowsOf = (name: string): string[] => all.filter(({ source }) => source === name).map((rule) => row(rule, words))
  return [
    ...words.intro(all.length),
    ...sources.flatMap((source) => ['', `## ${source}`, '', ...words.head, ...rowsOf(source)]),
    '',
  ].join('\n')
}

function row(rule: RuleDescription, words: Words): string {
  const { code, element, field, sentence, severity } = rule
  const name = field === '' ? element : `${element}.${field}`
  const notice = severity === 'warning' ? ` (${words.notice})` : ''
  return `| ${code}${notice} | ${name} | ${cell(sentence)} | ${cell(decision(rule, words))} |`
}

function decision({ status, why = '', needs }: RuleDescription, words: Words): string {
  if (status === 'suspended') return words.suspended(why)
  if (status === 'undecidable') return words.no(why)
  if (status === 'partial') return words.partly(why)
  return needs === undefined ? words.yes : words.given(needs)
}

const cell = (text: string) => text.replaceAll('|', '\\|')
