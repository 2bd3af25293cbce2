/**
 * The codes of the SAT's matrices against those that are implemented: whatever can be decided is.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listRules } from '../../src/sat/listRules.js'
import { shared } from './shared.js'

interface Official {
  readonly code: string | null
  readonly set?: string
  readonly attribute: string
  readonly decidable: 'yes' | 'partial' | 'no'
  readonly status: string
}

/** The sets of each file that are of the Comprobante; those of Retenciones are another document. */
const files = {
  cfdi40: undefined,
  pagos20: undefined,
  nomina12: undefined,
  cartaporte31: undefined,
  comercioexterior20: undefined,
  others: /^(HidroYPetro|INE|ECC|GCEH|IEEH)/i,
} as const

function official(file: keyof typeof files): readonly (Official & { readonly code: string })[] {
  const rows: readonly Official[] = JSON.parse(
    readFileSync(`${shared}sat/rules/${file}.json`, 'utf8'),
  )
  const wanted = files[file]
  return rows.filter((row): row is Official & { readonly code: string } => {
    return row.code !== null && (wanted === undefined || wanted.test(row.set ?? ''))
  })
}

/**
 * Codes that are admitted not to be implemented, or not wholly: the first word of each line, with
 * commas between them.
 */
const pending = readFileSync(new URL('../../fixtures/rules/pending.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => line.split(/\s/)[0]?.split(',') ?? [])
  .filter((code) => code !== '')

const rules = listRules()
const ours = new Map(rules.map((rule) => [rule.code, rule]))

describe('the codes of the SAT', () => {
  it.each(Object.keys(files) as (keyof typeof files)[])('%s: every one is a row', (file) => {
    const missing = official(file).filter(({ code }) => !ours.has(code) && !pending.includes(code))
    expect(missing.map(({ code }) => code)).toEqual([])
  })

  it.each(Object.keys(files) as (keyof typeof files)[])(
    '%s: what can be decided is, what is suspended is not asked',
    (file) => {
      const wrong = official(file).flatMap(({ code, decidable, status }) => {
        const rule = ours.get(code)
        if (rule === undefined) return []
        const admitted =
          status === 'suspended'
            ? ['suspended']
            : decidable === 'no'
              ? ['undecidable', 'needs']
              : ['active', 'partial']
        const is =
          rule.status === 'active' && rule.needs !== undefined && decidable === 'no'
            ? 'needs'
            : rule.status
        return admitted.includes(is) ? [] : [`${code}: ${decidable}, ${status}; ours is ${is}`]
      })
      expect(wrong).toEqual([])
    },
  )

  it('cfdi40: each is about the field that the SAT names', () => {
    const differing = official('cfdi40').flatMap(({ code, attribute }) =>
      ours.get(code)?.field === attribute ? [] : [code],
    )
    // The element itself is named as if it were an attribute, or the rule is about a node that is
    // missing.
    expect(differing).toEqual(['CFDI40130', 'CFDI40201', 'CFDI40213', 'CFDI140225', 'CFDI40999'])
  })

  it('none is pending that is wholly implemented', () => {
    expect(pending.filter((code) => ours.get(code)?.status === 'active')).toEqual([])
  })
})
