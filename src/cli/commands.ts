/**
 * Every command, in the order of the help.
 * @module
 */
import { cadenaCommand } from './cadena.js'
import { catalogCommand } from './data/catalog.js'
import { catalogsCommand } from './data/catalogs.js'
import { checkCommand } from './check.js'
import type { Command } from './command.js'
import { readCommand, writeCommand } from './convert.js'
import { csdCommand } from './csd.js'
import { doctorCommand } from './data/doctor.js'
import { declareCommand } from './declare/declareCommand.js'
import { explainCommand } from './explain.js'
import { mcpCommand } from './mcp/mcpCommand.js'
import { stampCommand } from './stamp.js'
import { verifyCommand } from './verify.js'

/** Every command. */
export const commands: readonly Command[] = [
  checkCommand,
  explainCommand,
  readCommand,
  writeCommand,
  cadenaCommand,
  verifyCommand,
  stampCommand,
  catalogCommand,
  catalogsCommand,
  csdCommand,
  declareCommand,
  doctorCommand,
  mcpCommand,
]
