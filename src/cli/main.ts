#!/usr/bin/env node
/**
 * `cfdi-stamp`, the program: the process as the world of `run`.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UnreadableError } from './command.js'
import { run } from './run.js'

/** Of the package.json above, which is as far from modules as from the bundle's file. */
function versionOf(): string {
  const above = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url))
  const file = above.find((url) => existsSync(url))
  return file === undefined ? '0.0.0' : String(JSON.parse(readFileSync(file, 'utf8')).version)
}

/** What is typed is not shown. Who types nothing but the end of it, or an interruption, has answered too. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ended = new Promise<never>((_resolve, reject) => {
    reader.once('close', () => reject(new UnreadableError('No se dio la contraseña.')))
  })
  try {
    return await Promise.race([reader.question(''), ended])
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

// Whoever reads may have had enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  isInteractive: process.stdin.isTTY === true,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  clock: () => new Date(),
  version: versionOf(),
  ask,
})
