/**
 * What is done to a document, each verb a task.
 * @module
 */
import { resolve } from '../dist/auto/resolve.js'
import { catalogs } from '../dist/catalogs/catalogs.js'
import {
  cadenaOriginal,
  check,
  createEngine,
  type Provider,
  readCfdi,
  type Sealed,
  type Signer,
  seal,
  type TimbreFiscalDigital,
  verifySello,
  writeCfdi,
} from '../dist/index.js'
import { cfdi } from '../dist/model/cfdi.js'
import { checkStructure } from '../dist/model/check.js'
import type { Csd } from '../dist/seal/csd.js'
import { noon, type Subject } from './documents.js'
import { flat, type Task } from './measure.js'

const timbre: Omit<TimbreFiscalDigital, 'SelloCFD'> = {
  Version: '1.1',
  UUID: '6F1E4C1A-9B5D-4E0C-8A7F-2D3B4C5D6E7F',
  FechaTimbrado: '2026-11-21T12:00:01',
  RfcProvCertif: 'TPR170928K35',
  NoCertificadoSAT: '30001000000600000006',
  SelloSAT: 'A'.repeat(342).concat('=='),
}

/** A PAC that stamps at once and for nothing: what is left is ours. */
export const instantProvider: Provider = {
  id: 'instant',
  capabilities: {
    dedupByContent: true,
    returnsEarlierStamp: 'always',
    findKinds: [],
    cancelSigned: false,
    satStatus: false,
    balance: false,
  },
  stamp: async ({ sello }: Sealed) => ({
    kind: 'stamped',
    pac: 'instant',
    when: 'fresh',
    timbre: { ...timbre, SelloCFD: sello },
  }),
  find: async () => ({ kind: 'absent', pac: 'instant' }),
  ping: async () => true,
}

/** A signer whose signature costs nothing: what is left of a stamp is everything but the signature. */
export const freeSigner = ({ certificate }: Signer): Signer => {
  const signature = Promise.resolve(new Uint8Array(certificate.keySize / 8).fill(0xa5))
  return { certificate, sign: () => signature }
}

export const engineOf = (signer: Signer) =>
  createEngine({ signers: signer, provider: instantProvider, clock: () => noon, registries: {} })

/** The verbs of the table, in its order. */
export const verbNames = [
  'structure',
  'check',
  'AUTO',
  'AUTO, amounts',
  'write',
  'cadena',
  'work',
  'read',
  'seal',
  'verify',
  'stamp',
  'stamp, free signature',
] as const

export type VerbName = (typeof verbNames)[number]

/** What a document takes in each verb. */
export async function verbs({ draft, blank, ready }: Subject, csd: Csd): Promise<Task[]> {
  const { certificate } = csd
  const random = (octets: number): Uint8Array => new Uint8Array(octets).fill(7)
  const zoneOf = (code: string): string | undefined => catalogs.zoneOf(code)
  const world = { certificate, catalogs, clock: () => noon, random, zoneOf, complete: false }
  const auto = (from: unknown): unknown => resolve(from as never, world)
  const { document, xml } = await seal(ready, csd)
  const [engine, freeEngine] = [engineOf(csd), engineOf(freeSigner(csd))]
  const member = (name: string, code: string): boolean | undefined => catalogs.admits(name as never, code)
  const tasks: Readonly<Record<VerbName, Omit<Task, 'name'> | undefined>> = {
    structure: { run: () => checkStructure(cfdi, document, { member, placement: true }) },
    check: { run: () => check(document, { at: noon }) },
    AUTO: { run: () => auto(draft) },
    'AUTO, amounts': blank && { run: () => auto(blank) },
    write: { run: () => flat(writeCfdi(document)) },
    cadena: { run: () => flat(cadenaOriginal(document)) },
    work: {
      run: () => {
        auto(draft)
        check(ready, { at: noon })
        return flat(cadenaOriginal(document)) + flat(writeCfdi(document))
      },
    },
    read: { run: () => readCfdi(xml) },
    seal: { run: () => seal(ready, csd), async: true },
    verify: { run: () => verifySello(xml), async: true },
    stamp: { run: () => engine.stamp(draft), async: true },
    'stamp, free signature': { run: () => freeEngine.stamp(draft), async: true },
  }
  return verbNames.flatMap((name) => {
    const task = tasks[name]
    return task === undefined ? [] : [{ name, ...task }]
  })
}
