/**
 * Retenciones 2.0 as a document that a program registers.
 * @module
 */
import { catalogs } from '../../catalogs/catalogs.js'
import { autoMembersOf } from '../../derive/autoMembers.js'
import type { Json } from '../../derive/derivation.js'
import { checkWithUnderived } from '../../derive/underived.js'
import { explainUnresolved } from '../../derive/unresolved.js'
import type { Finding } from '../../model/finding.js'
import type { Model } from '../../model/grammar.js'
import { Judge } from '../../rules/judge.js'
import type { ResolveInputs, SatDocument } from '../document.js'
import type { Root } from '../root.js'
import { contextOf, contextOfUnsound } from './context.js'
import type { Retenciones } from './declaration.js'
import { ofCertificate, retencionesDerivations } from './derivations.js'
import { retencion } from './model.js'
import { ruleSet } from './tables.js'
import { statusQuery, verificationUrl } from './verification.js'

const auto = autoMembersOf(() => retencionesDerivations.rows)

function resolve(draft: Json, inputs: ResolveInputs): Json {
  retencionesDerivations.resolve({ ...inputs, document: draft, known: new Map() })
  return draft
}

/** Retenciones 2.0 with the complements of a model. */
function kindOf(model: Model): SatDocument<Retenciones> {
  const judge = new Judge({ model, ruleSet, catalogs, contextOf, contextOfUnsound })
  return {
    ...facts,
    model,
    withModel: kindOf,
    judge,
    checkResolved: (document, options, { complete }) => {
      const underived = { isDerived: auto.isDerived, free: ['Addenda'] }
      const found: readonly Finding[] = checkWithUnderived(document, underived, (copy) =>
        judge.check(copy, options),
      )
      return explainUnresolved(document, found, () => retencionesDerivations.rows, complete)
    },
  }
}

const facts: Omit<SatDocument<Retenciones>, 'model' | 'withModel' | 'judge' | 'checkResolved'> = {
  members: {
    ...{ fecha: 'FechaExp', lugar: 'LugarExpRetenc', folio: 'FolioInt', sequence: 'Retenciones' },
    ...{ rfc: 'RfcE', nombre: 'NomDenRazSocE' },
  },
  ruleSet,
  resolve,
  auto,
  ofCertificate,
  amountsOf: ({ Totales }) => ({
    Moneda: 'MXN',
    SubTotal: String(Totales.MontoTotOperacion).trim(),
    Total: String(Totales.MontoTotRet).trim(),
  }),
  receiverOf: ({ Receptor: { Nacional, Extranjero } }) => {
    const number = Nacional?.RfcR ?? Extranjero?.NumRegIdTribR
    const name = Nacional?.NomDenRazSocR ?? Extranjero?.NomDenRazSocR ?? ''
    return number === undefined ? name : `${name} (${number})`
  },
  verificationUrl,
  statusQuery,
  service: 'retenciones',
}

/**
 * Retenciones e información de pagos 2.0, with its complements:
 * `createEngine({ …, documents: [retenciones20] })`, `checkXml(xml, { documents: [retenciones20] })`.
 */
export const retenciones20: Root<Retenciones> = kindOf(retencion)
