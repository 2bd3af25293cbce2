/**
 * Checks of ordinary documents, for small bundles: every CFDI 4.0 without Carta Porte and Comercio
 * Exterior, whose catalogues are half of all.
 * @module
 */
import { packed } from '../catalogs/packed/ordinary.js'
import { type Catalogs, createCatalogSet } from '../catalogs/set.js'
import { refuseMissing } from '../catalogs/table.js'
import type { Finding } from '../model/finding.js'
import { type CheckOptions, checkBy, checkXmlBy, judgesBy } from './cfdi40/check.js'
import { ordinaryRuleSet } from './rules.js'

export type { CheckOptions } from './cfdi40/check.js'

/**
 * The catalogues of ordinary documents, without descriptions. Other catalogues throw `CfdiError`
 * `CATALOG_UNREADABLE`.
 */
export const catalogs: Catalogs = createCatalogSet({
  packed: refuseMissing(
    packed,
    (name) =>
      `${name} is not in cfdi-stamp/ordinary: import check and checkXml of cfdi-stamp instead`,
  ),
})

const judgeOf = judgesBy({ ruleSet: ordinaryRuleSet, catalogs })

/**
 * Returns every problem of a document, as `check` of `cfdi-stamp` does.
 * @throws CfdiError `CATALOG_UNREADABLE` for a document with Carta Porte or Comercio Exterior
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  return checkBy(judgeOf, document, options)
}

/**
 * Checks XML of any origin, as `checkXml` of `cfdi-stamp` does.
 * @throws CfdiError `CATALOG_UNREADABLE` for a document with Carta Porte or Comercio Exterior
 */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  return checkXmlBy(judgeOf, xml, options)
}
