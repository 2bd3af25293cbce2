/**
 * Help texts of the commands.
 * @module
 */
import type { Command } from './command.js'

/** Returns the list of commands. */
export function help(commands: readonly Command[]): string {
  const rows: [string, string][] = []
  for (const { name, takes, says } of commands) rows.push([`${name} ${takes}`, says])
  return `Uso: cfdi-stamp <comando> [opciones]\n\n${columns(rows)}\n\ncfdi-stamp <comando> --help dice las opciones de cada uno.
Termina con 0 si nada está mal, 1 si un documento lo está, 2 si el comando no se entiende, 3 si falta algo para decidir,
4 si no había nada que revisar, 5 si algo no se puede leer.\n`
}

/** Returns the usage of a command. */
export function commandHelp({ name, takes, says, options }: Command): string {
  const lines: [string, string][] = []
  for (const [option, { value = '', says }] of Object.entries(options))
    lines.push([`--${option} ${value}`.trimEnd(), says])
  return `Uso: cfdi-stamp ${name} ${takes}${lines.length === 0 ? '' : ' [opciones]'}\n\n${says}\n${lines.length === 0 ? '' : `\n${columns(lines)}\n`}`
}

function columns(rows: readonly (readonly [string, string])[]): string {
  let width = 0
  for (const [first] of rows) width = Math.max(width, first.length + 2)
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n')
}
