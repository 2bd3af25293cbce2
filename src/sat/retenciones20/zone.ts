/**
 * Time zone of the place of issue.
 * @module
 */
import { central } from '../../lib/time.js'
import type { RuleContext } from './rule.js'

/** IANA zone of LugarExpRetenc. */
export function zoneOf({ catalogs, document }: RuleContext): string {
  return catalogs.zoneOf(document.LugarExpRetenc.trim()) ?? central
}
