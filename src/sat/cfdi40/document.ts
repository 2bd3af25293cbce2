/**
 * CFDI 4.0 as a document that the engine stamps.
 * @module
 */
import type { Model } from '../../model/grammar.js'
import type { SatDocument } from '../document.js'
import { isCfdi, type Registered, registeredRoots } from '../registered.js'
import { ruleSet } from '../rules.js'
import { judge, judgeOf } from './check.js'
import { checkResolved } from './checkResolved.js'
import type { Comprobante } from './declaration.js'
import { ofCertificate } from './derive/comprobante.js'
import { cfdiRoot } from './model.js'
import { autoMembers, resolve } from './resolve.js'
import { statusQuery } from './statusQuery.js'
import { verificationUrl } from './verificationUrl.js'

/** CFDI 4.0, which every engine stamps. */
export const cfdi40: SatDocument<Comprobante> = {
  ...cfdiRoot,
  withModel: cfdi40Of,
  ruleSet,
  judge,
  resolve,
  checkResolved,
  auto: autoMembers,
  ofCertificate,
  amountsOf: ({ Moneda, SubTotal, Total }) => ({
    Moneda: Moneda.trim(),
    SubTotal: String(SubTotal).trim(),
    Total: String(Total).trim(),
  }),
  receiverOf: ({ Receptor }) => `${Receptor.Nombre} (${Receptor.Rfc})`,
  verificationUrl,
  statusQuery,
  service: 'cfdi',
}

const extended = new WeakMap<Model, SatDocument<Comprobante>>([[cfdi40.model, cfdi40]])

/** CFDI 4.0 with another model. */
function cfdi40Of(model: Model): SatDocument<Comprobante> {
  let kind = extended.get(model)
  if (kind === undefined) {
    const own: SatDocument<Comprobante> = {
      ...cfdi40,
      model,
      judge: judgeOf({ ...cfdiRoot, model }),
      checkResolved: (document, options, context) =>
        checkResolved(document, { ...options, documents: [own] }, context),
    }
    extended.set(model, own)
    kind = own
  }
  return kind
}

/**
 * Returns the registered documents with all that the engine needs, in the order of `registeredRoots`.
 * @throws TypeError for documents or declarations that are none
 */
export function registeredKinds(verb: string, registered: Registered): readonly SatDocument[] {
  // `requireDocuments` admits nothing less than a document of the library.
  return registeredRoots(cfdiRoot, verb, registered).map((root) =>
    isCfdi(root) ? (cfdi40Of(root.model) as SatDocument) : (root as SatDocument),
  )
}
