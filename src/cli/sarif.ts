/**
 * Findings as SARIF 2.1.0 (OASIS), which code hosts show beside the file.
 * @module
 */
import { sep } from 'node:path'
import type { Finding } from '../model/finding.js'
import { listRules } from '../sat/listRules.js'
import type { Report } from './check.js'
import type { Judged, Unread } from './judge.js'
import { documents } from './registered.js'

/**
 * Creates the log of one run. An unreadable file is a notification, and makes the run unsuccessful.
 */
export function sarifOf(judged: readonly Judged<Report>[], version: string): unknown {
  const [reports, unreadable]: [Report[], Unread[]] = [[], []]
  for (const one of judged) {
    if ('unreadable' in one) unreadable.push(one)
    else reports.push(one)
  }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cfdi-stamp',
            version,
            semanticVersion: version,
            language: 'es-MX',
            rules: rulesOf(reports),
          },
        },
        results: reports.flatMap(resultsOf),
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map(notificationOf),
          },
        ],
      },
    ],
  }
}

/** Returns each broken rule once, with the library's description of rules of the matrix. */
function rulesOf(reports: readonly Report[]): unknown[] {
  const sentences = new Map<string, string>()
  for (const { code, sentence } of listRules({ documents })) sentences.set(code, sentence)
  const codes = new Set<string>()
  for (const { findings, stamp, seal } of reports) {
    for (const { code } of findings) codes.add(code)
    if (seal) codes.add('sello')
    if (stamp) codes.add('timbre')
  }
  return [...codes].sort().map((id) => {
    const text = sentences.get(id)
    if (text === undefined) return { id }
    return { id, shortDescription: { text } }
  })
}

/** Returns the results of a document. A missing stamp is a note; a foreign stamp is an error. */
function resultsOf({ file, findings, stamp, seal }: Report): unknown[] {
  const problems: Result[] = []
  if (seal) problems.push({ code: 'sello', severity: 'error', message: seal.message, path: '' })
  if (stamp) {
    const severity = stamp.reason === 'absent' ? 'note' : 'error'
    problems.push({ code: 'timbre', severity, message: stamp.message, path: '' })
  }
  return [...problems, ...findings].map((result) => ({
    ruleId: result.code,
    level: result.severity,
    message: { text: result.message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } },
        logicalLocations: [
          { fullyQualifiedName: result.path === '' ? 'Comprobante' : result.path, kind: 'element' },
        ],
      },
    ],
  }))
}

/** A finding, or a note. */
interface Result extends Pick<Finding, 'code' | 'message' | 'path'> {
  readonly severity: Finding['severity'] | 'note'
}

function notificationOf({ file, unreadable }: Unread): unknown {
  const locations = [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }]
  return { level: 'error', message: { text: unreadable }, locations }
}

/** Returns a relative URI reference with escaped characters and URI separators. */
function uriOf(file: string): string {
  return file
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll(sep, '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}
