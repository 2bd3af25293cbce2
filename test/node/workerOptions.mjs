/**
 * Options of a worker's own engine: a clock, and a list of two taxpayers whose look-up of a third
 * ends the thread.
 * @module
 */
import process from 'node:process'

/** @type {readonly import('../../src/rules/registry.js').Taxpayer[]} */
const listed = [
  {
    rfc: 'TOAM850417U21',
    nombre: 'MARIANA TORRES ACOSTA',
    codigoPostal: '06600',
    regimenes: ['612'],
  },
  {
    rfc: 'PLO150312QT1',
    nombre: 'PAPELERIA LUNA DE OCTUBRE',
    codigoPostal: '64000',
    regimenes: ['601'],
  },
]

/** @type {Partial<import('../../src/engine/engine.js').EngineOptions>} */
const options = {
  clock: () => new Date('2026-11-21T18:00:00Z'),
  registries: {
    taxpayers: {
      find(rfc) {
        if (rfc === 'CSV080917H24') process.exit(3)
        return listed.find((taxpayer) => taxpayer.rfc === rfc)
      },
    },
  },
}

export default options
