/**
 * The PACs that there is an adapter for: the only list of them.
 * @module
 */
import type { Adapter } from './adapter/adapter.js'
import { type FinkokOptions, finkok } from './finkok/finkok.js'
import { sw } from './sw/sw.js'
import type { SwOptions } from './sw/options.js'

/** What the adapter of each PAC is given. */
export interface PacOptions {
  readonly finkok: FinkokOptions
  readonly sw: SwOptions
}

/** The name of a PAC that there is an adapter for. */
export type PacName = keyof PacOptions

/** The adapter of each PAC. */
export const pacs: { readonly [Name in PacName]: (options: PacOptions[Name]) => Adapter } = { finkok, sw }
