/**
 * The programs that a few tests may start, and no other test (`test/newcomer.test.ts`). Tests of a
 * missing program are skipped with the reason in their titles; in CI the programs are required.
 * @module
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'

/** Each is a Debian package of the same name, but for those of {@link packages}. */
export const programs = [
  'xsltproc',
  'openssl',
  'xmlsec1',
  'postgres',
  'chromium',
  'python3',
  'php',
  'curl',
  'nginx',
] as const
type Program = (typeof programs)[number]

const packages: Readonly<Partial<Record<Program, string>>> = {
  postgres: 'postgresql',
  php: 'php-cli',
  nginx: 'nginx-light',
}

/** The option of a program that prints its version. */
const versionOptions: Readonly<Partial<Record<Program, string>>> = {
  openssl: 'version',
  nginx: '-v',
}

/** Debian's folder for programs outside PATH: one for each version of PostgreSQL. */
const postgresql = '/usr/lib/postgresql'

/** Where a program is, or its name if it is nowhere. */
export function pathOf(program: Program): string {
  const versions = existsSync(postgresql)
    ? readdirSync(postgresql).map((version) => join(postgresql, version, 'bin'))
    : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(program === 'postgres' ? versions : []),
  ]
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program
}

/** Whether it can be run. In CI it must be. */
export function isInstalled(program: Program): boolean {
  try {
    execFileSync(pathOf(program), [versionOptions[program] ?? '--version'], {
      stdio: 'ignore',
    })
    return true
  } catch (cause) {
    if (process.env['CI'])
      throw new Error(`CI needs ${program}: apt-get install ${packages[program] ?? program}`, {
        cause,
      })
    return false
  }
}

/** `describe`, or where a program is missing the same, skipped, with the reason in its title. */
export function describeWith(program: Program, title: string, suite: () => void): void {
  if (isInstalled(program)) describe(title, suite)
  else describe.skip(titleWithout(program, title), suite)
}

/** `it`, or where a program is missing the same, skipped, with the reason in its title. */
export function itWith(
  program: Program,
  title: string,
  test: () => void | Promise<void>,
  timeout?: number,
): void {
  if (isInstalled(program)) it(title, test, timeout)
  else it.skip(titleWithout(program, title), test)
}

function titleWithout(program: Program, title: string): string {
  return `${title} (${program} is not installed)`
}

/** A file system in memory, of some size, over an empty folder. */
export interface SmallDisk {
  /** Where it is mounted. */
  readonly path: string
  /** Mounts it with some options, or again with others. */
  mount(...options: string[]): void
  unmount(): void
}

/**
 * `describe` over a small disk of its own, or where this user may not mount one the same, skipped,
 * with the reason in its title.
 */
export function describeOnDisk(
  title: string,
  options: string,
  suite: (disk: SmallDisk) => void,
): void {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  const system = (program: 'mount' | 'umount', ...words: string[]) =>
    void execFileSync(program, [...words, path], { stdio: 'ignore' })
  const disk: SmallDisk = {
    path,
    mount: (...words) => system('mount', ...words),
    unmount: () => system('umount', '-l'),
  }
  const create = () => disk.mount('-t', 'tmpfs', '-o', options, 'none')
  const run = canMount(create, disk) ? describe : describe.skip
  run(run === describe ? title : `${title} (this user may not mount one)`, () => {
    beforeAll(create)
    afterAll(() => disk.unmount())
    suite(disk)
  })
  afterAll(() => rmSync(path, { recursive: true }))
}

function canMount(create: () => void, { unmount }: SmallDisk): boolean {
  try {
    create()
    unmount()
    return true
  } catch {
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

/** Runs one to its end, whatever that is. */
export function run(program: Program, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      resolve({
        status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        stdout,
        stderr,
      })
    })
  })
}

/** Between two results, whatever is in them: a private use character. */
const mark = '\uE000'

/**
 * Transforms each file with a stylesheet. Throws when it does not compile or a file cannot be
 * transformed.
 */
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
