/**
 * The contract of complements, on complements that hold it and on some that do not.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declareComplement } from '../../src/cli/declare/declareComplement.js'
import { describeComplement } from '../../src/engine/contract/complementContract.js'
import { extendModel } from '../../src/model/host/extend.js'
import type { Complement } from '../../src/model/grammar.js'
import { writeXsd } from '../../src/model/xsd.js'
import { writeXslt } from '../../src/model/xslt.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { schemaOf } from '../libxml.js'
import { folder, isInstalled, transformed } from '../programs.js'
import { root } from '../tree.js'

const read = (file: string) => readFileSync(`${root}fixtures/declare/${file}`, 'utf8')
const { complement } = declareComplement(
  { xsd: read('Reciclaje10.xsd'), xslt: read('reciclaje10.xslt') },
  { xsd: 'http://www.sat.gob.mx/Reciclaje10.xsd', at: 'comprobante', tipos: ['I'] },
)
const example = {
  Version: '1.0',
  FolioManifiesto: 'M-2041',
  Materiales: [{ Clave: 'PT01', Kilos: 820.5 }],
}
const model = extendModel(cfdi, [complement])
const isValid = schemaOf(writeXsd(model))

async function transform(xml: string): Promise<string> {
  const scratch = folder({ 'cfdi.xslt': writeXslt(model), 'document.xml': xml })
  return (await transformed(`${scratch}/cfdi.xslt`, [`${scratch}/document.xml`]))[0] ?? ''
}

const subject = {
  complement,
  examples: [example],
  validate: async (xml: string) => {
    if (!isValid(xml)) throw new Error('invalid')
  },
  ...(isInstalled('xsltproc') && { transform }),
}

describeComplement('a complement of the host', subject, { describe, it })
describeComplement(
  'a complement of a concept that is not in the cadena',
  {
    complement: { ...complement, at: 'concepto', cadena: false },
    examples: [example],
  },
  { describe, it },
)

/** Runs the contract, and returns the titles that fail. */
async function failuresOf(changes: object): Promise<string[]> {
  const checks: [string, () => Promise<void>][] = []
  describeComplement(
    'x',
    { ...subject, validate: undefined, transform: undefined, ...changes },
    {
      describe: (_, define) => define(),
      it: (title, run) => checks.push([title, run]),
    },
  )
  const failed: string[] = []
  for (const [title, run] of checks) await run().catch(() => failed.push(title))
  return failed
}

describe('the contract fails', () => {
  const declared = (changes: Partial<Complement>) => ({ complement: { ...complement, ...changes } })
  it.each([
    ['for a prefix of the library', declared({ prefix: 'pago20' }), 'is a valid declaration'],
    ['without examples', { examples: [] }, 'has examples'],
    ['for an invalid example', { examples: [{ Version: '1.0' }] }, 'example 1 is checked'],
    [
      'for another schema',
      { validate: () => Promise.reject(new Error('invalid')) },
      'satisfies the schema',
    ],
    ['for another cadena', { transform: async () => '||4.0||' }, 'of the transformation'],
  ])('%s', async (_, changes, title) => {
    expect((await failuresOf(changes)).join('\n')).toContain(title)
  })
})
