/**
 * `cadena`: the cadena original, the sealed text.
 * @module
 */
import { cadenaOriginal, cadenaOriginalXml, cadenaTimbre, outlineRoot } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { registeredRoots } from '../sat/registered.js'
import { uncoveredComplements } from '../seal/complementsOf.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type ReadingWorld,
  UnreadableError,
} from './command.js'
import { draftOf, fromXml, type Input, isXml, readOnlyInput } from './inputs.js'
import { rawOption, writeExact } from './output.js'
import { complementsOption, readDocument } from './registered.js'
import { safe } from './safeText.js'

/** `cadena`. */
export const cadenaCommand: Command = {
  name: 'cadena',
  takes: '[documento o -]',
  says: 'Escribe la cadena original de un CFDI 4.0, en XML o JSON.',
  options: {
    timbre: { type: 'boolean', says: 'la del Timbre Fiscal Digital' },
    ...complementsOption,
    ...rawOption,
  },
  run: runCadena,
}

async function runCadena(call: Call, world: ReadingWorld): Promise<Exit> {
  const input = await readOnlyInput(call.positionals, world)
  if (call.has('timbre')) {
    const document = documentOf(input, world.registered)
    const timbre = document.Complemento?.TimbreFiscalDigital
    if (timbre === undefined || Array.isArray(timbre))
      throw new UnreadableError(`${input.name}: no tiene un Timbre Fiscal Digital.`)
    writeExact(world.stdout, cadenaTimbre(timbre), call.has('raw'))
    return exits.ok
  }
  writeExact(world.stdout, ofDocument(input, world), call.has('raw'))
  // Warns of complements whose fields the cadena lacks, because they are not declared.
  const document = documentOf(input, world.registered)
  const names = registeredRoots(outlineRoot, '--complements', {
    complements: [],
    ...world.registered,
  }).flatMap((root) => uncoveredComplements(document, root).unknown)
  for (const name of new Set(names))
    world.stderr.write(
      safe`A la cadena le falta ${name}, que no está declarado: dé --complements, o actualice cfdi-stamp.\n`,
    )
  return names.length === 0 ? exits.ok : exits.incomplete
}

function documentOf(input: Input, registered: ReadingWorld['registered']): Comprobante {
  if (isXml(input)) return fromXml(input, (xml) => readDocument(xml, registered))
  return draftOf(input) as unknown as Comprobante
}

function ofDocument(input: Input, { registered }: ReadingWorld): string {
  if (isXml(input)) return fromXml(input, (xml) => cadenaOriginalXml(xml, registered))
  const document = draftOf(input) as unknown as Comprobante
  try {
    return cadenaOriginal(document, registered)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UnreadableError(
      `${input.name}: no tiene cadena original; vea cfdi-stamp check (${cause.message})`,
      {
        cause,
      },
    )
  }
}
