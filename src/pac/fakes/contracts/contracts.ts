/**
 * The wire contracts, by the name of the PAC.
 * @module
 */
import type { PacName } from '../../pacs.js'
import type { WireContract } from '../wireContract.js'
import { comercioDigitalContract } from './comercioDigital.js'
import { facturaloPlusContract } from './facturaloPlus.js'
import { felContract } from './fel.js'
import { finkokContract } from './finkok.js'
import { formasDigitalesContract } from './formasDigitales.js'
import { itimbreContract } from './itimbre.js'
import { mysuiteContract } from './mysuite.js'
import { ntlinkContract } from './ntlink.js'
import { prodigiaContract } from './prodigia.js'
import { withSat } from './sat.js'
import { sifeiContract } from './sifei.js'
import { solucionFactibleContract } from './solucionFactible.js'
import { swContract } from './sw.js'
import { timboxContract } from './timbox.js'

/** All contracts, with the SAT's status service for PACs whose adapters use it. */
export const contracts: Readonly<Record<PacName, WireContract>> = {
  finkok: finkokContract,
  solucionFactible: withSat(solucionFactibleContract),
  prodigia: withSat(prodigiaContract),
  fel: withSat(felContract),
  sifei: withSat(sifeiContract),
  ntlink: withSat(ntlinkContract),
  comercioDigital: withSat(comercioDigitalContract),
  sw: withSat(swContract),
  timbox: withSat(timboxContract),
  formasDigitales: withSat(formasDigitalesContract),
  facturaloPlus: withSat(facturaloPlusContract),
  mysuite: withSat(mysuiteContract),
  itimbre: withSat(itimbreContract),
}
