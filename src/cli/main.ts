#!/usr/bin/env node
/**
 * The program `cfdi-stamp`: passes the process as the environment of `run`.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createSend } from '../node/send.js'
import { UnreadableError } from './command.js'
import { run } from './run.js'
import type { SafeText } from './safeText.js'

/**
 * Reads the version from package.json, at the same relative path from modules and from the bundle.
 */
function readOwnVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    const file = new URL(path, import.meta.url)
    if (existsSync(file)) return String(JSON.parse(readFileSync(file, 'utf8')).version)
  }
  return '0.0.0'
}

/** Prompts without echo. Rejects at the end of the input or an interruption. */
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

/** A stream of the process, for safe text only. */
const outOf = (stream: NodeJS.WriteStream) => ({
  write: (text: SafeText) => stream.write(String(text)),
  isTTY: stream.isTTY,
})

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  isInteractive: process.stdin.isTTY === true,
  stdout: outOf(process.stdout),
  stderr: outOf(process.stderr),
  env: process.env,
  cwd: process.cwd(),
  clock: () => new Date(),
  version: readOwnVersion(),
  send: createSend({ timeout: 60_000, maxReply: 8 << 20 }),
  ask,
})
