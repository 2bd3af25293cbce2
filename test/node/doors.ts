/**
 * Doors that a worker brings of its own: a clock, and registries that know one taxpayer; and one that ends its thread.
 * @module
 */
import type { EngineOptions } from '../../src/engine/engine.js'
import { noon } from '../fixtures.js'

const doors: Partial<EngineOptions> = {
  clock: () => noon,
  registries: {
    taxpayers: {
      find(rfc) {
        // The RFC of a taxpayer whose look-up kills the thread.
        if (rfc === 'CSV080917H24') process.exit(3)
        return undefined
      },
    },
  },
}

export default doors
