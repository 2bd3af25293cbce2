/**
 * Options of a worker's own engine: a clock, and a list of two taxpayers whose look-up of a third ends the thread.
 * @module
 */
import type { EngineOptions } from '../../src/engine/engine.js'
import type { Taxpayer } from '../../src/rules/registry.js'
import { noon } from '../fixtures.js'

const listed: readonly Taxpayer[] = [
  { rfc: 'TOAM850417U21', nombre: 'MARIANA TORRES ACOSTA', codigoPostal: '06600', regimenes: ['612'] },
  { rfc: 'PLO150312QT1', nombre: 'PAPELERIA LUNA DE OCTUBRE', codigoPostal: '64000', regimenes: ['601'] },
]

const options: Partial<EngineOptions> = {
  clock: () => noon,
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
