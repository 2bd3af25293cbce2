/** Fixtures with a change, and the codes that `check` finds in them. */
import { readFileSync } from 'node:fs'
import { encodeBase64 } from '../../src/lib/base64.js'
import { type CheckOptions, check } from '../../src/sat/cfdi40/check.js'
import { patch, readBase } from './fixture.js'

export const changed = (base: string, change: unknown) => patch(readBase(base), change)

export const codes = (base: string, change: unknown, options?: CheckOptions) =>
  check(changed(base, change), options).map(({ code }) => code)

/** The Base64 of a certificate of the fixtures. */
export const csd = (name: string) =>
  encodeBase64(readFileSync(new URL(`../../fixtures/csd/${name}.cer`, import.meta.url)))
