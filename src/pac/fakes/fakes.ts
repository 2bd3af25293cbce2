/**
 * Fakes by the name of the PAC: a wire from its contract, and further options of its adapter
 * besides user, password and address.
 * @module
 */
import type { PacName, PacOptions } from '../pacs.js'
import { mountsOf, wireOf } from './contractWire.js'
import { contracts } from './contracts/contracts.js'
import type { Wire } from './wire.js'

/** The name of a PAC that there is a fake of. */
export type FakeName = PacName

/** The credentials that a fake accepts. */
interface Credentials {
  readonly user: string
  readonly password: string
}

/** One fake. */
export interface FakeDefinition<Name extends PacName> {
  /** Its protocol. */
  readonly wire: Wire
  /** The options of an adapter that reaches it. */
  readonly account: (url: string, credentials: Credentials) => PacOptions[Name]
}

/** RFC that is registered in the account of a fake. */
export const fakeRfc = 'EKU9003173C9'

/** User and password, as most adapters take them. */
const login = (credentials: Credentials): object => credentials

/** A fake with the options that every adapter takes, and those of its own. */
function fakeOf<Name extends PacName>(
  name: Name,
  own: object = {},
  accountOf = login,
): FakeDefinition<Name> {
  const mounts = Object.entries(mountsOf(contracts[name]))
  return {
    wire: wireOf(contracts[name]),
    account: (url, credentials) => {
      const urls = Object.fromEntries(mounts.map(([host, path]) => [host, url + path]))
      return {
        ...accountOf(credentials),
        environment: 'test',
        urls,
        ...own,
      } as unknown as PacOptions[Name]
    },
  }
}

/** Each fake. */
export const fakes: { readonly [Name in FakeName]: FakeDefinition<Name> } = {
  finkok: fakeOf('finkok', { rfc: fakeRfc }),
  solucionFactible: fakeOf('solucionFactible', { rfc: fakeRfc }),
  prodigia: fakeOf('prodigia', { contrato: 'contrato-1' }),
  fel: fakeOf('fel'),
  sifei: fakeOf('sifei', { idEquipo: 'equipo-1' }),
  ntlink: fakeOf('ntlink'),
  comercioDigital: fakeOf('comercioDigital'),
  sw: fakeOf('sw'),
  timbox: fakeOf('timbox'),
  formasDigitales: fakeOf('formasDigitales'),
  facturaloPlus: fakeOf('facturaloPlus', {}, ({ password }) => ({ apikey: password })),
  mysuite: fakeOf('mysuite'),
  itimbre: fakeOf('itimbre'),
}
