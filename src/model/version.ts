/**
 * Which version a document or a complement says that it is, and which declaration that leads to. The SAT writes the attribute
 * `Version` in most of them, and `version` in some.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { XmlNode } from '../lib/xml.js'
import type { Complement, Element, Schema } from './grammar.js'

const names: readonly string[] = ['Version', 'version']

/** Whether a version is stated in the attribute of that name. */
export function isVersionName(name: unknown): boolean {
  return names.includes(name as string)
}

/** The attribute in which an element states its version, if it does. */
export function versionNameOf({ content }: Element): string | undefined {
  return names.find((name) => name in content)
}

/** What a node states as its version. */
export function versionOf(node: Readonly<Record<string, unknown>>): unknown {
  return node['Version'] ?? node['version']
}

/** Whether what is stated is that version. An object may not even be turned into text. */
export function isVersion(stated: unknown, version: string): boolean {
  return typeof stated !== 'object' && String(stated).trim() === version
}

/** The declaration of a complement by its root name and, where several versions share it, by the version that it states. */
export function selectComplement(
  complements: readonly Complement[],
  name: string,
  value: unknown,
): Complement | undefined {
  let fallback: Complement | undefined
  for (const complement of complements) {
    if (complement.name !== name) continue
    if (isRecord(value) && textVersionOf(value) === complement.version) return complement
    if (fallback === undefined || (fallback.status === 'historico' && complement.status === 'vigente'))
      fallback = complement
  }
  return fallback
}

function textVersionOf(node: Readonly<Record<string, unknown>>): string | undefined {
  const version = versionOf(node)
  return typeof version === 'string' ? version.trim() : undefined
}

/** What a document of an earlier version is, so that nobody looks for the slip in it; undefined of any other. */
export function earlierVersion({ earlier = [] }: Schema, version: unknown): string | undefined {
  const found = earlier.find(({ versions }) => (versions as readonly unknown[]).includes(version))
  return found === undefined ? undefined : `es un ${found.name} ${version}, que ya no se timbra`
}

/** What a root is that is not the document's. */
export function foreignRoot(document: Schema, { local, namespace, attributes }: XmlNode): string {
  const at = attributes.findIndex((name, index) => index % 2 === 0 && /^version$/i.test(name))
  const isEarlier = at >= 0 && (document.earlier ?? []).some((one) => one.namespace === namespace)
  const earlier = isEarlier ? earlierVersion(document, attributes[at + 1]) : undefined
  return earlier ?? `es ${local.slice(0, 60)} de ${namespace.slice(0, 100) || 'ningún espacio de nombres'}`
}
