import type { Capabilities } from '../../src/pac/provider.js'

/** What a PAC is capable of that knows the bytes that it stamped, and does nothing else. */
export const onlyStamps: Capabilities = {
  dedupByContent: true,
  returnsEarlierStamp: 'always',
  findKinds: [],
  cancelSigned: false,
  satStatus: false,
  balance: false,
}
