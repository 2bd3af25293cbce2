/**
 * The PACs that there is an adapter for: the only list of them.
 * @module
 */
import type { Adapter } from './adapter/adapter.js'
import { type ComercioDigitalOptions, comercioDigital } from './comercioDigital/comercioDigital.js'
import { type FacturaloPlusOptions, facturaloPlus } from './facturaloPlus/facturaloPlus.js'
import { type FelOptions, fel } from './fel/fel.js'
import { type FinkokOptions, finkok } from './finkok/finkok.js'
import { type FormasDigitalesOptions, formasDigitales } from './formasDigitales/formasDigitales.js'
import { type ItimbreOptions, itimbre } from './itimbre/itimbre.js'
import { type MysuiteOptions, mysuite } from './mysuite/mysuite.js'
import { type NtlinkOptions, ntlink } from './ntlink/ntlink.js'
import { type ProdigiaOptions, prodigia } from './prodigia/prodigia.js'
import { type SifeiOptions, sifei } from './sifei/sifei.js'
import {
  type SolucionFactibleOptions,
  solucionFactible,
} from './solucionFactible/solucionFactible.js'
import type { SwOptions } from './sw/options.js'
import { sw } from './sw/sw.js'
import { type TimboxOptions, timbox } from './timbox/timbox.js'

/** Options of the adapter of each PAC. */
export interface PacOptions {
  /** Finkok (Quadrum). */
  readonly finkok: FinkokOptions
  /** Solución Factible (SFERP). */
  readonly solucionFactible: SolucionFactibleOptions
  /** Prodigia (PADE). */
  readonly prodigia: ProdigiaOptions
  /** FEL, Facturar En Línea, Folios Digitales. */
  readonly fel: FelOptions
  /** SIFEI. */
  readonly sifei: SifeiOptions
  /** NTLink. */
  readonly ntlink: NtlinkOptions
  /** Comercio Digital. */
  readonly comercioDigital: ComercioDigitalOptions
  /** SW Sapien. */
  readonly sw: SwOptions
  /** Timbox. */
  readonly timbox: TimboxOptions
  /** Formas Digitales (Forcogsa). */
  readonly formasDigitales: FormasDigitalesOptions
  /** Facturalo Plus. */
  readonly facturaloPlus: FacturaloPlusOptions
  /** MYSuite. */
  readonly mysuite: MysuiteOptions
  /** iTimbre. */
  readonly itimbre: ItimbreOptions
}

/** The name of a PAC that there is an adapter for. */
export type PacName = keyof PacOptions

/** The adapter of each PAC. */
export const pacs: { readonly [Name in PacName]: (options: PacOptions[Name]) => Adapter } = {
  finkok,
  solucionFactible,
  prodigia,
  fel,
  sifei,
  ntlink,
  comercioDigital,
  sw,
  timbox,
  formasDigitales,
  facturaloPlus,
  mysuite,
  itimbre,
}
