/** The reason for which a seal is refused. */
import { expect } from 'vitest'
import type { IntegrityPolicy, SealPolicy } from '../../src/seal/policy.js'
import { verifySello } from '../../src/seal/verify.js'

type Requirements = Partial<SealPolicy | IntegrityPolicy>

/** The reason of the failure. Without anchors the integrity alone is verified. */
export async function reason(xml: string | Uint8Array, policy: Requirements = {}): Promise<string> {
  const verdict = await verifySello(xml, { anchors: 'none', ...policy } as SealPolicy)
  if ('reason' in verdict) expect(verdict.message).toMatch(/^[A-ZÑ].*\.$/s)
  return 'reason' in verdict ? verdict.reason : 'ok'
}
