/**
 * The measured verbs, one task each.
 * @module
 */
import {
  type Composed,
  type Csd,
  cadenaOriginal,
  check,
  composeCfdi,
  createEngine,
  createSandboxPac,
  type Engine,
  type Provider,
  readCfdi,
  type Sealed,
  type Signer,
  seal,
  type TimbreFiscalDigital,
  verifySello,
  writeCfdi,
} from 'cfdi-stamp'
import { copyOf, fixture, type Json, noon, resolver, type Subject } from './documents.js'
import { flat, type Task } from './measure.js'

const timbre: Omit<TimbreFiscalDigital, 'SelloCFD'> = {
  Version: '1.1',
  UUID: '6F1E4C1A-9B5D-4E0C-8A7F-2D3B4C5D6E7F',
  FechaTimbrado: '2026-11-21T12:00:01',
  RfcProvCertif: 'TPR170928K35',
  NoCertificadoSAT: '30001000000600000006',
  SelloSAT: 'A'.repeat(342).concat('=='),
}

/** A PAC that stamps at once without work, to measure only the library. */
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

/** A signer without the cost of a signature. */
export const freeSigner = ({ certificate }: Signer): Signer => {
  const signature = Promise.resolve(new Uint8Array(certificate.keySize / 8).fill(0xa5))
  return { certificate, sign: () => signature }
}

export const engineOf = (signer: Signer, provider: Provider = instantProvider): Engine =>
  createEngine({ signers: signer, provider, clock: () => noon, registries: {} })

/** Runs an engine until it calls the PAC; returns the PAC's input. */
function untilThePac(signer: Signer): (draft: Json) => Promise<Sealed> {
  let give: (sealed: Sealed) => void
  const stamp = (sealed: Sealed): Promise<never> => {
    give(sealed)
    // A new promise each time: a shared one would keep all its waiters in memory.
    return new Promise(() => {})
  }
  const engine = engineOf(signer, { ...instantProvider, stamp })
  return (draft) =>
    new Promise((resolve, reject) => {
      give = resolve
      engine.stamp(draft).then(reject)
    })
}

/** For verbs that work in place: copies are created outside the measured time. */
const onCopies = (draft: Json, run: (copy: Json) => unknown): Omit<Task, 'name'> => ({
  fresh: () => copyOf(draft),
  run: run as Task['run'],
})

const flatBoth = ({ xml, cadena }: Composed): number => flat(xml) + flat(cadena)

/** The verbs of the table, in order. */
export const verbNames = [
  'structure',
  'check',
  'AUTO',
  'AUTO, amounts',
  'write',
  'cadena',
  'compose',
  'work',
  'to the PAC',
  'read',
  'seal',
  'verify',
  'stamp',
  'stamp, free signature',
  'stamp, sandbox',
] as const

export type VerbName = (typeof verbNames)[number]

/**
 * Tasks of a document, one per verb. `compose` is write and cadena in one. `work` is AUTO, check
 * and compose in turn, on a copy created outside the measured time. `to the PAC` is everything that
 * the engine does before the PAC, with a free signature: those, copies, bytes, Base64 and promises.
 * The PAC of `stamp` answers at once; that of `stamp, sandbox` checks, verifies and signs.
 */
export async function verbs({ draft, blank, ready }: Subject, csd: Csd): Promise<Task[]> {
  const { document, xml } = await seal(ready, csd)
  const auto = resolver(csd)
  const toThePac = untilThePac(freeSigner(csd))
  const work = (copy: Json): number => {
    const resolved = auto(copy) as unknown as typeof document
    check(resolved, { at: noon })
    return flatBoth(composeCfdi(resolved))
  }
  const [engine, freeEngine] = [engineOf(csd), engineOf(freeSigner(csd))]
  const sandbox = createSandboxPac({ anchors: [fixture('csd/root.cer')], clock: () => noon })
  const sandboxEngine = engineOf(csd, sandbox)
  const stamped = await sandboxEngine.stamp(draft)
  if (!stamped.ok) throw new Error(`the sandbox does not stamp: ${stamped.message}`)
  const tasks: Readonly<Record<VerbName, Omit<Task, 'name'> | undefined>> = {
    structure: { run: () => check(document, { rules: false }) },
    check: { run: () => check(document, { at: noon }) },
    AUTO: onCopies(draft, auto),
    'AUTO, amounts': blank && onCopies(blank, auto),
    write: { run: () => flat(writeCfdi(document)) },
    cadena: { run: () => flat(cadenaOriginal(document)) },
    compose: { run: () => flatBoth(composeCfdi(document)) },
    work: onCopies(draft, work),
    'to the PAC': { run: () => toThePac(draft), async: true },
    read: { run: () => readCfdi(xml) },
    seal: { run: () => seal(ready, csd), async: true },
    verify: { run: () => verifySello(xml, { anchors: 'none' }), async: true },
    stamp: { run: () => engine.stamp(draft), async: true },
    'stamp, free signature': { run: () => freeEngine.stamp(draft), async: true },
    'stamp, sandbox': { run: () => sandboxEngine.stamp(draft), async: true },
  }
  return verbNames.flatMap((name) => {
    const task = tasks[name]
    return task === undefined ? [] : [{ name, ...task }]
  })
}
