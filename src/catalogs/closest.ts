/**
 * Suggests codes near an unknown one.
 * @module
 */
import { slips } from '../lib/text.js'
import type { Table } from './table.js'

const scanned = 6000
const longest = 40

/**
 * Returns the listed codes with at most two mistakes (a character changed, missing, doubled, or two
 * swapped), nearest first.
 */
export function closestCodes(table: Table, code: string, limit: number, scope?: string): string[] {
  const wanted = code.replace(/[\s.·_-]+/g, '')
  if (wanted === '' || wanted.length > longest || limit <= 0) return []
  const near =
    scope === undefined && table.length > scanned
      ? probe(table, wanted, limit)
      : scanCodes(table, wanted, scope)
  const ends = table.columns.get('vigenciaHasta')
  const ranks = new Map<string, number>()
  for (const [found, distance] of near) {
    // Ranks by distance, then codes in force before ended ones, then a common beginning: the
    // SAT's codes are hierarchies.
    let alike = 0
    while (alike < found.length && found[alike] === wanted[alike]) alike++
    const late = ends?.value(table.key.find(found, scope)) === undefined ? 0 : 100
    ranks.set(found, distance * 200 + late - alike)
  }
  return [...ranks.keys()]
    .sort((a, b) => ranks.get(a)! - ranks.get(b)! || (a < b ? -1 : 1))
    .slice(0, limit)
}

/** Compares with every code of a small catalogue, or of a scope. */
function scanCodes(table: Table, wanted: string, scope: string | undefined): Map<string, number> {
  const rows = scope === undefined ? [...Array(table.length).keys()] : table.key.within(scope)
  const near = scanWithin(table, wanted, rows, wanted.length > 3 ? 2 : 1)
  if (near.size > 0 || wanted.length !== 3) return near
  // Two mistakes in three characters are a lot: only codes of the same group, such as G01 for G99.
  const [group] = wanted.toUpperCase()
  const ofGroup = new Map<string, number>()
  for (const [code, distance] of scanWithin(table, wanted, rows, 2))
    if (code[0] === group) ofGroup.set(code, distance)
  return ofGroup
}

function scanWithin(
  table: Table,
  wanted: string,
  rows: Iterable<number>,
  most: number,
): Map<string, number> {
  const near = new Map<string, number>()
  for (const row of rows) {
    const code = table.key.code(row)
    if (near.has(code) || Math.abs(code.length - wanted.length) > most) continue
    const distance = slips(wanted.toUpperCase(), code.toUpperCase(), most)
    if (distance <= most) near.set(code, distance)
  }
  return near
}

/**
 * For a large catalogue of digits: looks up the variants with one and then two mistakes, some
 * thousands at most.
 */
function probe(table: Table, wanted: string, limit: number): Map<string, number> {
  const near = new Map<string, number>()
  const width = table.key.code(0).length
  const digits = wanted.replace(/[oO]/g, '0').replace(/[iIlL]/g, '1')
  if (!/^\d+$/.test(digits) || Math.abs(digits.length - width) > 1) return near
  const offer = (code: string, distance: number): void => {
    if (table.key.find(code) >= 0 && !near.has(code)) near.set(code, distance)
  }
  offer(digits, 0)
  for (const variant of variants(digits, width)) offer(variant, 1)
  if (near.size >= limit || digits.length !== width) return near
  for (let first = 0; first < width; first++) {
    for (const changed of changes(digits, first))
      for (let at = first + 1; at < width; at++)
        for (const twice of changes(changed, at)) offer(twice, 2)
  }
  return near
}

function* variants(digits: string, width: number): Generator<string> {
  if (digits.length < width) {
    for (let at = 0; at <= digits.length; at++)
      for (const digit of '0123456789') yield digits.slice(0, at) + digit + digits.slice(at)
  } else if (digits.length > width) {
    for (let at = 0; at < digits.length; at++) yield digits.slice(0, at) + digits.slice(at + 1)
  } else {
    for (let at = 0; at + 1 < width; at++)
      yield digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2)
    for (let at = 0; at < width; at++) yield* changes(digits, at)
  }
}

function* changes(digits: string, at: number): Generator<string> {
  for (const digit of '0123456789')
    if (digit !== digits[at]) yield digits.slice(0, at) + digit + digits.slice(at + 1)
}
