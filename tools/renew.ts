/**
 * Renews the data of the SAT on the day of a change:
 * `npm run renew -- [--tables <folder> --date YYYY-MM-DD] [--trust <folder>] [--dry-run]`.
 * Runs each step that a program can do, in order, stops at the first that fails, and prints the
 * checklist of the rest. See CONTRIBUTING.md.
 */
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** What the maintainer has at hand. */
export interface Given {
  /** Folder of the new tables. */
  readonly tables?: string | undefined
  /** Day of their publication. */
  readonly date?: string | undefined
  /** Folder of the certificates of the authorities. */
  readonly trust?: string | undefined
}

/** Returns the commands, in order. The tests of the data come last. */
export function stepsOf({ tables, date, trust }: Given): string[][] {
  if ((tables === undefined) !== (date === undefined))
    throw new TypeError('--tables and --date go together: the day of the publication is needed')
  return [
    ...(tables === undefined ? [] : [['npm', 'run', 'catalogs', '--', tables, '--date', date!]]),
    ...(trust === undefined ? [] : [['npm', 'run', 'trust', '--', trust]]),
    ['npm', 'run', 'build', '--silent'],
    ['npm', 'run', 'generate'],
    ['npm', 'run', 'types'],
    ['npx', 'vitest', 'run', 'test/catalogs', 'test/engine/trust.test.ts', 'test/doctor'],
    ['node', 'dist/bundle/cli/main.js', 'doctor'],
  ]
}

/** The part that a person does. */
export const checklist = [
  'Read the change in the DOF or at the SAT: its content, its first day and its last.',
  'A new code or date: its table, with `--tables` and `--date`; read src/catalogs/packed/REPORT.md.',
  'A new column of a table: src/catalogs/importer/sources.ts and src/catalogs/rows.ts together.',
  'A new complement or version: `npx cfdi-stamp declare`, then docs/en/adding-a-complement.md.',
  'A rule of a matrix: its row in src/sat/<document>/rules, with the day from which it holds, and the source.',
  'An amount of the year: add a row with `from`, and leave the earlier row as it is (subsidioMaximo, yearlyRates, legalLimits).',
  'Closed days that the SAT published: the row of src/fiscal/closedDays.ts, from estimated to published.',
  'An authority: its fingerprint from two publishers in src/trust/fingerprints.ts, then `--trust`.',
  'A test of the day before and of the day itself; `npm run check`; a line in CHANGELOG.md.',
  'A release on the same day. Users who cannot upgrade load a pack of catalogues (docs/en/fresh-data.md).',
]

function main(): void {
  const { values } = parseArgs({
    options: {
      tables: { type: 'string' },
      date: { type: 'string' },
      trust: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  for (const step of stepsOf(values)) {
    process.stdout.write(`${step.join(' ')}\n`)
    if (!values['dry-run']) runStep(step)
  }
  process.stdout.write(`\n${checklist.map((line, at) => `${at + 1}. ${line}`).join('\n')}\n`)
}

/** @throws Error when the command fails */
function runStep([program, ...args]: readonly string[]): void {
  const shell = process.platform === 'win32'
  const { status } = spawnSync(program!, args, { stdio: 'inherit', shell })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: mend it, and run this again`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
