/**
 * The sandbox without an account at any PAC: two PACs, a SAT and CSDs, worth nothing outside of it.
 * Its state is in the database, so any number of processes share it. Its clients force outcomes and
 * move the clocks of their accounts (docs/en/sandbox.md).
 * @module
 */
import { createServiceSandbox } from 'cfdi-stamp/service'
import { documents } from './documents.js'

/** Named taxpayers of the sandbox; others receive a generic name. */
const names = {
  TOAM850417U21: 'MARIANA TORRES ACOSTA',
  PLO150312QT1: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
}

/** The PACs, the SAT and the CSDs of the sandbox, over the stores of its environment. */
export function createSandbox({ store, documentStore, orders, journal, vault }) {
  const nameOf = (rfc) => names[rfc]
  return createServiceSandbox({ store, documentStore, orders, journal, documents, nameOf, vault })
}
