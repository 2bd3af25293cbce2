/**
 * Documents that a PAC stamps: CFDI, and the roots in its capabilities.
 * @module
 */
import { isCfdi } from '../sat/registered.js'
import type { Sealed } from '../seal/sello.js'
import type { Capabilities, Rejected } from './provider.js'

/** Whether a PAC with these capabilities stamps a document. */
export function canStamp(capabilities: Capabilities, { root }: Sealed): boolean {
  if (root === undefined || isCfdi(root)) return true
  return capabilities.documents?.includes(root.model.document.name) === true
}

/** The outcome for a document that a PAC with these capabilities does not stamp. Nothing is sent. */
export function notStampable(
  pac: string,
  { root }: Sealed,
  { documentsNeed }: Capabilities,
): Rejected {
  const { name = '' } = root?.model.document ?? {}
  const refusal = `No se envió: el PAC configurado no timbra documentos ${name} con esta biblioteca.`
  const message = [refusal, documentsNeed?.[name] ?? []].flat().join(' ')
  return { kind: 'rejected', pac, scope: 'document', code: '', message }
}

/** Capabilities of a failover over PACs with these. */
export function combineCapabilities(each: readonly Capabilities[]): Capabilities {
  return {
    dedupByContent: true,
    returnsEarlierStamp: 'always',
    findKinds: [...new Set(each.flatMap(({ findKinds }) => findKinds))],
    cancelSigned: each.some(({ cancelSigned }) => cancelSigned),
    satStatus: each.some(({ satStatus }) => satStatus),
    balance: each.every(({ balance }) => balance),
    documentsNeed: Object.assign({}, ...each.map(({ documentsNeed }) => documentsNeed)),
    documents: [...new Set(each.flatMap(({ documents = [] }) => documents))],
    cancels: [...new Set(each.flatMap(({ cancels = [] }) => cancels))],
  }
}
