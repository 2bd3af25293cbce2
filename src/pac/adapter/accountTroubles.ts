/**
 * Account troubles that a host recorded from its PAC: out of stamps, wrong password. Several PACs
 * publish no codes for them, and guessing one would cause duplicate invoices.
 * @module
 */
import { collapseSpace } from '../../lib/text.js'
import type { AccountTrouble, Refused } from '../provider.js'
import type { Exchange, HttpReply, Unsigned } from './adapter.js'
import { classifyCode, type Meanings } from './classify.js'
import { mayHoldStamp } from './stampSigns.js'

/** Recorded response of a PAC to an account that cannot stamp (see `npm run pac:check`). */
export interface AccountRow {
  /** The PAC's code, whole. */
  readonly code?: string | undefined
  /** The PAC's text, whole; white space is collapsed. With a code both must be there. */
  readonly text?: string | undefined
  /**
   * Its meaning. After `password` and `blocked` nothing is sent until the credentials change, or
   * `retryAccount`.
   */
  readonly means: Exclude<AccountTrouble, 'issuer'>
}

const known: readonly string[] = ['password', 'blocked', 'credits', 'expired']

/**
 * The rows, checked.
 * @throws TypeError if one has neither code nor text, an unknown member or meaning, or a code that
 * means something else.
 */
export function requireAccountRows(
  pac: string,
  rows: unknown,
  own?: Meanings,
): readonly AccountRow[] {
  if (rows === undefined) return []
  if (Array.isArray(rows) && rows.every((row) => isRow(row, own)))
    return rows as readonly AccountRow[]
  throw new TypeError(
    `${pac}: account is a list of { code, text, means }: a code that means nothing else, or a whole text, and ${known.join(', ')}`,
  )
}

function isRow(row: unknown, own: Meanings | undefined): boolean {
  if (typeof row !== 'object' || row === null) return false
  const { code, text, means, ...rest } = row as Partial<Record<string, unknown>>
  const isText = (value: unknown) =>
    value === undefined || (typeof value === 'string' && value.trim() !== '')
  const isNamed =
    (code ?? text) !== undefined && isText(code) && isText(text) && Object.keys(rest).length === 0
  const isFree = code === undefined || classifyCode({ code: code as string }, own) === undefined
  return isNamed && isFree && known.includes(means as string)
}

interface Doubtful {
  readonly kind: string
  readonly scope?: string
  readonly why?: string
  readonly code?: string
  readonly detail?: string
  readonly message?: string
}

/**
 * Wraps an exchange, and compares its doubtful answers, and those about the account, with the rows.
 * Compares only answers that
 * the adapter read from the PAC's own envelope, as a code or a text, and whose reply cannot contain
 * a stamp.
 */
export function withAccountRows<Question, Answer extends { readonly kind: string }>(
  exchange: Exchange<Question, Answer>,
  rows: readonly AccountRow[],
): Exchange<Question, Answer | Unsigned<Refused>> {
  if (rows.length === 0) return exchange
  const read = async (
    reply: HttpReply,
    question: Question,
  ): Promise<Answer | Unsigned<Refused>> => {
    const answer = await exchange.read(reply, question)
    return refusalOf(answer as Doubtful, reply, rows) ?? answer
  }
  return { ...exchange, read }
}

function refusalOf(
  answer: Doubtful,
  reply: HttpReply,
  rows: readonly AccountRow[],
): Unsigned<Refused> | undefined {
  const { kind, scope, why, code, detail } = answer
  // A row also names the trouble of an account whose reply is 401.
  const isOpen = kind === 'unknown' ? why === undefined : scope === 'account'
  if (!isOpen || (code === undefined && detail === undefined)) return undefined
  const row = rows.find((one) => isSaidText(one.code, code) && isSaidText(one.text, detail))
  if (row === undefined || mayHoldStamp(reply)) return undefined
  const message = detail ?? answer.message ?? ''
  return {
    kind: 'refused',
    scope: 'account',
    account: row.means,
    message,
    ...(code && { code }),
    ...(detail && { detail }),
  }
}

function isSaidText(wanted: string | undefined, said: string | undefined): boolean {
  return (
    wanted === undefined || (said !== undefined && collapseSpace(said) === collapseSpace(wanted))
  )
}
