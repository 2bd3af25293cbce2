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

  it('is docs/rules.md', async () => {
    await expect(page(rules)).toMatchFileSnapshot('../../docs/rules.md')
  })
})

function page(all: readonly RuleDescription[]): string {
  const sources = [...new Set(all.map(({ source }) => source))]
  return [
    '# Reglas',
    '',
    `Lo que \`check\` pide además de la estructura: ${all.length} reglas. Esta página se genera de \`listRules()\` (\`npm test -- -u\`).`,
    '',
    'Estado: **sí** se decide aquí; **en parte**, y se dice qué falta; **con** lo que el programa anfitrión dé (`at`, la fecha y hora presente; `taxpayers` y `certificates`, las listas del SAT); **suspendida** por el SAT; **no**, porque depende de lo que sólo otros saben. Los nombres con `-S` son nuestros, de lo que el SAT establece sin código: avisos, salvo donde no se dice.',
    ...sources.flatMap((source) => ['', `## ${source}`, '', ...table(all.filter((rule) => rule.source === source))]),
    '',
  ].join('\n')
}

function table(rules: readonly RuleDescription[]): string[] {
  return ['| código | nodo y campo | regla | se decide |', '|---|---|---|---|', ...rules.map(row)]
}

function row(rule: RuleDescription): string {
  const { code, element, field, sentence, severity } = rule
  const name = field === '' ? element : `${element}.${field}`
  const notice = severity === 'warning' ? ' (aviso)' : ''
  return `| ${code}${notice} | ${name} | ${cell(sentence)} | ${cell(decision(rule))} |`
}

function decision({ status, why, needs }: RuleDescription): string {
  if (status === 'suspended') return `suspendida: ${why}`
  if (status === 'undecidable') return `no: ${why}`
  const how = needs === undefined ? 'sí' : `con \`${needs}\``
  return status === 'partial' ? `en parte: ${why}` : how
}

const cell = (text: string) => text.replaceAll('|', '\\|')
