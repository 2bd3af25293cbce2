/**
 * Performance budgets with their measured values. Ratios to one RSA-2048 signature of the same run,
 * unless a unit is stated.
 * @module
 */
import type { Results } from './results.js'

export interface Budget {
  readonly what: string
  /** Measured value; undefined when this run did not measure it. */
  readonly seen: number | undefined
  readonly most?: number
  readonly least?: number
  readonly aim?: number
  readonly unit?: string
}

export function budgetsOf({ verbs, saturation, parsers, cold, stream }: Results): Budget[] {
  const ratio = (document: string, verb: string): number | undefined =>
    verbs?.[document]?.[verb]?.ratio
  const over = (a: number | undefined, b: number | undefined): number | undefined => a && b && a / b
  const slope = over(ratio('5,000 concepts', 'work'), ratio('50 concepts', 'work'))
  /** The worst ratio over all documents. */
  const pair = (ours: string, theirs: string): number | undefined => {
    const ratios = Object.values(parsers ?? {}).flatMap(
      (times) => over(times[theirs]?.ratio, times[ours]?.ratio) ?? [],
    )
    return ratios.length === 0 ? undefined : Math.min(...ratios)
  }
  return [
    {
      what: 'all but the signature, 5 concepts',
      seen: ratio('5 concepts', 'work'),
      most: 0.12,
      aim: 0.05,
    },
    {
      what: 'all but the signature, 500 concepts',
      seen: ratio('500 concepts', 'work'),
      most: 8,
      aim: 4,
    },
    {
      what: 'sealMany over bare crypto.sign, 5 concepts',
      seen: saturation?.shares['sealMany, 5 concepts']?.rate,
      least: 0.92,
      aim: 0.95,
    },
    { what: 'a concept at 5,000 over one at 50', seen: slope && slope / 100, most: 1.3 },
    {
      what: 'read, times as fast as fast-xml-parser',
      seen: pair('read', 'fast-xml-parser'),
      least: 1,
    },
    { what: 'write, times as fast as xmlbuilder2', seen: pair('write', 'xmlbuilder2'), least: 10 },
    { what: 'import of the root', seen: cold?.import, most: 50, unit: 'ms' },
    { what: 'first full check, import included', seen: cold?.both, most: 150, unit: 'ms' },
    {
      what: `heap growth over ${stream?.documents.toLocaleString('en') ?? '100,000'} documents`,
      seen: stream?.growth,
      most: 32,
      unit: 'MB',
    },
  ]
}

export function holds({
  seen,
  most = Number.POSITIVE_INFINITY,
  least = Number.NEGATIVE_INFINITY,
}: Budget): boolean {
  return seen === undefined || (seen <= most && seen >= least)
}
