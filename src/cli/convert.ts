/**
 * `read` and `write`: from XML to JSON and back.
 * @module
 */

import { readCfdi, writeCfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type Command, exits, UnreadableError } from './command.js'
import { draftOf, readOnlyInput } from './inputs.js'
import { writeJson } from './output.js'

/** `read`. */
export const readCommand: Command = {
  name: 'read',
  takes: '[archivo.xml o -]',
  says: 'Escribe como JSON el CFDI 4.0 de un XML.',
  options: {},
  run: async ({ positionals }, world) => {
    writeJson(world.stdout, readCfdi((await readOnlyInput(positionals, world)).bytes))
    return exits.ok
  },
}

/** `write`. */
export const writeCommand: Command = {
  name: 'write',
  takes: '[archivo.json o -]',
  says: 'Escribe como XML el CFDI 4.0 de un JSON, sin juzgarlo ni sellarlo.',
  options: {},
  run: async ({ positionals }, world) => {
    const input = await readOnlyInput(positionals, world)
    world.stdout.write(`${written(draftOf(input) as unknown as Comprobante, input.name)}\n`)
    return exits.ok
  },
}

/** What the document holds is not the programmer's fault here. */
function written(document: Comprobante, name: string): string {
  try {
    return writeCfdi(document)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UnreadableError(`${name}: no se puede escribir; vea cfdi-stamp check (${cause.message})`, { cause })
  }
}
