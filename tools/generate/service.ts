/**
 * The tables of operations and codes in `service.md`. The cause of a code is in English in the
 * source, so the Spanish page has its own table.
 * @module
 */
import { serviceCodes } from '../../src/service/codes.js'
import type { Operation } from '../../src/service/operation.js'
import { operations } from '../../src/service/operations.js'
import type { Files } from './parts/files.js'
import { readPage, withRows } from './parts/tables.js'

const english = 'docs/en/service.md'
const spanish = 'docs/es/service.md'

export function generate(): Files {
  const codes = Object.values(serviceCodes).map(
    ({ code, http, when }) => `| ${code} | ${http} | ${when} |`,
  )
  const page = withRows(readPage(english), '| code | HTTP | when |\n| --- | --- | --- |\n', codes)
  return {
    [english]: withRows(page, '| | | scope |\n| --- | --- | --- |\n', operationRows('en')),
    [spanish]: withRows(
      readPage(spanish),
      '| | | permiso |\n| --- | --- | --- |\n',
      operationRows('es'),
    ),
  }
}

const operationRows = (language: 'en' | 'es'): readonly string[] =>
  Object.values<Operation>(operations).map(({ method, path, summary, scope }) => {
    const permission = scope === undefined ? '' : `\`${scope}\``
    return `| \`${method} ${path}\` | ${summary[language]} | ${permission} |`
  })
