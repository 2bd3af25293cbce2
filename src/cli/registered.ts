/**
 * Documents that the program takes besides CFDI 4.0: all that the library has; and complements that
 * the user declares.
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../lib/json.js'
import { messageOf } from '../lib/message.js'
import type { Complement } from '../model/grammar.js'
import { readDeclaration } from '../model/host/declaration.js'
import { outlineRoot, readCfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { allDocuments } from '../sat/documents.js'
import { type Registered, registeredRoots } from '../sat/registered.js'
import { type Call, UnreadableError, type World } from './command.js'

/** Every document of the library, for the option `documents`. */
export const documents = allDocuments

/** Option of commands that read documents. */
export const complementsOption = {
  complements: {
    type: 'string',
    value: 'MÓDULO',
    says: 'complementos propios: un módulo que los exporta, o un JSON, como los de cfdi-stamp declare',
  },
} as const

/**
 * Returns the documents of the library, and the complements of the module that the call names.
 * @throws UnreadableError for a module that does not load, or has invalid declarations
 */
export async function loadRegistered(call: Call, { cwd }: World): Promise<Registered> {
  const module = call.text('complements')
  if (module === undefined) return { documents }
  try {
    const path = resolve(cwd, module)
    const exported: unknown = /\.json$/i.test(path)
      ? { declaration: readDeclaration(await readFile(path, 'utf8')) }
      : await import(pathToFileURL(path).href)
    // The declarations that a module exports, each by itself or in lists.
    const all = isRecord(exported) ? Object.values(exported).flat() : []
    const found = new Set(all.filter((one) => isRecord(one) && 'root' in one && 'namespace' in one))
    if (found.size === 0) throw new TypeError('no exporta ninguna declaración de complemento')
    const registered = { documents, complements: [...found] as unknown as readonly Complement[] }
    registeredRoots(outlineRoot, '--complements', registered)
    return registered
  } catch (cause) {
    if (isRecord(cause) && cause['code'] === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new UnreadableError(
        `${module}: este Node no lee ese tipo de módulo; declare --js y --json escriben otros.`,
        { cause },
      )
    throw new UnreadableError(`${module}: no se pudo cargar (${messageOf(cause)}).`, { cause })
  }
}

/** Reads the XML of any of them. @throws CfdiXmlError, as `readCfdi` */
export function readDocument(xml: Uint8Array, registered: Registered): Comprobante {
  return readCfdi(xml, registered)
}
