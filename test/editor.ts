/**
 * The compiler's language server over stdin and stdout (Language Server Protocol 3.17), for the
 * hovers and completions of an editor.
 * @module
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { folder } from './programs.js'

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
}

/** An editor with one program open. */
export class Editor {
  readonly #server: ChildProcessWithoutNullStreams = spawn(process.execPath, [
    tsc,
    '--lsp',
    '--stdio',
  ])
  readonly #waiting = new Map<number, (result: unknown) => void>()
  readonly #uri: string
  readonly #text: string
  #received = Buffer.alloc(0)
  #last = 0

  private constructor(uri: string, text: string) {
    this.#uri = uri
    this.#text = text
    this.#server.stdout.on('data', (data: Buffer) => this.#receive(data))
  }

  /** Opens a program; closed when the test is finished. */
  static async open(text: string): Promise<Editor> {
    const config = {
      compilerOptions: { strict: true, lib: ['ES2022', 'WebWorker'], types: [] },
      files: ['program.ts'],
    }
    const files = folder({ 'tsconfig.json': JSON.stringify(config), 'program.ts': text })
    const editor = new Editor(pathToFileURL(join(files, 'program.ts')).href, text)
    onTestFinished(() => void editor.#server.kill())
    await editor.#open()
    return editor
  }

  async #open(): Promise<void> {
    const capabilities = { textDocument: { hover: { contentFormat: ['markdown'] } } }
    await this.#ask('initialize', { processId: process.pid, rootUri: null, capabilities })
    this.#send({ method: 'initialized', params: {} })
    const textDocument = { uri: this.#uri, languageId: 'typescript', version: 1, text: this.#text }
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } })
  }

  /** Returns the hover over the first of these words. */
  async hover(words: string): Promise<string> {
    const shown = (await this.#ask('textDocument/hover', this.#at(words))) as {
      contents: { value: string }
    } | null
    return shown?.contents.value ?? ''
  }

  /** Returns the completions after the first of these words. */
  async complete(words: string): Promise<readonly string[]> {
    const { textDocument, position } = this.#at(words)
    const after = { ...position, character: position.character + words.length }
    const offered = await this.#ask('textDocument/completion', { textDocument, position: after })
    const items = Array.isArray(offered)
      ? offered
      : ((offered as { items?: unknown[] } | null)?.items ?? [])
    return (items as { label: string }[]).map(({ label }) => label)
  }

  #at(words: string) {
    const before = this.#text.slice(0, this.#text.indexOf(words)).split('\n')
    return {
      textDocument: { uri: this.#uri },
      position: { line: before.length - 1, character: before.at(-1)!.length },
    }
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data])
    for (;;) {
      const start = this.#received.indexOf('\r\n\r\n')
      if (start < 0) return
      const length = Number(
        /Content-Length: (\d+)/i.exec(this.#received.toString('ascii', 0, start))?.[1],
      )
      if (this.#received.length < start + 4 + length) return
      this.#hear(
        JSON.parse(this.#received.toString('utf8', start + 4, start + 4 + length)) as Message,
      )
      this.#received = this.#received.subarray(start + 4 + length)
    }
  }

  /** Requests of the server (for example for its configuration) get an empty reply. */
  #hear({ id, method, result }: Message): void {
    if (id === undefined) return
    if (method !== undefined) return this.#send({ id, result: null })
    this.#waiting.get(id)?.(result)
    this.#waiting.delete(id)
  }
}
