/**
 * What the fuzzer found once (`tools/fuzz/corpus`), judged again; and its files, which hold what
 * JSON cannot.
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readFindings, replay, writeFinding } from '../../tools/fuzz/corpus.js'
import { decodeValue, encodeValue, Instance } from '../../tools/fuzz/graph.js'
import { engineJudge } from '../../tools/fuzz/oracles.js'
import { csd } from '../fixtures.js'
import { isWellFormed } from '../libxml.js'

const findings = readFindings()

describe('the corpus of the fuzzer', () => {
  // The fuzzer measures; a test on a machine that others use must not.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0))

  it('is there', () => {
    expect(findings.length).toBeGreaterThanOrEqual(5)
  })

  it.each(findings.map((finding) => [finding.name, finding] as const))('%s', async (_, finding) => {
    const judges = { other: isWellFormed, engine: engineJudge(await csd()) }
    expect(await replay(finding, judges)).toBeUndefined()
  })
})

describe('a file of the corpus', () => {
  const through = (value: unknown): unknown =>
    decodeValue(JSON.parse(JSON.stringify(encodeValue(value))))

  it('holds any value of JSON, and many that are none', () => {
    const options = {
      withBigInt: true,
      withDate: true,
      withSparseArray: true,
      withNullPrototype: true,
    }
    fc.assert(
      fc.property(fc.anything(options), (value) => void expect(through(value)).toEqual(value)),
    )
    for (const value of [undefined, Number.NaN, -0, Number.POSITIVE_INFINITY, 10n, '\ud800', '']) {
      expect(Object.is(through(value), value)).toBe(true)
    }
    expect(typeof through(() => 1)).toBe('function')
    expect(typeof through(Symbol('x'))).toBe('symbol')
    expect(through(new Map([['a', { b: 1n }]]))).toEqual(new Map([['a', { b: 1n }]]))
    expect(Object.keys(through(JSON.parse('{"__proto__":{"a":1}}')) as object)).toEqual([
      '__proto__',
    ])
  })

  it('holds cycles, values seen twice, classes and prototypes', () => {
    const shared = { a: 1 }
    const root: Record<string, unknown> = {
      one: shared,
      other: shared,
      of: new Instance({ Folio: '1' }),
      from: Object.create(shared),
    }
    root['self'] = root
    const back = through(root) as typeof root
    expect(back['self']).toBe(back)
    expect(back['one']).toBe(back['other'])
    expect(back['of']).toBeInstanceOf(Instance)
    expect(Object.getPrototypeOf(back['from'])).toBe(back['one'])
  })

  it('is written once, and read again as it was', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
    try {
      const inputs = [
        { kind: 'xml', input: 'a\ud800\u0000<' },
        { kind: 'bytes', input: Buffer.of(0, 0xff, 0x80) },
        { kind: 'json', input: { a: [undefined, Number.NaN] } },
      ] as const
      const paths = inputs.map((input) =>
        writeFinding(input.kind, 'by hand', 'nothing', input, folder),
      )
      expect(writeFinding('xml', 'by hand', 'another', inputs[1], folder)).toBe(paths[0])
      expect(readFindings(folder).map(({ name, input }) => [name, input])).toEqual(
        [...inputs]
          .sort((one, other) => (one.kind < other.kind ? -1 : 1))
          .map((input) => [input.kind, input]),
      )
      expect(readFileSync(paths[0]!, 'utf8').split('\n')).toHaveLength(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
