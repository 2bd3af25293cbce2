/**
 * The matrix of docs/en/pacs.md and docs/es/pacs.md: PAC by capability by document, from the wire
 * contracts.
 * @module
 */
import type { Grade } from '../../../src/pac/adapter/dossier.js'
import { contracts } from '../../../src/pac/fakes/contracts/contracts.js'
import type { WireContract, WireRequest } from '../../../src/pac/fakes/wireContract.js'
import type { PacName } from '../../../src/pac/pacs.js'

/** Document of a request. */
type Document = NonNullable<WireRequest['document']>

/** Texts of the matrix. */
export interface MatrixWords {
  readonly intro: string
  readonly grades: Readonly<Record<Grade, string>>
  readonly documents: Readonly<Record<Document, string>>
  readonly operations: Readonly<Record<(typeof operations)[number], string>>
}

const operations = [
  'stamp',
  'find',
  'cancel',
  'pending',
  'answer',
  'related',
  'status',
  'balance',
  'register',
] as const
const documents: readonly Document[] = ['cfdi', 'retenciones']
const strengths: readonly Grade[] = ['unknown', 'inferred', 'documented', 'recorded']

/** The strongest evidence of a list of sources; `unknown` without any. */
export function strengthOf({ sources }: WireContract, from: readonly string[]): Grade {
  const grades: readonly Grade[] = from.map((key) => sources[key]?.grade ?? 'unknown')
  return strengths.filter((grade) => grades.includes(grade)).at(-1) ?? 'unknown'
}

/** Whether evidence is at least as strong as the claimed grade. */
export function supports(evidence: Grade, claimed: Grade): boolean {
  return strengths.indexOf(evidence) >= strengths.indexOf(claimed)
}

/** The requests of an operation. */
export function requestsFor(
  contract: WireContract,
  op: string,
  document: Document,
): readonly WireRequest[] {
  return Object.values(contract.requests).filter(
    (one) => one.op === op && (one.document ?? 'cfdi') === document,
  )
}

/** The matrix: a row for each capability of each document, a column for each PAC. */
export function matrixPage(
  { intro, grades, documents: named, operations: told }: MatrixWords,
  titles: readonly string[],
): string {
  const names = Object.keys(contracts) as PacName[]
  const rows = documents.flatMap((document) =>
    operations.flatMap((op) => {
      const cells = names.map((name) => cellOf(contracts[name], op, document, grades))
      return cells.every((cell) => cell === '–')
        ? []
        : [[`${named[document]}: ${told[op]}`, ...cells]]
    }),
  )
  const table = [['', ...titles], names.map(() => '---').concat('---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  return [intro, '', ...table].join('\n')
}

function cellOf(
  contract: WireContract,
  op: string,
  document: Document,
  grades: MatrixWords['grades'],
): string {
  const requests = requestsFor(contract, op, document)
  if (requests.length === 0) return '–'
  return grades[
    strengthOf(
      contract,
      requests.flatMap(({ from }) => from),
    )
  ]
}
