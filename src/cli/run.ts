/**
 * Parses the command line, runs the command, and returns the exit code.
 * @module
 */
import { parseArgs } from 'node:util'
import { CfdiError } from '../errors.js'
import { ownMember } from '../lib/json.js'
import { nearest } from '../lib/text.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  type Option,
  UnreadableError,
  UsageError,
  type World,
} from './command.js'
import { commands } from './commands.js'
import { loadPack } from './data/packs.js'
import { commandHelp, help } from './help.js'
import { loadRegistered } from './registered.js'
import { SafeText, safe } from './safeText.js'

/**
 * Runs `cfdi-stamp` with arguments. Reports errors on `stderr`, in Spanish, and resolves to an exit
 * code. Rejects for a bug of this program.
 */
export async function run(args: readonly string[], world: World): Promise<Exit> {
  try {
    const [name, ...rest] = args
    if (name === undefined) return say(world.stderr, SafeText.own(help(commands)), exits.usage)
    if (['help', '--help', '-h'].includes(name))
      return say(world.stdout, SafeText.own(helpOf(rest[0])), exits.ok)
    if (['version', '--version', '-v'].includes(name))
      return say(world.stdout, safe`${world.version}\n`, exits.ok)
    const command = commandOf(name)
    if (rest.includes('--help') || rest.includes('-h'))
      return say(world.stdout, SafeText.own(commandHelp(command)), exits.ok)
    const call = callOf(command, rest)
    const registered = await loadRegistered(call, world)
    return await command.run(call, { ...world, registered, judging: await loadPack(call, world) })
  } catch (error) {
    if (error instanceof UsageError)
      return say(world.stderr, safe`cfdi-stamp: ${error.message}\n`, exits.usage)
    if (error instanceof UnreadableError || error instanceof CfdiError)
      return say(world.stderr, safe`cfdi-stamp: ${error.message}\n`, exits.unreadable)
    throw error
  }
}

function say(out: World['stdout'], text: SafeText, exit: Exit): Exit {
  out.write(text)
  return exit
}

function helpOf(name: string | undefined): string {
  if (name === undefined) return help(commands)
  return commandHelp(commandOf(name))
}

function commandOf(name: string): Command {
  const names: string[] = []
  for (const command of commands) {
    if (command.name === name) return command
    names.push(command.name)
  }
  throw new UsageError(`No hay un comando ${name}${guess(name, names)} Vea cfdi-stamp --help.`)
}

function guess(word: string, words: readonly string[], mark = ''): string {
  const near = nearest(word, words)
  if (near === undefined) return '.'
  return `. ¿Quiso decir ${mark}${near}?`
}

/** Parses the arguments of a command with `parseArgs`, and translates its errors to Spanish. */
function callOf({ name, options }: Command, args: readonly string[]): Call {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { type }]) => [option, { type }]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === 'option') requireOption(name, token, options)
  // An unset shell variable: the empty path would mean the current folder.
  if (positionals.includes('')) throw new UsageError(`${name}: un nombre de archivo está vacío.`)
  return {
    positionals,
    has: (option) => values[option] === true,
    text: (option) => values[option] as string | undefined,
  }
}

interface Token {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
}

/** Validates an option. Its message omits the value, which may be a pass phrase. */
function requireOption(
  command: string,
  { name, rawName, value }: Token,
  options: Readonly<Record<string, Option>>,
): void {
  const option = ownMember(options, name)
  if (option === undefined)
    throw new UsageError(
      `${command} no tiene la opción ${rawName}${guess(name, Object.keys(options), '--')}`,
    )
  if (option.type === 'string' && (value === undefined || value === ''))
    throw new UsageError(`Falta el valor de ${rawName}.`)
  if (option.type === 'boolean' && value !== undefined)
    throw new UsageError(`${rawName} no lleva valor.`)
}
