/**
 * Pass phrases from a file, the environment or a prompt, and never shown.
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { safe } from './safeText.js'
import { type Call, type Option, UnreadableError, UsageError, type World } from './command.js'

const variable = 'CSD_PASSWORD'

/** The options of a command that opens a key. */
export const secretOptions = {
  'password-file': {
    type: 'string',
    value: 'ARCHIVO',
    says: 'archivo cuya primera línea es la contraseña de la llave',
  },
  'password-env': {
    type: 'string',
    value: 'VARIABLE',
    says: `variable de entorno que la tiene (${variable} por omisión)`,
  },
  password: {
    type: 'string',
    value: 'CONTRASEÑA',
    says: 'la contraseña misma: no la use, queda a la vista',
  },
} as const satisfies Readonly<Record<string, Option>>

/**
 * Resolves to the pass phrase of a key.
 * @throws UsageError without a pass phrase or a terminal to prompt; UnreadableError when its file
 * cannot be read. Neither contains it.
 */
export async function passwordOf(call: Call, world: World): Promise<string> {
  const given = call.text('password')
  if (given !== undefined) {
    world.stderr.write(
      safe`aviso: lo escrito en --password queda en el historial y a la vista de otros procesos; use --password-file o --password-env.\n`,
    )
    return given
  }
  const file = call.text('password-file')
  if (file !== undefined) {
    const text = await readFile(resolve(world.cwd, file), 'utf8').catch((cause: unknown) => {
      throw new UnreadableError(`${file}: el archivo de la contraseña no se puede leer.`, { cause })
    })
    return text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? ''
  }
  const name = call.text('password-env') ?? variable
  const value = world.env[name]
  if (value !== undefined) return value
  if (call.text('password-env') !== undefined)
    throw new UsageError(`La variable de entorno ${name} no está definida.`)
  if (world.isInteractive) return world.ask('Contraseña de la llave privada: ')
  throw new UsageError(
    `Falta la contraseña de la llave: defina ${variable}, o dé --password-file o --password-env.`,
  )
}
