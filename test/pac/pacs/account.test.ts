/**
 * What is missing in the account at a PAC is told when its adapter is made, by its name: never sent
 * as "undefined".
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type ConnectOptions, connect, type PacName } from '../../../src/node/connect.js'
import { pacs } from '../../../src/pac/pacs.js'

type Account = Readonly<Record<string, string>>

const login = { user: 'demo@example.com', password: 's3cr3t-pass' }

/** What each PAC cannot do without. SW takes either of two, and Facturalo Plus a key. */
const accounts: readonly (readonly [PacName, Account])[] = [
  ['finkok', login],
  ['solucionFactible', login],
  ['prodigia', { ...login, contrato: 'contrato-1' }],
  ['fel', login],
  ['sifei', { ...login, idEquipo: 'equipo-1' }],
  ['ntlink', login],
  ['comercioDigital', login],
  ['sw', login],
  ['sw', { token: 's3cr3t-token' }],
  ['timbox', login],
  ['formasDigitales', login],
  ['facturaloPlus', { apikey: 's3cr3t-key' }],
  ['mysuite', login],
  ['itimbre', login],
]

const make = (pac: PacName, account: object) => (): unknown =>
  connect(pac, { ...account, sandbox: true } as ConnectOptions<PacName>)

/** What it says of an account that it does not take. */
function complaint(pac: PacName, account: object): string {
  try {
    make(pac, account)()
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
}

const cases = accounts.flatMap(([pac, account]) =>
  Object.keys(account).map((member) => [pac, member, account] as const),
)

describe('an account', () => {
  it('is in the table, of each PAC', () => {
    expect([...new Set(accounts.map(([pac]) => pac))].sort()).toEqual(Object.keys(pacs).sort())
  })

  it.each(accounts)('of %s is taken when it is whole', (pac, account) => {
    expect(make(pac, account)).not.toThrow()
  })

  it.each(cases)('of %s without %s is refused by its name', (pac, member, account) => {
    for (const nothing of [undefined, '', null, 5]) {
      const said = complaint(pac, { ...account, [member]: nothing })
      expect(said, String(nothing)).toMatch(new RegExp(`^${pac}: .*\\b${member}\\b`))
      expect(said).not.toContain('s3cr3t')
    }
    const { [member]: _, ...rest } = account
    expect(complaint(pac, rest)).toMatch(/undefined/)
  })

  it('of Finkok with an RFC that is empty is refused, and without one has no balance', () => {
    expect(complaint('finkok', { ...login, rfc: '' })).toMatch(/^finkok: rfc/)
    expect(
      connect('finkok', { ...login, rfc: undefined, sandbox: true }).capabilities.balance,
    ).toBe(false)
  })

  it('of SW is a token, or a user and a password', () => {
    expect(complaint('sw', { ...login, token: 's3cr3t-token' })).toBe(
      'sw: either a token, or user and password',
    )
  })

  it('that is not there at all is refused', () => {
    expect(() => connect('finkok', undefined as never)).toThrow(
      'connect: finkok needs its account, in an object',
    )
  })
})
