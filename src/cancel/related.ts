/**
 * Which documents are to be cancelled before one, and in which order. What relates to a document is told by the SAT, document by
 * document (`signRelatedQuery`); the order follows from all of it.
 * @module
 */

/** Documents in force that relate to one, by folio fiscal; `undefined` where nobody tells. */
export type RelatedTo = (uuid: string) => Promise<readonly string[] | undefined>

/** Chains of documents are short: an invoice, its credit notes, their receipts. */
const greatest = 100

/**
 * The folios to be cancelled before a document, those that nothing hinders first: the payment of a credit note before the note, the
 * note before its invoice. `undefined` where nobody tells what relates to the document itself; of a document further away that nobody
 * tells of, nothing is taken to relate to it. At most 100 documents are asked about.
 * @param except folios that hinder nothing: the substitute of motive 01
 * @example
 * const relations = new Map([['A', ['B']], ['B', ['C']]])
 * await cancelledBefore('A', async (uuid) => relations.get(uuid) ?? []) // → ['C', 'B']
 */
export async function cancelledBefore(
  uuid: string,
  relatedTo: RelatedTo,
  except: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const own = await relatedTo(uuid)
  if (own === undefined) return undefined
  const seen = new Set([uuid, ...except].map(folio))
  const order: string[] = []
  const visit = async (all: readonly string[]) => {
    for (const one of all.map(folio)) {
      if (seen.has(one)) continue
      seen.add(one)
      if (seen.size <= greatest) await visit((await relatedTo(one)) ?? [])
      order.push(one)
    }
  }
  await visit(own)
  return order
}

function folio(uuid: string): string {
  return uuid.toUpperCase()
}
