/**
 * Every command, in the order of the help.
 * @module
 */
import { cadenaCommand } from './cadena.js'
import { catalogCommand } from './catalog.js'
import { checkCommand } from './check.js'
import type { Command } from './command.js'
import { readCommand, writeCommand } from './convert.js'
import { csdCommand } from './csd.js'
import { declareCommand } from './declare/declareCommand.js'
import { doctorCommand } from './doctor.js'
import { explainCommand } from './explain.js'
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
  csdCommand,
  declareCommand,
  doctorCommand,
]
