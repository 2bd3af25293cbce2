/**
 * xmllint and xsltproc, of libxml2 and libxslt, as the independent judges of what the library derives and writes.
 * @module
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether both tools are here. In CI they must be. */
export const hasXmlTools = ['xmllint', 'xsltproc'].every(isInstalled)

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if (process.env['CI'])
      throw new Error(`${tool} is needed in CI: apt-get install libxml2-utils xsltproc`, { cause: error })
    return false
  }
}

/** A new folder that is removed when the test ends, with files in it. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'cfdi-stamp-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

interface Run {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function run(tool: string, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(tool, args, { maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr })
    })
  })
}

/** The files that a schema admits. Throws when the schema does not compile, warnings included. */
export async function admitted(xsd: string, files: readonly string[]): Promise<Set<string>> {
  const { stderr } = await run('xmllint', '--noout', '--nonet', '--schema', xsd, ...files)
  const problem = /^.*Schemas parser (?:error|warning).*$|^WXS schema .*$/m.exec(stderr)
  if (problem !== null) throw new Error(`the schema does not compile: ${problem[0]}`)
  const verdicts = [...stderr.matchAll(/^(.*) (validates|fails to validate)$/gm)]
  return new Set(verdicts.filter(([, , verdict]) => verdict === 'validates').map(([, file]) => file!))
}

/** Between two results, whatever is in them: a private use character. */
const mark = '\uE000'

/** What a stylesheet prints for each file. Throws when it does not compile or a file cannot be transformed. */
export async function transformed(xslt: string, files: readonly string[]): Promise<string[]> {
  const { status, stdout, stderr } = await run('xsltproc', '--nonet', marking(xslt), ...files)
  const results = stdout.split(mark).slice(0, -1)
  if (status !== 0 || results.length !== files.length) throw new Error(`xsltproc: ${stderr}`)
  return results
}

/** The stylesheet, followed by the mark after each document. */
function marking(xslt: string): string {
  const text = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:import href="${xslt}"/>
<xsl:template match="/"><xsl:apply-imports/><xsl:text>${mark}</xsl:text></xsl:template>
</xsl:stylesheet>`
  return join(folder({ 'marking.xslt': text }), 'marking.xslt')
}

/** The parts of a list, `size` items in each. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
