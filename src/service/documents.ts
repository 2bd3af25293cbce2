/**
 * Stores documents beside the records: in memory, or in the database.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../lib/base64.js'
import type { DocumentStore, ServiceStore } from './ports.js'

/**
 * Creates a document store in the tables of a service. There is one database to back up, which then
 * holds the XML and PDF of every CFDI. `createFolderDocuments` of `cfdi-stamp/node` keeps documents
 * in files.
 * @example
 * const documents = createRecordDocuments(createMemoryServiceStore())
 * await documents.get('xml', timbre.UUID) // → undefined
 */
export function createRecordDocuments(store: Pick<ServiceStore, 'documents'>): DocumentStore {
  return {
    put: (kind, uuid, bytes) =>
      store.documents.put({
        id: `${kind}/${uuid}`,
        owner: '',
        at: 0,
        content: encodeBase64(bytes),
      }),
    async get(kind, uuid) {
      const kept = await store.documents.get(`${kind}/${uuid}`)
      if (kept === undefined) return undefined
      return decodeBase64(kept.content)
    },
    within(other) {
      if (other === store) return createRecordDocuments
      return undefined
    },
  }
}
