import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import type { Complement, Element, Model } from '../../src/model/grammar.js'
import { element, oneOrMore, required } from '../../src/model/grammar.js'
import {
  catalog,
  decimal,
  pattern,
  t_FechaH,
  t_Importe,
  t_RFC,
  text,
  token,
} from '../../src/model/types.js'
import {
  complementArbitrary,
  comprobanteArbitrary,
  elementArbitrary,
} from '../../src/sat/arbitrary.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { complements } from '../../src/sat/declarations.js'
import { pagos20 } from '../../src/sat/pagos20/declaration.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { runs, whole } from '../effort.js'
import { mutationsOf } from './mutations.js'

const title = ({ name, version }: Complement): string => `${name} ${version ?? ''}`
const alone = (root: Complement): Model => ({ document: root, complements: [] })
const sound = (model: Model, value: unknown): void => {
  expect(checkStructure(model, value, { placement: true })).toEqual([])
}

describe('generated values are valid', () => {
  it('documents', () => {
    fc.assert(
      fc.property(comprobanteArbitrary(cfdi), (document) => sound(cfdi, document)),
      { numRuns: runs(300) },
    )
  })

  it('documents, plain and with numbers', () => {
    const plain = comprobanteArbitrary(cfdi, { plain: true, numbers: true })
    fc.assert(
      fc.property(plain, (document) => sound(cfdi, document)),
      { numRuns: runs(200) },
    )
  })

  it.each([...complements, timbreFiscalDigital].map((one) => [title(one), one] as const))(
    '%s',
    (_, complement) => {
      const model = alone(complement)
      const values = complementArbitrary(complement)
      fc.assert(fc.property(values, (value) => sound(model, value)))
      // Small values come last in a run of fast-check, and are those that a failing test is shrunk
      // to.
      const [first] = fc.sample(values, { numRuns: 1 })
      sound(model, first)
    },
  )

  it('with the codes that a catalogue lists', () => {
    const codes: Record<string, string[]> = { c_Moneda: ['MXN', 'USD'], c_UsoCFDI: ['G03'] }
    const member = (name: string, code: string): boolean | undefined => codes[name]?.includes(code)
    const documents = comprobanteArbitrary(cfdi, { catalog: (name) => codes[name] })
    const property = fc.property(documents, (document) => {
      expect(checkStructure(cfdi, document, { member })).toEqual([])
    })
    fc.assert(property)
  })
})

describe('generated values are varied', () => {
  const samples = <E extends Element>(root: E, numRuns = 2000) =>
    fc.sample(elementArbitrary(root), { numRuns, seed: 7 })

  it.runIf(whole)(
    'every member that is declared, in every complement, and its absence where it may be absent (in CI)',
    () => {
      for (const complement of complements) {
        const [seen, absent] = [new Set<string>(), new Set<string>()]
        for (const value of samples(complement.root, 400))
          visit(complement.root, value, '', seen, absent)
        for (const [path, optional] of members(complement.root, '')) {
          expect(seen, `${title(complement)} ${path}`).toContain(path)
          if (optional) expect(absent, `${title(complement)} ${path} absent`).toContain(path)
        }
      }
    },
  )

  it('texts reach both their lengths, with white space around and characters beyond 16 bits', () => {
    const texts = samples(element({ a: required(text(1, 20)) })).map(({ a }) => a)
    const lengths = new Set(texts.map((one) => [...one.trim().replace(/\s+/g, ' ')].length))
    expect([lengths.has(1), lengths.has(20)]).toEqual([true, true])
    for (const form of [/^\s/, /\n/, /[&<"]/, /Ñ/, /[\u{10000}-\u{10ffff}]/u])
      expect(texts.some((one) => form.test(one))).toBe(true)
    expect(texts.some((one) => one.includes('|'))).toBe(false)
  })

  it('amounts reach zero, cents and eighteen digits', () => {
    const amounts = samples(element({ a: required(t_Importe) })).map(({ a }) => String(a).trim())
    for (const form of [/^0(\.0+)?$/, /^\d+\.\d\d$/, /^\d{18}/, /\.\d{6}$/])
      expect(
        amounts.some((one) => form.test(one)),
        `${form}`,
      ).toBe(true)
  })

  it('plain values have common forms', () => {
    const root = element({
      a: required(token({ minLength: 1 })),
      b: required(decimal(2)),
      c: required(t_FechaH),
      d: required(t_RFC),
    })
    for (const { a, b, c } of fc.sample(elementArbitrary(root, { plain: true }), 500)) {
      expect(a).toMatch(/^[\p{L}\d .,&-]+$/u)
      expect(b).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
      expect(c).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    }
  })

  it('codes of a catalogue without a list have the right form', () => {
    for (const { a } of samples(element({ a: required(catalog('c_Algo')) }), 50))
      expect(String(a).trim()).toMatch(/^[A-Z0-9]{2,4}$/)
  })
})

describe('generated complements', () => {
  const hangingOf = (document: { readonly Complemento?: object | undefined }): string[] =>
    Object.keys(document.Complemento ?? {})

  it('the requested ones, in every document and only in its type', () => {
    const documents = comprobanteArbitrary(cfdi, { complements: [pagos20] })
    const property = fc.property(documents, (document) => {
      expect(hangingOf(document)).toEqual(['Pagos'])
      expect(document.TipoDeComprobante.trim()).toBe('P')
    })
    fc.assert(property)
  })

  it('none with an empty list', () => {
    const documents = comprobanteArbitrary(cfdi, { complements: [] })
    const property = fc.property(documents, (document) => {
      expect(hangingOf(document)).toEqual([])
    })
    fc.assert(property)
  })

  it('the stamp only on request', () => {
    const stamped = comprobanteArbitrary(cfdi, { complements: [timbreFiscalDigital] })
    expect(
      fc
        .sample(stamped, 20)
        .every((document) => hangingOf(document).includes('TimbreFiscalDigital')),
    ).toBe(true)
    expect(
      fc
        .sample(comprobanteArbitrary(cfdi), 200)
        .some((document) => hangingOf(document).includes('TimbreFiscalDigital')),
    ).toBe(false)
  })
})

it('a type without values throws instead of searching forever', () => {
  const impossible = element({ a: required(pattern('[a-c]{3}', { minLength: 5 })) })
  expect(() => fc.sample(elementArbitrary(impossible), 1)).toThrow(/no value found/)
})

it('shrinks to the smallest document that fails', () => {
  const lists = elementArbitrary(element({ Nodo: oneOrMore({ a: required(token()) }) }), {
    plain: true,
  })
  const { counterexample } = fc.check(
    fc.property(lists, ({ Nodo }) => Nodo.length < 2 && !Nodo.some(({ a }) => a.includes('Z'))),
    { numRuns: runs(1000) },
  )
  expect(counterexample?.[0].Nodo.length).toBeLessThanOrEqual(2)
})

describe('one step outside the declaration is found, and where it is', () => {
  const finds = (model: Model, value: unknown, pick: number): void => {
    const mutations = [...mutationsOf(model, value)]
    for (let index = pick; index < mutations.length; index += 13) {
      const { what, path, value: mutated } = mutations[index]!
      const paths = checkStructure(model, mutated).map((finding) => finding.path)
      expect(paths, `${what} at ${path}`).toContain(path)
    }
  }

  it('in documents', () => {
    fc.assert(
      fc.property(comprobanteArbitrary(cfdi), fc.nat({ max: 12 }), (document, pick) =>
        finds(cfdi, document, pick),
      ),
      { numRuns: runs(100) },
    )
  })

  it.each([...complements, timbreFiscalDigital].map((one) => [title(one), one] as const))(
    'in %s',
    (_, complement) => {
      const model = alone(complement)
      fc.assert(
        fc.property(complementArbitrary(complement), fc.nat({ max: 12 }), (value, pick) =>
          finds(model, value, pick),
        ),
        { numRuns: runs(20) },
      )
    },
  )
})

function* members(
  root: Element,
  at: string,
): Generator<readonly [path: string, optional: boolean]> {
  for (const [key, member] of Object.entries(root.content)) {
    const path = `${at}/${key}`
    if (member.kind === 'attribute') yield [path, !member.required]
    if (member.kind !== 'child') continue
    yield [path, root.shape !== 'list' && member.min === 0]
    yield* members(member.element, path)
  }
}

function visit(
  root: Element,
  value: unknown,
  at: string,
  seen: Set<string>,
  absent: Set<string>,
): void {
  for (const [key, member] of Object.entries(root.content)) {
    const path = `${at}/${key}`
    const inner = root.shape === 'list' ? value : (value as Record<string, unknown>)[key]
    if (inner === undefined) absent.add(path)
    else seen.add(path)
    if (inner === undefined || member.kind !== 'child') continue
    const items =
      Array.isArray(inner) && !(member.max === 1 && member.element.shape === 'list')
        ? inner
        : [inner]
    for (const item of items) visit(member.element, item, path, seen, absent)
  }
}
