/**
 * `stamp`: seals and stamps a draft with the sandbox.
 * @module
 */

import type { Csd } from '../certificate/csd.js'

import { decodeBase64 } from '../lib/base64.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  UsageError,
  type World,
  type ReadingWorld,
} from './command.js'
import { packOption } from './data/packs.js'
import { draftOf, isXml, readOnlyInput } from './inputs.js'
import { openFiles } from './keys.js'
import { rawOption, writeExact, writeJson } from './output.js'
import { safe } from './safeText.js'
import { complementsOption } from './registered.js'
import { Sandbox } from './sandbox.js'
import { secretOptions } from './secret.js'

/** `stamp`. */
export const stampCommand: Command = {
  name: 'stamp',
  takes: '--sandbox [archivo.json o -]',
  says: 'Completa, sella y timbra un JSON con el PAC de pruebas de la biblioteca, sin red: el XML no vale ante el SAT.',
  options: {
    sandbox: {
      type: 'boolean',
      says: 'con el PAC de pruebas; es la única forma desde la línea de comandos',
    },
    complete: {
      type: 'boolean',
      says: 'deriva también los importes que faltan, y no solo los que dicen "AUTO"',
    },
    cer: {
      type: 'string',
      value: 'ARCHIVO',
      says: 'CSD con que sellar (uno de pruebas por omisión)',
    },
    key: { type: 'string', value: 'ARCHIVO', says: 'su llave privada' },
    ...secretOptions,
    json: { type: 'boolean', says: 'la respuesta completa, como JSON' },
    ...complementsOption,
    ...packOption,
    ...rawOption,
  },
  run: runStamp,
}

async function runStamp(call: Call, world: ReadingWorld): Promise<Exit> {
  if (!call.has('sandbox'))
    throw new UsageError(
      'La línea de comandos solo timbra de prueba: dé --sandbox. Para timbrar de verdad use la biblioteca con su PAC (docs/es/production.md).',
    )
  const input = await readOnlyInput(call.positionals, world)
  if (isXml(input)) throw new UsageError('Se timbra un JSON: conviértalo con cfdi-stamp read.')
  const draft = draftOf(input)
  const engine = await new Sandbox(world, call.has('complete')).engineFor(
    draft,
    await ownCsd(call, world),
  )
  const answer = await engine.stamp(draft)
  const { stdout, stderr } = world
  if (call.has('json')) writeJson(stdout, answer)
  else if (answer.ok) {
    writeExact(stdout, new TextDecoder().decode(decodeBase64(answer.cfdi.XML)), call.has('raw'))
    stderr.write(safe`UUID ${answer.cfdi.UUID}, timbrado de prueba: no vale ante el SAT.\n`)
  } else {
    stderr.write(safe`${answer.code}  ${answer.message}\n`)
    for (const { code, message } of answer.errors) stderr.write(safe`  ${code}  ${message}\n`)
  }
  if (answer.ok) return exits.ok
  return exits.findings
}

async function ownCsd(call: Call, world: World): Promise<Csd | undefined> {
  const [cer, key] = [call.text('cer'), call.text('key')]
  if (cer === undefined && key === undefined) return undefined
  if (cer === undefined || key === undefined) throw new UsageError('Dé --cer y --key, los dos.')
  return openFiles({ cer, key }, call, world)
}
