/**
 * Opens a packed catalogue: its key and its columns.
 * @module
 */
import { CfdiError } from '../errors.js'
import {
  borrowingColumn,
  type CodedColumn,
  type Column,
  codedColumn,
  constantColumn,
  daysColumn,
  dictionaryColumn,
  linesColumn,
  listedColumn,
  runsColumn,
  textColumn,
  textsOfColumn,
} from './column.js'
import {
  type ColumnSpec,
  type Header,
  type KeyPart,
  type KeySpec,
  refuseDamage,
  type TextSpec,
  textsOf,
  undamaged,
} from './format.js'
import { digitsKey, type Key, namesKey, runsKey, scopedDigitsKey } from './key.js'
import {
  areLong,
  emptyNumbers,
  expandRuns,
  type Sorted,
  unpackNumbers,
  unpackSigned,
} from './numbers.js'
import { readSteps, unpackScoped } from './unpack/codeOrder.js'
import { type Beside, codePlaces, codeSteps } from './unpack/numberModel.js'
import { RangeDecoder } from './unpack/rangeDecoder.js'
import { unpackBody, unpackLines } from './unpack/unpackBody.js'

/** Returns the packed text of a name, or `undefined` when it is not included. */
export type Packed = (name: string) => string | undefined

/** Returns another catalogue, for columns with the same values. */
export type Lend = (name: string) => Table | undefined

/** An open catalogue. */
export interface Table {
  readonly header: Header
  readonly key: Key
  readonly columns: ReadonlyMap<string, Column>
  /** Number of rows, hidden ones included. */
  readonly length: number
  /** Whether an override has replaced a row. */
  hidden?(row: number): boolean
}

/**
 * Opens the catalogue `name`; `undefined` when `packed` does not include it. Throws a `RangeError`
 * when the text is truncated or malformed.
 */
export function openTable(name: string, packed: Packed, lend: Lend): Table | undefined {
  const text = packed(name)
  if (text === undefined) return undefined
  const { header, key, columns } = undamaged(name, text, (whole) => ({
    header: whole.header,
    ...(whole.header.form === 'lines' ? openLines : openColumns)(whole.header, whole.body),
  }))
  const table: Table = { header, key, columns, length: header.rows }
  for (const spec of header.columns) {
    if (spec.as !== 'text' || spec.lender === undefined) continue
    const own = columns.get(spec.name)!
    columns.set(spec.name, borrowingColumn(own, table.length, lenderText(spec, table, lend)))
  }
  for (const spec of header.texts ?? [])
    columns.set(spec.name, deferredColumn(spec, table, packed, lend))
  return table
}

/** Adds to a source an error for missing descriptions; `remedy` names the import that has them. */
export function refuseMissingTexts(packed: Packed, remedy: (name: string) => string): Packed {
  const refusing = refuseMissing(packed, (name) => {
    const owner = name.slice(0, -'.texto'.length)
    return `the descriptions of ${owner} are not in this program: ${remedy(owner)}`
  })
  return (name) => (name.endsWith('.texto') ? refusing : packed)(name)
}

/** Adds to a source an error for each part that it lacks; `problem` names the import that has it. */
export function refuseMissing(packed: Packed, problem: (name: string) => string): Packed {
  return (name) => {
    const text = packed(name)
    if (text === undefined) throw new CfdiError('CATALOG_UNREADABLE', problem(name))
    return text
  }
}

/** A catalogue without data: no rows, not complete, admits every code. */
export function absentTable(name: string): Table {
  const header: Header = {
    name,
    date: '',
    rows: 0,
    complete: false,
    admits: '[^]*',
    form: 'lines',
    key: { as: 'names' },
    columns: [],
  }
  return { header, key: namesKey([]), columns: new Map(), length: 0 }
}

interface Opened {
  readonly key: Key
  readonly columns: Map<string, Column>
}

function openLines(header: Header, body: string): Opened {
  const texts: string[][] = [[]]
  for (const { as } of header.columns) if (as === 'line') texts.push([])
  for (const line of body.split('\n')) {
    const cells = line.split('\t')
    if (cells.length !== texts.length) throw new RangeError('cut short')
    for (let at = 0; at < cells.length; at++) texts[at]!.push(cells[at]!)
  }
  if (texts[0]!.length !== header.rows) throw new RangeError('cut short')
  let listed = 1
  const columns = new Map<string, Column>()
  for (const spec of header.columns) {
    const { name, kind } = spec
    if (spec.as === 'constant') columns.set(name, constantColumn(name, kind, spec.value))
    else columns.set(name, listedColumn(name, kind, texts[listed++]!))
  }
  const scope = header.key.scope === undefined ? undefined : columns.get(header.key.scope)
  return { key: namesKey(texts[0]!, scope && textsOfColumn(scope, header.rows)), columns }
}

function openColumns(header: Header, body: string): Opened {
  const blocks = new Blocks(unpackBody(body, header))
  const keyBytes = blocks.next(header.key.bytes ?? 0)
  const coded = new Map<string, CodedColumn>()
  const beside: Beside = {
    numbers: () => key.numbers!(),
    places: (name) => coded.get(name)!.places(),
  }
  const columns = new Map<string, Column>()
  for (const spec of header.columns) {
    if (spec.as === 'coded') {
      const bytes = blocks.next(spec.bytes)
      const unpack = (): Uint16Array => {
        const places = new Uint16Array(header.rows)
        codePlaces(new RangeDecoder(bytes), places, spec, beside)
        return places
      }
      const { name, kind, values } = spec
      coded.set(
        name,
        codedColumn(name, kind, values, () => refuseDamage(header.name, unpack)),
      )
    }
    columns.set(spec.name, coded.get(spec.name) ?? packedColumn(spec, blocks, header.rows))
  }
  const key = openKeyColumn(header.key, keyBytes, columns, header.rows)
  if (header.key.as === 'digits') setPartColumns(columns, header.key, key)
  return { key, columns }
}

class Blocks {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

function packedColumn(spec: ColumnSpec, blocks: Blocks, rows: number): Column {
  switch (spec.as) {
    case 'dictionary':
      return dictionaryColumn(
        spec.name,
        spec.kind,
        spec.values,
        blocks.next(rows * bytesFor(spec.values)),
        rows,
      )
    case 'runs': {
      const { name, kind, values, runs, bytes } = spec
      const starts = blocks.next(bytes)
      const ids = blocks.next(runs * bytesFor(values))
      return runsColumn(name, kind, values, () => unpackNumbers(starts, runs, 9), ids, runs)
    }
    case 'days': {
      const days = blocks.next(spec.bytes)
      return daysColumn(spec.name, spec.kind, () => unpackSigned(days, rows))
    }
    case 'text':
      return linesColumn(spec.name, spec.kind, blocks.next(spec.bytes), rows)
    case 'constant':
      return constantColumn(spec.name, spec.kind, spec.value)
    default:
      throw new RangeError(`column ${spec.name}`)
  }
}

const bytesFor = (values: readonly string[]): number => (values.length > 256 ? 2 : 1)

function openKeyColumn(
  spec: KeySpec,
  bytes: Uint8Array,
  columns: ReadonlyMap<string, Column>,
  rows: number,
): Key {
  if (spec.as === 'digits') {
    const [outer, inner] = spec.parts as [KeyPart, KeyPart]
    if (spec.scoped !== undefined) {
      const values = unpackScoped(bytes, spec.scoped, rows, spec.parts)
      return scopedDigitsKey(outer.width, inner.width, values)
    }
    let width = 0
    for (const part of spec.parts) width += part.width
    if (spec.runs !== undefined) {
      const limits = sortedOf(bytes, spec.runs * 2, width, spec.modulus)
      if (areLong(spec.runs, rows)) return runsKey(width, limits)
      return digitsKey(width, expandRuns(limits, rows))
    }
    const values = sortedOf(bytes, rows, width, spec.modulus)
    if (spec.scope === undefined) return digitsKey(width, values)
    return scopedDigitsKey(outer.width, inner.width, values)
  }
  const codes = readSteps(new TextDecoder().decode(bytes).split('\n', rows))
  const scope = spec.scope === undefined ? undefined : columns.get(spec.scope)
  return namesKey(codes, scope && textsOfColumn(scope, rows))
}

function sortedOf(bytes: Uint8Array, count: number, digits: number, modulus?: number): Sorted {
  if (modulus === undefined) return unpackNumbers(bytes, count, digits)
  const numbers = emptyNumbers(count, digits)
  codeSteps(new RangeDecoder(bytes), numbers, modulus)
  return numbers
}

/** Returns the parts of a composed code (aduana, patente, ejercicio) and the scope as columns. */
function setPartColumns(
  columns: Map<string, Column>,
  { scope, parts }: Extract<KeySpec, { as: 'digits' }>,
  key: Key,
): void {
  if (scope !== undefined) columns.set(scope, textColumn(scope, 'text', { text: key.scope }))
  else if (parts.length > 1) {
    let to = 0
    for (const { name, width } of parts) {
      const from = to
      to += width
      const text = (row: number) => key.code(row).slice(from, from + width)
      columns.set(name, textColumn(name, 'text', { text }))
    }
  }
}

function lenderText(spec: TextSpec, { header, key }: Table, lend: Lend): (row: number) => string {
  let lender: Table | undefined
  return (row) => {
    lender ??= lend(spec.lender!)
    const scope = header.key.scope === undefined ? undefined : key.scope(row)
    const there = lender?.key.find(key.code(row), scope) ?? -1
    if (there < 0) return ''
    return lender!.columns.get(spec.name)!.text(there)
  }
}

/** A column of the second packed text; every text is empty when that is not included. */
function deferredColumn(spec: TextSpec, table: Table, packed: Packed, lend: Lend): Column {
  let column: Column | undefined
  const load = (): Column => {
    for (const opened of openTexts(table, packed)) {
      const own = opened.name === spec.name ? opened : undefined
      if (own)
        column =
          spec.lender === undefined
            ? own
            : borrowingColumn(own, table.length, lenderText(spec, table, lend))
    }
    column ??= constantColumn(spec.name, spec.kind, '')
    return column
  }
  return {
    name: spec.name,
    kind: spec.kind,
    value: (row) => (column ?? load()).value(row),
    text: (row) => (column ?? load()).text(row),
    all: () => textsOfColumn(column ?? load(), table.length),
  }
}

const opened = new WeakMap<Table, readonly Column[]>()

function openTexts(table: Table, packed: Packed): readonly Column[] {
  const known = opened.get(table)
  if (known) return known
  const text = packed(textsOf(table.header.name))
  const columns = text === undefined ? [] : textColumns(table.header, text)
  opened.set(table, columns)
  return columns
}

function textColumns(owner: Header, text: string): Column[] {
  const [name, specs] = [textsOf(owner.name), owner.texts ?? []]
  return undamaged(name, text, ({ header, body }) => {
    if (header.words === undefined) {
      const blocks = new Blocks(unpackBody(body, header))
      return specs.map((spec) => packedColumn(spec, blocks, owner.rows))
    }
    const lines = unpackLines(body, header.words)
    return specs.map((spec, at) =>
      textColumn(spec.name, spec.kind, {
        text: (row) => refuseDamage(name, () => lines.line(at * owner.rows + row)),
        all: () => refuseDamage(name, () => lines.slice(at * owner.rows, (at + 1) * owner.rows)),
      }),
    )
  })
}
