/**
 * Order in which to cancel related documents. The SAT reports the relations of one document at a
 * time (`signRelatedQuery`); the order follows from all of them.
 * @module
 */

/**
 * Returns the folios of the documents in force related to one; `undefined` when they are not known.
 */
export type RelatedTo = (uuid: string) => Promise<readonly string[] | undefined>

/** Chains of documents are short: an invoice, its credit notes, their receipts. */
const greatest = 100

/**
 * Returns the folios to cancel before a document, in order: the payment of a credit note before the
 * note, the note before its invoice. Returns `undefined` when the relations of the document itself
 * are not known. More distant documents with unknown relations count as having none. Queries at
 * most 100 documents.
 * @param except folios to leave out, such as the substitute of motive 01
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
  const seen = new Set([uuid, ...except].map((one) => one.toUpperCase()))
  const order: string[] = []
  const visit = async (all: readonly string[]) => {
    for (const related of all) {
      const one = related.toUpperCase()
      if (seen.has(one)) continue
      seen.add(one)
      if (seen.size <= greatest) await visit((await relatedTo(one)) ?? [])
      order.push(one)
    }
  }
  await visit(own)
  return order
}
