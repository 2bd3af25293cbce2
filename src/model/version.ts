/**
 * Version of a document or a complement, and its declaration. The SAT names the attribute `Version`
 * in most of them and `version` in some.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { XmlNode } from '../lib/xml/xml.js'
import type { Complement, Element, Schema } from './grammar.js'

const names: readonly string[] = ['Version', 'version']

/** Whether an attribute of that name states a version. */
export function isVersionName(name: unknown): boolean {
  return names.includes(name as string)
}

/** Returns the attribute with an element's version, if it has one. */
export function versionNameOf({ content }: Element): string | undefined {
  return names.find((name) => name in content)
}

/** Returns the version stated by a node. */
export function versionOf(node: Readonly<Record<string, unknown>>): unknown {
  return node['Version'] ?? node['version']
}

/**
 * Whether the stated value is that version. The value may be an object that cannot be converted to
 * text.
 */
export function isVersion(stated: unknown, version: string): boolean {
  return typeof stated !== 'object' && String(stated).trim() === version
}

/**
 * Returns the declaration of a complement by its root name and, if several versions share the name,
 * by its stated version.
 */
export function selectComplement(
  complements: readonly Complement[],
  name: string,
  value: unknown,
): Complement | undefined {
  let fallback: Complement | undefined
  for (const complement of complements) {
    if (complement.name !== name) continue
    if (isRecord(value) && textVersionOf(value) === complement.version) return complement
    if (
      fallback === undefined ||
      (fallback.status === 'historico' && complement.status === 'vigente')
    )
      fallback = complement
  }
  return fallback
}

/**
 * Returns the revision of a declaration for a document of that date: the latest without a date.
 */
export function revisionOn(complement: Complement, fecha: unknown): Complement {
  const day = typeof fecha === 'string' ? dayIn(fecha) : undefined
  let revision = complement
  while (revision.previous !== undefined) {
    const { desde } = revision
    if (day === undefined || desde === undefined || day >= desde) break
    revision = revision.previous
  }
  return revision
}

/** Returns the day of a date and time. */
export function dayIn(fecha: string): string | undefined {
  return /^\s*(\d{4}-\d\d-\d\d)/.exec(fecha)?.[1]
}

function textVersionOf(node: Readonly<Record<string, unknown>>): string | undefined {
  const version = versionOf(node)
  if (typeof version === 'string') return version.trim()
  return undefined
}

/**
 * Returns a message for a document of an earlier version, to spare the caller a search for a typing
 * mistake; undefined for other versions.
 */
export function earlierVersion({ earlier = [] }: Schema, version: unknown): string | undefined {
  const found = earlier.find(({ versions }) => (versions as readonly unknown[]).includes(version))
  if (found === undefined) return undefined
  return `es un ${found.name} ${version}, que ya no se timbra`
}

/**
 * Returns the version that a complement states, if it is later than every declared one of its name:
 * its declaration is newer than the library.
 */
export function laterVersion(
  complements: readonly Complement[],
  name: string,
  value: unknown,
): string | undefined {
  const stated = isRecord(value) ? textVersionOf(value) : undefined
  if (stated === undefined) return undefined
  let later: string | undefined
  for (const one of complements) {
    if (one.name !== name) continue
    if (!isLater(stated, one.version)) return undefined
    later = stated
  }
  return later
}

const versionForm = /^(\d{1,3})\.(\d{1,3})$/

function isLater(stated: string, version = ''): boolean {
  const [one, other] = [versionForm.exec(stated), versionForm.exec(version)]
  if (one === null || other === null) return false
  const major = Number(one[1]) - Number(other[1])
  return major > 0 || (major === 0 && Number(one[2]) > Number(other[2]))
}

/** Describes a root that does not belong to the document. */
export function foreignRoot(document: Schema, { local, namespace, attributes }: XmlNode): string {
  const at = attributes.findIndex((name, index) => index % 2 === 0 && /^version$/i.test(name))
  const isEarlier = at >= 0 && (document.earlier ?? []).some((one) => one.namespace === namespace)
  const earlier = isEarlier ? earlierVersion(document, attributes[at + 1]) : undefined
  const other = document.others?.find((one) => one.namespace === namespace)
  return (
    earlier ??
    other?.says ??
    `es ${local.slice(0, 60)} de ${namespace.slice(0, 100) || 'ningún espacio de nombres'}`
  )
}

/** Describes a JSON document of another root; undefined for one that is not known. */
export function otherRoot({ others = [] }: Schema, document: unknown): string | undefined {
  if (!isRecord(document)) return undefined
  return others.find(({ member }) => Object.hasOwn(document, member))?.says
}
