/**
 * Findings as SARIF 2.1.0 (OASIS), which code hosts show beside the file.
 * @module
 */
import type { Finding } from '../model/finding.js'
import { listRules } from '../sat/listRules.js'
import type { Report } from './check.js'

/** The log of one run over documents. A file that could not be read is a notification, and the run not successful. */
export function sarifOf(reports: readonly Report[], version: string): unknown {
  const unreadable = reports.filter((report) => report.unreadable !== undefined)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'cfdi-stamp', version, semanticVersion: version, language: 'es-MX', rules: rulesOf(reports) },
        },
        results: reports.flatMap(({ file, findings }) => findings.map((finding) => resultOf(file, finding))),
        invocations: [
          { executionSuccessful: unreadable.length === 0, toolExecutionNotifications: unreadable.map(notificationOf) },
        ],
      },
    ],
  }
}

/** The rules that were broken, each once, with the sentence of ours where it is one of the matrix. */
function rulesOf(reports: readonly Report[]): unknown[] {
  const sentences = new Map(listRules().map(({ code, sentence }) => [code, sentence]))
  const codes = new Set(reports.flatMap(({ findings }) => findings.map(({ code }) => code)))
  return [...codes].sort().map((id) => {
    const text = sentences.get(id)
    return text === undefined ? { id } : { id, shortDescription: { text } }
  })
}

/** A finding has no line: its place is the path in the document, and the region that hosts ask for, the beginning of the file. */
function resultOf(file: string, { code, severity, message, path }: Finding): unknown {
  return {
    ruleId: code,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: path === '' ? 'Comprobante' : path, kind: 'element' }],
      },
    ],
  }
}

function notificationOf({ file, unreadable = '' }: Report): unknown {
  const locations = [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }]
  return { level: 'error', message: { text: unreadable }, locations }
}

/** A relative URI reference: what is not of a URI is escaped, and separators are those of URIs. */
function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}
