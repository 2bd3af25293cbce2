/**
 * The status of each folio in the answer to a cancellation, in the codes of the SAT's cancellation
 * service.
 * @module
 */
import { listRange } from '../../lib/lists.js'
import type { CancelAnswer } from './adapter.js'
import { evidenceOf, type Report } from './classify.js'
import { child, childrenOf, readXml, textOf, type XmlElement } from './soap.js'

/** Status of one folio in an answer. */
export interface FolioStatus {
  /** Folio fiscal, in any case. */
  readonly uuid: string | undefined
  /** Code of the SAT, or of the PAC. */
  readonly code: string | undefined
  /** In words. */
  readonly text?: string | undefined
}

/** Meanings of codes: the SAT has the request, or rejected it. */
export type FolioMeanings = Readonly<Record<string, 'accepted' | 'rejected'>>

/**
 * 201 received, 202 received before; 203 to 210 not cancellable so; 301 to 311 not a valid request.
 */
const meanings = /* @__PURE__ */ meaningsOf(
  ['201', '202'],
  [...listRange(203, 210), ...listRange(301, 311)],
)

/**
 * The same for retenciones, from 1201 and from 1301 on; no source settles 1205 and 1206. In the
 * cancellation of a CFDI they are unknown.
 */
export const retencionMeanings: FolioMeanings = /* @__PURE__ */ meaningsOf(
  ['1201', '1202'],
  ['1203', '1204', ...listRange(1301, 1314)],
)

function meaningsOf(accepted: readonly string[], rejected: readonly string[]): FolioMeanings {
  const meanings: Record<string, 'accepted' | 'rejected'> = {}
  for (const code of accepted) meanings[code] = 'accepted'
  for (const code of rejected) meanings[code] = 'rejected'
  return meanings
}

/**
 * Returns the answer for the requested folio. An unknown code, and an answer without the folio, are
 * `unknown`.
 * @example
 * const statuses = [{ uuid: timbre.UUID, code: '201' }]
 * answerOfFolio(timbre.UUID, statuses, {}).kind // → 'accepted'
 * answerOfFolio(timbre.UUID, [], { message: 'Sin respuesta del SAT.' }).kind // → 'unknown'
 */
export function answerOfFolio(
  uuid: string,
  statuses: readonly FolioStatus[],
  {
    acuse,
    own = {},
    ...report
  }: Report & { readonly acuse?: string | undefined; readonly own?: FolioMeanings },
): CancelAnswer {
  const status = statuses.find((one) => one.uuid?.toUpperCase() === uuid.toUpperCase())
  const code = status?.code ?? report.code
  const meaning = status?.code === undefined ? undefined : { ...meanings, ...own }[status.code]
  const evidence = evidenceOf({ code, detail: report.detail ?? status?.text })
  if (meaning === 'accepted')
    return { kind: 'accepted', ...evidence, code: code ?? '', ...(acuse && { acuse }) }
  const message = status?.text ?? report.message ?? wordsFor(status)
  if (meaning === 'rejected') return { kind: 'rejected', ...evidence, code: code ?? '', message }
  return { kind: 'unknown', ...evidence, message }
}

/** Returns a message for a PAC without one. */
function wordsFor(status: FolioStatus | undefined): string {
  if (status === undefined) return 'La respuesta a la cancelación no menciona el UUID.'
  if (status.code === undefined)
    return 'La respuesta a la cancelación no trae un código para el UUID.'
  return `El PAC respondió a la cancelación con el código ${status.code}.`
}

/** Reads the folios in a list of a PAC, by the names of its elements and their members. */
export function foliosIn(
  list: XmlElement | undefined,
  name: string,
  { uuid, code, text }: Readonly<Record<'uuid' | 'code', string>> & { readonly text?: string },
): readonly FolioStatus[] {
  return childrenOf(list, name).map((folio) => ({
    uuid: textOf(folio, uuid),
    code: textOf(folio, code),
    text: text && textOf(folio, text),
  }))
}

/**
 * The folios of the SAT's acuse, which may be inside an envelope.
 * @example
 * const acuse = `<Acuse><Folios><UUID>${timbre.UUID}</UUID><EstatusUUID>201</EstatusUUID></Folios></Acuse>`
 * foliosOfAcuse(acuse) // → [{ uuid: timbre.UUID, code: '201' }]
 */
export function foliosOfAcuse(acuse: string | undefined): readonly FolioStatus[] {
  const root = readXml(acuse)
  if (root === undefined) return []
  return holdersOf(root).map((folio) => ({
    uuid: textOf(folio, 'UUID'),
    code: textOf(folio, 'EstatusUUID'),
  }))
}

/** `Folios` with a UUID each; some PACs write one around several `Folio`. */
function holdersOf(node: XmlElement): readonly XmlElement[] {
  if (child(node, 'EstatusUUID') !== undefined) return [node]
  const holders: XmlElement[] = []
  for (const inner of node.children)
    if (typeof inner !== 'string') holders.push(...holdersOf(inner))
  return holders
}
