/**
 * An engine in worker threads. The guarantees: it answers as an engine in this thread; key,
 * provider and folios stay in the main thread; a thread that dies loses no stamp; and idle threads
 * do not keep the process alive. Of the built package, which a thread loads in a tenth of the time
 * that it takes to compile the source.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { createEngine, type EngineOptions } from '../../src/engine/engine.js'
import { createMemoryFolios, type FolioSequence } from '../../src/engine/folios.js'
import { stampMany } from '../../src/engine/many.js'
import type { Workers, WorkersOptions } from '../../src/node/workers.js'
import type { Provider, StampOutcome } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { element, oneOrMore, required } from '../../src/model/grammar.js'
import { fixed } from '../../src/model/types.js'
import { complement } from '../../src/sat/cfdi40/complement.js'
import { csd, draft, noon, sale } from '../fixtures.js'
import { onlyStamps } from '../pac/capabilities.js'
import { dividendo } from '../sat/retenciones20/drafts.js'

/** The name is a variable, so that the compiler reads the types of the source. */
const importBuilt = async <Module>(subpath: string): Promise<Module> => import(subpath)

const { createWorkers } =
  await importBuilt<typeof import('../../src/node/workers.js')>('cfdi-stamp/node')
const module = new URL('./workerOptions.mjs', import.meta.url)
const person = await csd('person')
const open: Workers[] = []
afterAll(() => Promise.all(open.map((workers) => workers.close())))

function workers(options: Partial<WorkersOptions> = {}): Workers {
  const made = createWorkers({ signers: person, provider: pac(), module, size: 1, ...options })
  open.push(made)
  return made
}

/**
 * A PAC that gives every document the same stamp, except for the Sello, and records the documents.
 */
function pac(
  answer?: (sealed: Sealed, signal?: AbortSignal) => Promise<StampOutcome>,
): Provider & { got: Sealed[] } {
  const got: Sealed[] = []
  return {
    got,
    id: 'pac',
    capabilities: onlyStamps,
    async stamp(sealed, signal) {
      got.push(sealed)
      return answer === undefined ? stamped(sealed) : answer(sealed, signal)
    },
    find: async () => ({ kind: 'absent', pac: 'pac' }),
    ping: async () => true,
  }
}

function stamped({ sello }: Sealed): StampOutcome {
  const timbre = {
    Version: '1.1',
    UUID: '6F1E4C1A-9B5D-4E0C-8A7F-2D3B4C5D6E7F',
    FechaTimbrado: '2026-11-21T12:00:01',
    RfcProvCertif: 'TPR170928K35',
    SelloCFD: sello,
    NoCertificadoSAT: '30001000000600000006',
    SelloSAT: 'AAAA',
  } as const
  return { kind: 'stamped', pac: 'pac', when: 'fresh', timbre }
}

const text = (changes: Record<string, unknown> = {}): string =>
  JSON.stringify({ ...draft('ingreso'), ...changes })
const killing = {
  ...(draft('ingreso')['Receptor'] as object),
  Rfc: 'CSV080917H24',
  Nombre: 'COMERCIAL SIERRA VERDE',
}

describe('createWorkers', () => {
  const documents: readonly [string, unknown][] = [
    ['text', text()],
    ['an object', draft('ingreso')],
    ['a document with findings', text({ Total: '1.00', UsoCFDI: 'X' })],
    [
      'another issuer',
      text({ Emisor: { Rfc: 'PLO150312QT1', Nombre: 'AUTO', RegimenFiscal: '601' } }),
    ],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['bytes', new TextEncoder().encode(text())],
  ]

  it.each(documents)('answers as an engine in this thread does: %s', async (_, document) => {
    const { registries } = ((await import(module.href)) as { default: Partial<EngineOptions> })
      .default
    const options: EngineOptions = {
      signers: person,
      provider: pac(),
      clock: () => noon,
      registries,
    }
    const here = createEngine({ ...options, folios: createMemoryFolios() })
    const there = workers({ provider: pac(), folios: createMemoryFolios() })
    expect(await there.stamp(document)).toEqual(await here.stamp(document))
    expect(await there.check(document)).toEqual(await here.check(document))
  })

  it('warns of the first folio of a sequence that starts again with the process, and of no other', async () => {
    const [usual, given] = [workers(), workers({ folios: createMemoryFolios() })]
    const warned = async (there: typeof usual, Folio: string) => {
      const answer = await there.stamp(text({ Folio }))
      return answer.ok && answer.warnings.some(({ code }) => code === '709')
    }
    expect(await warned(usual, '31')).toBe(false)
    expect([await warned(usual, 'AUTO'), await warned(usual, 'AUTO')]).toEqual([true, false])
    expect(await warned(given, 'AUTO')).toBe(false)
  })

  it('answers 701 to what is not JSON at all', async () => {
    const there = workers()
    expect(await there.stamp<unknown>({ Version: () => '4.0' })).toMatchObject({
      ok: false,
      code: 701,
    })
    expect(await there.check<unknown>({ Version: Symbol('4.0') })).toMatchObject([{ code: '701' }])
  })

  it('finds signers with a function, and signs with them, in the main thread', async () => {
    const asked: (string | undefined)[] = []
    const all = { TOAM850417U21: person, PLO150312QT1: await csd('company') }
    const signers: WorkersOptions['signers'] = async (rfc) => {
      asked.push(rfc)
      if (rfc === 'AAA010101AAA') throw new Error('la bóveda no contesta')
      return all[rfc as keyof typeof all]
    }
    const there = workers({ signers })
    const issuers = ['TOAM850417U21', 'PLO150312QT1', 'XAXX010101000', 'AAA010101AAA']
    const answers = await Promise.all(
      issuers.map((Rfc) =>
        there.stamp(text({ Emisor: { Rfc, Nombre: 'AUTO', RegimenFiscal: '612' } })),
      ),
    )
    expect(answers.map((answer) => (answer.ok ? answer.cfdi.NoCertificado : answer.code))).toEqual([
      person.noCertificado,
      702,
      703,
      703,
    ])
    expect(answers[3]).toMatchObject({ message: expect.stringContaining('la bóveda no contesta') })
    expect(asked.sort()).toEqual([...issuers].sort())
  })

  it('passes the provider the same as seal, including the document', async () => {
    const provider = pac()
    await workers({ provider }).stamp(text({ Folio: '31' }))
    const [sealed] = provider.got
    expect(sealed?.document).toMatchObject({
      Folio: '31',
      Sello: sealed?.sello,
      Emisor: { Rfc: person.rfc },
    })
    expect(sealed?.xml).toContain(`Sello="${sealed?.sello}"`)
    expect(sealed?.document).toBe(sealed?.document)
  })

  it('stamps complements that the host declares, which threads receive as copies', async () => {
    const { createSandboxPac } =
      await importBuilt<typeof import('../../src/pac/sandbox/index.js')>('cfdi-stamp/pac/sandbox')
    const complements = [
      complement({
        ...{ name: 'Reciclaje', version: '1.0', prefix: 'rec', at: 'comprobante' },
        ...{ namespace: 'http://www.sat.gob.mx/Reciclaje', xsd: 'urn:Reciclaje10.xsd' },
        root: element({ Version: required(fixed('1.0')), Bolsas: oneOrMore({}) }),
      }),
    ]
    const provider = createSandboxPac({ complements })
    const signers = await provider.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA' })
    const options = { signers, provider, complete: true, module: undefined }
    const Complemento = { Reciclaje: { Version: '1.0', Bolsas: [{}, {}] } }
    const json = JSON.stringify({ ...sale, Complemento })
    const answer = await workers({ ...options, complements }).stamp(json)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    expect(answer.document.Complemento).toMatchObject(Complemento)
    expect(await workers(options).stamp(json)).toMatchObject({ ok: false, code: 702 })
  })

  it('stamps registered documents, which their PAC receives as what they are', async () => {
    const { retenciones20 } =
      await importBuilt<typeof import('../../src/sat/retenciones20/index.js')>(
        'cfdi-stamp/retenciones',
      )
    const { createSandboxPac } =
      await importBuilt<typeof import('../../src/pac/sandbox/index.js')>('cfdi-stamp/pac/sandbox')
    const documents = [retenciones20]
    const provider = createSandboxPac({ documents })
    const signers = await provider.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA' })
    const there = workers({ signers, provider, documents, module: undefined })
    const drafts = [JSON.stringify(dividendo), structuredClone(dividendo)]
    for await (const { answer } of stampMany(there, drafts, { concurrency: 2 })) {
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      expect(answer.cfdi).toMatchObject({ Total: '100.00', Moneda: 'MXN' })
      expect(answer.document).toMatchObject({ CveRetenc: '14', Emisor: { RfcE: 'PLO150312QT1' } })
    }
    expect(await there.check(JSON.stringify({ ...dividendo, CveRetenc: '99' }))).toMatchObject([
      { element: 'Retenciones', field: 'CveRetenc' },
    ])
    const capabilities = { ...onlyStamps, documents: ['Retenciones'] }
    const taking = { ...pac(), capabilities }
    await workers({ signers, provider: taking, documents, module: undefined }).stamp(
      JSON.stringify(dividendo),
    )
    expect(taking.got.map(({ root }) => root === retenciones20)).toEqual([true])
    const closed = workers({ signers, provider: pac(), documents, module: undefined })
    expect(await closed.stamp(JSON.stringify(dividendo))).toMatchObject({ ok: false, code: 705 })
    expect(await workers().stamp(JSON.stringify(dividendo))).toMatchObject({
      code: 701,
      message: expect.stringContaining('cfdi-stamp/retenciones'),
    })
  })

  it('refuses a document that a thread cannot load, and documents of its module', async () => {
    const { retenciones20 } =
      await importBuilt<typeof import('../../src/sat/retenciones20/index.js')>(
        'cfdi-stamp/retenciones',
      )
    const document = { ...retenciones20.model.document, name: 'Otra' }
    const other = { ...retenciones20, model: { ...retenciones20.model, document } }
    expect(() => workers({ documents: [other] })).toThrow(/threads cannot load Otra/)
    const given = new URL('data:text/javascript,export default { documents: [] }')
    await expect(workers({ module: given }).check(text())).rejects.toMatchObject({
      code: 'WORKER_LOST',
      cause: { message: expect.stringContaining('an option of createWorkers') },
    })
  })

  it('reserves folios in the main thread: each once, and settled by what became of it', async () => {
    const provider = pac(async (sealed) =>
      sealed.document.Folio === '2'
        ? { kind: 'unavailable', pac: 'pac', message: 'No hay red.' }
        : stamped(sealed),
    )
    const memory = createMemoryFolios()
    const log: string[] = []
    const folios: FolioSequence = {
      async next(rfc, serie) {
        const taken = await memory.next(rfc, serie)
        const note = (what: string, end: () => Promise<void>) => async () => {
          log.push(`${what} ${taken.folio}`)
          await end()
        }
        return {
          folio: taken.folio,
          commit: note('commit', taken.commit),
          release: note('release', taken.release),
        }
      },
    }
    const there = workers({ provider, folios, size: 2 })
    const used: unknown[] = []
    for await (const { answer } of stampMany(there, [text(), text(), text()], { concurrency: 1 }))
      used.push(answer.ok ? answer.cfdi.Folio : answer.code)
    // What was sealed and could be sent to nobody is in the host's hands, with its folio.
    expect(used).toEqual(['1', 707, '3'])
    expect(log).toEqual(['commit 1', 'commit 3'])
  })

  it('passes the signal to the provider', async () => {
    const controller = new AbortController()
    const provider = pac(
      (_, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () =>
            resolve({ kind: 'unknown', pac: 'pac', message: 'Sin respuesta.' }),
          )
          setImmediate(() => controller.abort())
        }),
    )
    expect(await workers({ provider }).stamp(text(), { signal: controller.signal })).toMatchObject({
      code: 708,
    })
  })

  it('answers 708 if the provider or the signer violates its contract', async () => {
    const provider = pac(() => Promise.reject(new Error('sin disco')))
    expect(await workers({ provider }).stamp(text())).toMatchObject({
      code: 708,
      message: /sin disco/,
    })
    const signers = {
      certificate: person.certificate,
      sign: () => Promise.reject(new Error('HSM')),
    }
    expect(await workers({ signers }).stamp(text())).toMatchObject({ code: 704 })
  })

  it('loses no stamp with a thread, and replaces it', async () => {
    let sent: (() => void) | undefined
    const reached = new Promise<void>((resolve) => {
      sent = resolve
    })
    const log: string[] = []
    const folios: FolioSequence = {
      next: async () => ({
        folio: '9',
        commit: async () => {},
        release: async () => void log.push('release'),
      }),
    }
    const provider = pac(async (sealed) => {
      if (sealed.document.Serie !== 'SLOW') return stamped(sealed)
      sent?.()
      return new Promise(() => {})
    })
    const there = workers({ provider, folios })
    const slow = there.stamp(text({ Serie: 'SLOW' }))
    await reached
    await expect(there.stamp(text({ Receptor: killing }))).rejects.toMatchObject({
      code: 'WORKER_LOST',
    })
    expect(await slow).toMatchObject({
      ok: false,
      code: 708,
      pac: 'pac',
      sealed: { Serie: 'SLOW', Folio: '9' },
    })
    expect(log).toEqual([])
    expect(await there.stamp(text())).toMatchObject({ ok: true })
  })

  it('passes a document to the thread with the fewest, unaffected by the death of another', async () => {
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const provider = pac(async (sealed) => {
      await held
      return stamped(sealed)
    })
    const there = workers({ provider, size: 2 })
    const first = there.stamp(text())
    await expect(there.stamp(text({ Receptor: killing }))).rejects.toMatchObject({
      code: 'WORKER_LOST',
    })
    release?.()
    expect(await first).toMatchObject({ ok: true })
  })

  it('reports why a thread did not start', async () => {
    const there = workers({ module: new URL('./absent.mjs', import.meta.url) })
    const failed = there.stamp(text())
    await expect(failed).rejects.toMatchObject({
      code: 'WORKER_LOST',
      cause: { code: 'ERR_MODULE_NOT_FOUND' },
    })
  })

  it('accepts nothing after it is closed, and completes what was pending', async () => {
    const there = workers()
    const under = there.stamp(text())
    const closed = there.close()
    await expect(there.stamp(text())).rejects.toMatchObject({ code: 'WORKERS_CLOSED' })
    await expect(there.check(text())).rejects.toMatchObject({ code: 'WORKERS_CLOSED' })
    await closed
    expect(await under).toMatchObject({ ok: true })
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses a size of %s', (size) => {
    expect(() => createWorkers({ signers: person, provider: pac(), size })).toThrow(TypeError)
  })

  it('requires signers and provider', () => {
    expect(() => createWorkers({ signers: person } as unknown as WorkersOptions)).toThrow(TypeError)
    expect(() => createWorkers({ provider: pac() } as unknown as WorkersOptions)).toThrow(TypeError)
  })

  it('does not keep the process alive while idle', () => {
    const script = `
      import { createWorkers, openCsd } from 'cfdi-stamp/node'
      const file = (name) => new URL('${new URL('../../fixtures/csd/', import.meta.url)}' + name)
      const signers = await openCsd({ cer: file('person.cer'), key: file('person.key'), password: '12345678a' })
      const provider = { id: 'pac', capabilities: {}, stamp: async () => ({ kind: 'unavailable', pac: 'pac', message: 'no' }) }
      const engine = createWorkers({ signers, provider, module: '${module}', size: 2 })
      console.log((await engine.stamp(${JSON.stringify(text())})).code)`
    const args = ['--input-type=module', '-e', script]
    expect(execFileSync(process.execPath, args, { timeout: 30_000 }).toString()).toBe('707\n')
  })
})
