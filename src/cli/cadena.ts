/**
 * `cadena`: the cadena original, the sealed text.
 * @module
 */
import { cadenaOriginal, cadenaOriginalXml, cadenaTimbre } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  UnreadableError,
  type ReadingWorld,
} from './command.js'
import { complementsOption, readDocument } from './registered.js'
import { rawOption, writeExact } from './output.js'
import { draftOf, fromXml, type Input, isXml, readOnlyInput } from './inputs.js'

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
  writeExact(
    world.stdout,
    call.has('timbre') ? ofTimbre(input, world) : ofDocument(input, world),
    call.has('raw'),
  )
  return exits.ok
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

function ofTimbre(input: Input, { registered }: ReadingWorld): string {
  const document = isXml(input)
    ? fromXml(input, (xml) => readDocument(xml, registered))
    : (draftOf(input) as unknown as Comprobante)
  const timbre = document.Complemento?.TimbreFiscalDigital
  if (timbre === undefined || Array.isArray(timbre))
    throw new UnreadableError(`${input.name}: no tiene un Timbre Fiscal Digital.`)
  return cadenaTimbre(timbre)
}
