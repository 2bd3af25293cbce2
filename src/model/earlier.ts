/**
 * Documents of the SAT that came before: what they are, so that nobody looks for the slip in them.
 * @module
 */
import type { XmlNode } from '../lib/xml.js'

const versions: ReadonlySet<unknown> = new Set(['2.0', '2.2', '3.0', '3.2', '3.3'])
const namespace = /^http:\/\/www\.sat\.gob\.mx\/cfd\/[23]$/

/** What a document of an earlier `Version` is; undefined of any other. */
export function earlierVersion(version: unknown): string | undefined {
  if (!versions.has(version)) return undefined
  return `es un ${String(version).startsWith('2') ? 'CFD' : 'CFDI'} ${version}, que ya no se timbra`
}

/** What a root that is no CFDI 4.0 is. */
export function foreignRoot({ local, namespace: found, attributes }: XmlNode): string {
  const at = attributes.findIndex((name, index) => index % 2 === 0 && /^version$/i.test(name))
  const earlier = namespace.test(found) && at >= 0 ? earlierVersion(attributes[at + 1]) : undefined
  return earlier ?? `es ${local.slice(0, 60)} de ${found.slice(0, 100) || 'ningún espacio de nombres'}`
}
