/**
 * The fakes, by the name of the PAC: a wire, and what its adapter needs to reach it besides user, password and address.
 * @module
 */
import type { PacName, PacOptions } from '../pacs.js'
import { comercioDigitalWire } from './comercioDigital.js'
import { felWire } from './fel.js'
import { finkokRfc, finkokWire } from './finkok.js'
import { ntlinkWire } from './ntlink.js'
import { prodigiaWire } from './prodigia.js'
import { satPath } from './satWire.js'
import { sifeiWire } from './sifei.js'
import { solucionFactibleWire } from './solucionFactible.js'
import { swWire } from './sw.js'
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
  /** What it speaks. */
  readonly wire: Wire
  /** The options of an adapter that reaches it. */
  readonly account: (url: string, credentials: Credentials) => PacOptions[Name]
}

const environment = 'test'
const urlsAt = (services: string) => ({ services, sat: `${services}${satPath}` })
const urlsWithCancel = (services: string) => ({ ...urlsAt(services), cancel: services })

/** Each fake. */
export const fakes: { readonly [Name in FakeName]: FakeDefinition<Name> } = {
  finkok: {
    wire: finkokWire,
    account: (services, account) => ({ ...account, environment, urls: { services }, rfc: finkokRfc }),
  },
  solucionFactible: {
    wire: solucionFactibleWire,
    account: (url, account) => ({ ...account, environment, urls: urlsAt(url) }),
  },
  prodigia: {
    wire: prodigiaWire,
    account: (url, account) => ({ ...account, environment, urls: urlsAt(url), contrato: 'contrato-1' }),
  },
  fel: { wire: felWire, account: (url, account) => ({ ...account, environment, urls: urlsAt(url) }) },
  sifei: {
    wire: sifeiWire,
    account: (url, account) => ({ ...account, environment, urls: urlsWithCancel(url), idEquipo: 'equipo-1' }),
  },
  ntlink: {
    wire: ntlinkWire,
    account: (url, account) => ({ ...account, environment, urls: urlsAt(url) }),
  },
  comercioDigital: {
    wire: comercioDigitalWire,
    account: (url, account) => ({ ...account, environment, urls: urlsWithCancel(url) }),
  },
  sw: {
    wire: swWire,
    account: (url, account) => ({ ...account, environment, urls: { ...urlsAt(url), api: url } }),
  },
}
