/**
 * Documents for the command line. The sealed ones are whole: no key is made to judge them.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comprobante, openCsdWebCrypto, seal } from '../../src/index.js'
import { root } from './world.js'

const file = (name: string): Uint8Array => readFileSync(join(root, 'fixtures', name))
const json = JSON.parse(new TextDecoder().decode(file('documents/egreso.json')))

const person = await openCsdWebCrypto({
  cer: file('csd/person.cer'),
  key: file('csd/person.key'),
  password: '12345678a',
})
const Emisor = { ...json.Emisor, Nombre: 'MARIANA TORRES ACOSTA' }
const sealed = await seal({ ...json, Emisor, Folio: '1', Fecha: '2026-11-21T10:00:00' }, person)

/** Nothing is wrong with it. */
export const document: Comprobante = sealed.document
export const good = JSON.stringify(document)
/** Errors, and a warning. */
export const bad = JSON.stringify({
  ...document,
  FormaPago: '77',
  MetodoPago: undefined,
  Total: '16683,34',
  Otro: 'x',
})
/** What `stamp` takes. */
export const draft = JSON.stringify(json)
