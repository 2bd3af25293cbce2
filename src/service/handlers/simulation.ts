/**
 * The field and the header that force an outcome in the sandbox.
 * @module
 */
import { readRequestHeader } from '../authenticate.js'
import type { Fields } from '../fields.js'
import type { KeyedCall } from '../operation.js'
import { readOutcome, type SimulatedOutcome, type SimulatedVerb } from '../sandbox/outcomes.js'

/** Header with the same values as the field `simular`. */
export const simulationHeader = 'x-simular'

/** Field of the operations whose outcome can be forced. */
export const simulationField = {
  simular: {
    kind: 'text',
    most: 100,
    description:
      'Ambiente de pruebas: el resultado que se fuerza. También como encabezado X-Simular.',
  },
} as const satisfies Fields

/** Returns the forced outcome of a call, by its field or its header. @throws Refusal 725 */
export function simulatedOf(
  verb: SimulatedVerb,
  { headers, input }: KeyedCall<{ readonly simular?: string | undefined }>,
): { readonly outcome?: SimulatedOutcome } {
  const given = input.simular || readRequestHeader(headers, simulationHeader)
  if (given === undefined || given === '') return {}
  return { outcome: readOutcome(verb, given) }
}
