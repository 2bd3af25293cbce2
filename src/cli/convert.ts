/**
 * `read` and `write`: from XML to JSON and back.
 * @module
 */

import { writeCfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { Registered } from '../sat/registered.js'
import { type Command, exits, UnreadableError } from './command.js'
import { draftOf, fromXml, readOnlyInput } from './inputs.js'
import { rawOption, writeExact, writeJson } from './output.js'
import { complementsOption, readDocument } from './registered.js'

/** `read`. */
export const readCommand: Command = {
  name: 'read',
  takes: '[archivo.xml o -]',
  says: 'Escribe como JSON el CFDI 4.0 de un XML.',
  options: complementsOption,
  run: async ({ positionals }, world) => {
    const input = await readOnlyInput(positionals, world)
    const read = (xml: Uint8Array) => readDocument(xml, world.registered)
    writeJson(world.stdout, fromXml(input, read))
    return exits.ok
  },
}

/** `write`. */
export const writeCommand: Command = {
  name: 'write',
  takes: '[archivo.json o -]',
  says: 'Escribe como XML el CFDI 4.0 de un JSON, sin juzgarlo ni sellarlo.',
  options: { ...complementsOption, ...rawOption },
  run: async (call, world) => {
    const input = await readOnlyInput(call.positionals, world)
    writeExact(
      world.stdout,
      written(draftOf(input) as unknown as Comprobante, input.name, world.registered),
      call.has('raw'),
    )
    return exits.ok
  },
}

/** Writes a document. An invalid document is an input error here, not a programming error. */
function written(document: Comprobante, name: string, registered: Registered): string {
  try {
    return writeCfdi(document, registered)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UnreadableError(
      `${name}: no se puede escribir; vea cfdi-stamp check (${cause.message})`,
      { cause },
    )
  }
}
