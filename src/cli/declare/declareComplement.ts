/**
 * Makes the declaration of a complement from the SAT's XSD and XSLT.
 * @module
 */
import { parseXml } from '../../lib/xml/xml.js'
import type { Complement } from '../../model/grammar.js'
import { readCadena } from './cadenaReader.js'
import { prefixOf, readSchema } from './schemaReader.js'

/** Facts that neither file states. */
export interface ComplementFacts
  extends Pick<Complement, 'xsd' | 'at' | 'tipos'>,
    Partial<Pick<Complement, 'desde' | 'previous'>> {}

/** Texts of the SAT's files. */
export interface SatFiles {
  readonly xsd: string
  readonly xslt: string | undefined
  /** Schemas that the XSD imports, such as those of catalogues. */
  readonly imported?: readonly string[]
}

/** A declaration made of the SAT's files. */
export interface Declared {
  readonly complement: Complement
  /** Documentation of members, by their path. */
  readonly meanings: ReadonlyMap<string, string>
  /** What could not be expressed, in Spanish, by path. */
  readonly notes: readonly string[]
}

/**
 * Returns the declaration. Without a transformation the complement is not part of the cadena.
 * @throws XmlSyntaxError for unreadable XML; TypeError for an XSD without a root element
 */
export function declareComplement(
  { xsd, xslt, imported = [] }: SatFiles,
  { xsd: url, at, tipos, desde = '2022-01-01', previous }: ComplementFacts,
): Declared {
  const notes: string[] = []
  const note = (path: string, problem: string) => notes.push(`${path}: ${problem}`)
  const read = readSchema(
    parseXml(xsd),
    imported.map((one) => parseXml(one)),
    note,
  )
  const { name, version, namespace, root, meanings } = read
  const schema = { name, namespace, root }
  const stylesheet = xslt === undefined ? undefined : parseXml(xslt)
  const prefix =
    read.prefix ??
    (stylesheet && prefixOf(stylesheet, namespace)) ??
    name.toLowerCase().slice(0, 12)
  const printed = stylesheet && readCadena(schema, stylesheet, note)
  if (xslt !== undefined && printed === undefined)
    note(name, 'el XSLT no tiene su plantilla: no entra en la cadena')
  const complement: Complement = {
    name,
    ...(version !== undefined && { version }),
    ...{ prefix, namespace, xsd: url, at, tipos, status: 'vigente', desde },
    ...(previous !== undefined && { previous }),
    cadena: printed !== undefined,
    root: printed ?? root,
  }
  return { complement, meanings, notes: [...new Set(notes)] }
}
