/**
 * Packs a model.
 * @module
 */
import { encodeBase64 } from '../../lib/base64.js'
import { noDay } from '../column.js'
import {
  borrowed,
  type CodedContext,
  type CodedSpec,
  type ColumnSpec,
  type DaysSpec,
  type Header,
  type KeyPart,
  type KeySpec,
  type TextSpec,
  textsOf,
} from '../format.js'
import { areLong, packNumbers, packSigned } from '../numbers.js'
import { writeSteps } from '../unpack/codeOrder.js'
import { codePlaces, codeSteps, stepLimit } from '../unpack/numberModel.js'
import type { Model, ModelColumn } from './model.js'
import { packScoped } from './packScopes.js'
import { packWords } from './packWords.js'
import { RangeEncoder } from './rangeEncoder.js'
import type { Coded, Source } from './sourceColumns.js'

/** Maximum rows of a catalogue packed as lines, for readable diffs. */
export const mostLines = 256

/** Returns bytes as a raw DEFLATE stream (RFC 1951). */
export type Compress = (bytes: Uint8Array) => Uint8Array

/** Facts of a source besides the model's rows. */
export interface PackOptions {
  /** Returns bytes as a raw DEFLATE stream. */
  readonly compress: Compress
  /** Day of publication. */
  readonly date: string
  readonly complete?: boolean
  readonly admits?: string
  readonly texts?: readonly string[]
  /** Columns to code by a model; `clave` for the key. */
  readonly coded?: Coded
  /** Returns the text of the lender's column at a key, `undefined` when it has none. */
  readonly lent?: (
    column: string,
    code: string,
    scope: string | undefined,
  ) => { lender: string; text: string } | undefined
}

/** A packed text with its name: that of the catalogue, or of its separate descriptions. */
export interface PackedText {
  readonly name: string
  readonly text: string
}

/** Returns the options of a source. */
export function packOptions(
  { complete, admits, texts, coded }: Source,
  date: string,
  compress: Compress,
): PackOptions {
  return {
    compress,
    date,
    complete: complete ?? true,
    ...(admits !== undefined && { admits }),
    ...(texts && { texts }),
    ...(coded && { coded }),
  }
}

/** Packs a model: small ones as lines, large ones as columns. */
export function pack(model: Model, options: PackOptions): PackedText[] {
  if (model.codes.length <= mostLines && !options.texts) return [packLines(model, options)]
  return packColumns(model, options)
}

function packLines(model: Model, options: PackOptions): PackedText {
  const columns = model.columns.map((column): ColumnSpec => {
    const { name, kind } = column
    if (isConstant(column)) return { name, kind, as: 'constant', value: column.texts[0] ?? '' }
    return { name, kind, as: 'line' }
  })
  const written = model.columns.filter((column) => !isConstant(column))
  const lines = model.codes.map((code, row) =>
    [code, ...written.map(({ texts }) => texts[row]!)].join('\t'),
  )
  const key: KeySpec = { as: 'names', ...(model.scope && { scope: model.scope }) }
  return {
    name: model.name,
    text: `${JSON.stringify(writeHeader(model, options, 'lines', key, columns))}\n${lines.join('\n')}`,
  }
}

function isConstant({ texts }: ModelColumn): boolean {
  return texts.every((text) => text === texts[0])
}

function writeHeader(
  model: Model,
  options: PackOptions,
  form: Header['form'],
  key: KeySpec,
  columns: readonly ColumnSpec[],
): Header {
  const { date, complete = true, admits } = options
  return {
    name: model.name,
    date,
    rows: model.codes.length,
    complete,
    ...(admits !== undefined && { admits }),
    form,
    key,
    columns,
  }
}

/** Bytes of a column, with its specification. */
interface Block<Spec extends ColumnSpec = ColumnSpec> {
  readonly spec: Spec
  readonly bytes: Uint8Array
}

function packColumns(model: Model, options: PackOptions): PackedText[] {
  const key = packKey(model, options.coded?.clave?.modulus)
  const here = model.columns.filter(
    ({ name }) =>
      !options.texts?.includes(name) && !(key.spec.as === 'digits' && name === model.scope),
  )
  const blocks = here.map((column) => {
    const context = options.coded?.[column.name]
    if (context !== undefined && hasNumbers(key.spec)) return codedBlock(column, model, context)
    return packColumn(column, model, options)
  })
  const apart = model.columns
    .filter(({ name }) => options.texts?.includes(name))
    .map((column) => textBlock(column, model, options))
  const main = writeHeader(
    model,
    options,
    'columns',
    key.spec,
    blocks.map(({ spec }) => spec),
  )
  const texts = apart.length > 0 ? { texts: apart.map(({ spec }) => spec) } : {}
  const packed = [
    packedText(
      { ...main, ...texts },
      [key.bytes, ...blocks.map(({ bytes }) => bytes)],
      options.compress,
    ),
  ]
  if (apart.length > 0)
    packed.push(
      packedWords(
        textsHeader(
          main,
          apart.map(({ spec }) => spec),
        ),
        apart.map(({ bytes }) => bytes),
        options.compress,
      ),
    )
  return packed
}

function textsHeader({ name, date, rows, complete }: Header, columns: readonly TextSpec[]): Header {
  return {
    name: textsOf(name),
    date,
    rows,
    complete,
    form: 'columns',
    key: { as: 'names' },
    columns,
  }
}

function packedText(main: Header, blocks: readonly Uint8Array[], compress: Compress): PackedText {
  const bytes = joined(blocks)
  return packedOf({ ...main, bytes: bytes.length }, compress(bytes))
}

/** Packs descriptions as coded words, where these take less than DEFLATE. */
function packedWords(main: Header, blocks: readonly Uint8Array[], compress: Compress): PackedText {
  const deflated = packedText(main, blocks, compress)
  const bytes = joined(blocks)
  const coded = packWords(bytes)
  if (coded === undefined) return deflated
  const { choices, vocabulary, separators, blocks: lines } = coded
  const stream = compress(vocabulary)
  const words = { vocabulary: vocabulary.length, stream: stream.length, separators, blocks: lines }
  const packed = packedOf({ ...main, bytes: bytes.length, words }, joined([stream, ...choices]))
  return packed.text.length < deflated.text.length ? packed : deflated
}

const packedOf = (header: Header, body: Uint8Array): PackedText => ({
  name: header.name,
  text: `${JSON.stringify(header)}\n${encodeBase64(body)}`,
})

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0))
  blocks.reduce((at, block) => {
    bytes.set(block, at)
    return at + block.length
  }, 0)
  return bytes
}

function packKey(
  { codes, scopes, scope, parts }: Model,
  modulus?: number,
): {
  readonly spec: KeySpec
  readonly bytes: Uint8Array
} {
  const whole = codes.map((code, row) => (scopes?.[row] ?? '') + code)
  const width = whole[0]?.length ?? 0
  if (
    width > 0 &&
    width < 16 &&
    whole.every((code) => code.length === width && /^\d+$/.test(code))
  ) {
    const values = whole.map(Number)
    const split = partsOf(codes[0]!, scope, parts, width)
    if (scope !== undefined) return packKeyInScopes(values, scope, split)
    const limits = runLimits(values)
    const isRuns = limits.length * 2 <= values.length && new Set(values).size === values.length
    const numbers = isRuns ? limits : values
    const isCoded = modulus !== undefined && hasSmallSteps(numbers)
    const bytes = isCoded ? codedSteps(numbers, modulus) : packNumbers(numbers)
    const coded = isCoded ? { modulus } : {}
    const runs = isRuns ? { runs: limits.length / 2 } : {}
    return { spec: { as: 'digits', parts: split, ...runs, ...coded, bytes: bytes.length }, bytes }
  }
  const bytes = utf8.encode(lines(writeSteps(codes)))
  return { spec: { as: 'names', ...(scope && { scope }), bytes: bytes.length }, bytes }
}

const hasSmallSteps = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => number - (numbers[at - 1] ?? 0) < stepLimit)

function codedSteps(numbers: readonly number[], modulus: number): Uint8Array {
  const coder = new RangeEncoder()
  codeSteps(coder, Float64Array.from(numbers), modulus)
  return coder.finish()
}

function partsOf(
  code: string,
  scope: string | undefined,
  parts: readonly KeyPart[] | undefined,
  width: number,
): readonly KeyPart[] {
  if (parts !== undefined) return parts
  if (scope === undefined) return [{ name: 'clave', width }]
  return [
    { name: scope, width: width - code.length },
    { name: 'clave', width: code.length },
  ]
}

function packKeyInScopes(
  values: readonly number[],
  scope: string,
  parts: readonly KeyPart[],
): { readonly spec: KeySpec; readonly bytes: Uint8Array } {
  const { spec, bytes } = packScoped(values, parts)
  return { spec: { as: 'digits', parts, scope, scoped: spec, bytes: bytes.length }, bytes }
}

/** Returns the first number of each run of consecutive ones, and the number after its last. */
function runLimits(values: readonly number[]): number[] {
  return values.flatMap((value, at) => [
    ...(value - 1 === values[at - 1] ? [] : [value]),
    ...(value + 1 === values[at + 1] ? [] : [value + 1]),
  ])
}

const utf8 = new TextEncoder()

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')

function packColumn(column: ModelColumn, model: Model, options: PackOptions): Block {
  const { name, kind, texts } = column
  if (isConstant(column))
    return { spec: { name, kind, as: 'constant', value: texts[0] ?? '' }, bytes: new Uint8Array(0) }
  const values = valuesOf(column)
  const starts = texts.flatMap((text, row) => (row === 0 || text !== texts[row - 1] ? [row] : []))
  if (values.length <= 256 && areLong(starts.length, texts.length))
    return runsBlock(column, values, starts)
  if (options.lent === undefined && isDictionary(values, texts.length))
    // One plane of a byte a row is read fastest; a second one is for places, which few rules read.
    return values.length > 256 ? runsBlock(column, values, starts) : dictionaryBlock(column, values)
  if (kind === 'date' && options.lent === undefined) return daysBlock(column)
  return textBlock(column, model, options)
}

/** Whether the codes are numbers, which models expect values from. */
const hasNumbers = (key: KeySpec): boolean => key.as === 'digits' && key.scope === undefined

/** Packs places in the values by a model. */
function codedBlock(column: ModelColumn, model: Model, context: CodedContext): Block<CodedSpec> {
  const { name, kind } = column
  const values = valuesOf(column)
  const coder = new RangeEncoder()
  codePlaces(
    coder,
    placesIn(column),
    { ...context, values },
    {
      numbers: () => Float64Array.from(model.codes, Number),
      places: (beside) => placesIn(model.columns.find((other) => other.name === beside)!),
    },
  )
  const bytes = coder.finish()
  return { spec: { name, kind, as: 'coded', ...context, values, bytes: bytes.length }, bytes }
}

const valuesOf = ({ texts }: ModelColumn): string[] => [...new Set(texts)].sort()

function placesIn(column: ModelColumn): Uint16Array {
  const places = new Map(valuesOf(column).map((value, place) => [value, place]))
  return Uint16Array.from(column.texts, (text) => places.get(text)!)
}

function daysBlock({ name, kind, texts }: ModelColumn): Block<DaysSpec> {
  const bytes = packSigned(
    texts.map((text) => (text === '' ? noDay : Date.parse(text) / 86_400_000)),
  )
  return { spec: { name, kind, as: 'days', bytes: bytes.length }, bytes }
}

/**
 * Whether a dictionary pays: few values, short in total because the header holds them, each used
 * many times.
 */
function isDictionary(values: readonly string[], rows: number): boolean {
  const length = values.reduce((sum, value) => sum + value.length + 3, 0)
  return (
    values.length * 4 <= rows &&
    (values.length <= 256 ? length <= 4096 : values.length <= 1024 && length <= 8192)
  )
}

function dictionaryBlock({ name, kind, texts }: ModelColumn, values: readonly string[]): Block {
  return {
    spec: { name, kind, as: 'dictionary', values },
    bytes: Uint8Array.from(idPlanes(values, texts)),
  }
}

/** Returns the low byte of each text's place in `values`, then the high ones if there are any. */
function idPlanes(values: readonly string[], texts: readonly string[]): number[] {
  const ids = new Map(values.map((value, id) => [value, id]))
  const low = texts.map((text) => ids.get(text)! & 255)
  const high = values.length > 256 ? texts.map((text) => ids.get(text)! >> 8) : []
  return [...low, ...high]
}

function runsBlock(
  { name, kind, texts }: ModelColumn,
  values: readonly string[],
  starts: readonly number[],
): Block {
  const places = packNumbers(starts)
  const ids = idPlanes(
    values,
    starts.map((row) => texts[row]!),
  )
  return {
    spec: { name, kind, as: 'runs', values, runs: starts.length, bytes: places.length },
    bytes: Uint8Array.from([...places, ...ids]),
  }
}

function textBlock(
  column: ModelColumn,
  { codes, scopes }: Model,
  { lent }: PackOptions,
): Block<TextSpec> {
  let lender: string | undefined
  const own = column.texts.map((text, row) => {
    const loan = lent?.(column.name, codes[row]!, scopes?.[row])
    lender = loan?.lender ?? lender
    if (loan?.text === text) return borrowed
    return text
  })
  const bytes = utf8.encode(lines(own))
  return {
    spec: {
      name: column.name,
      kind: column.kind,
      as: 'text',
      bytes: bytes.length,
      ...(lender && { lender }),
    },
    bytes,
  }
}
