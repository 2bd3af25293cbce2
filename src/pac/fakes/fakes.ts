/**
 * The fakes, by the name of the PAC: a wire, and the options with which an adapter reaches it.
 * @module
 */
import type { PacName, PacOptions } from '../pacs.js'
import { finkokRfc, finkokWire } from './finkok.js'
import type { Wire } from './wire.js'

/** The name of a PAC that there is a fake of. */
export type FakeName = 'finkok'

interface Credentials {
  readonly user: string
  readonly password: string
}

/** One fake. */
export interface FakeDefinition<Name extends PacName> {
  readonly wire: Wire
  readonly account: (url: string, credentials: Credentials) => PacOptions[Name]
}

/** Each fake. */
export const fakes: { readonly [Name in FakeName]: FakeDefinition<Name> } = {
  finkok: {
    wire: finkokWire,
    account: (services, credentials) => ({
      ...credentials,
      environment: 'test',
      urls: { services },
      rfc: finkokRfc,
    }),
  },
}
