/**
 * Every exported verb that takes options refuses a name that it does not know, by name. The verbs
 * are read from `api/`: a new one must be called here, or stand among those that take none from
 * callers.
 * @module
 */
import { describe, expect, it } from 'vitest'
import * as root from '../src/index.js'
import * as cancel from '../src/cancel/index.js'
import { createCatalogSet } from '../src/catalogs/set.js'
import { createCatalogs } from '../src/catalogs/catalogs.js'
import { listDatedData } from '../src/doctor/listDatedData.js'
import * as node from '../src/node/index.js'
import { openSqliteStore } from '../src/node/sqlite/index.js'
import { startFake } from '../src/node/fakes.js'
import { connect } from '../src/node/connect.js'
import { createTelemetry } from '../src/opentelemetry/createTelemetry.js'
import { createProvider } from '../src/pac/adapter/createProvider.js'
import { createBreaker } from '../src/pac/breaker.js'
import { comercioDigital } from '../src/pac/comercioDigital/comercioDigital.js'
import { facturaloPlus } from '../src/pac/facturaloPlus/facturaloPlus.js'
import { fel } from '../src/pac/fel/fel.js'
import { finkok } from '../src/pac/finkok/finkok.js'
import { formasDigitales } from '../src/pac/formasDigitales/formasDigitales.js'
import { itimbre } from '../src/pac/itimbre/itimbre.js'
import { mysuite } from '../src/pac/mysuite/mysuite.js'
import { ntlink } from '../src/pac/ntlink/ntlink.js'
import { prodigia } from '../src/pac/prodigia/prodigia.js'
import { createAuthority } from '../src/pac/sandbox/authority.js'
import { createSandboxSat } from '../src/pac/sandbox/sat.js'
import { createTestSealer } from '../src/pac/sandbox/testSealer.js'
import { sifei } from '../src/pac/sifei/sifei.js'
import { solucionFactible } from '../src/pac/solucionFactible/solucionFactible.js'
import { sw } from '../src/pac/sw/sw.js'
import { timbox } from '../src/pac/timbox/timbox.js'
import { renderAcusePdf } from '../src/pdf/acusePdf.js'
import { renderHtml } from '../src/pdf/html/renderHtml.js'
import { renderPdf } from '../src/pdf/renderPdf.js'
import { viewOf } from '../src/pdf/viewOf.js'
import * as postgres from '../src/postgres/index.js'
import * as build from '../src/sat/builders.js'
import * as schema from '../src/sat/schema.js'
import * as service from '../src/service/index.js'
import { createTools } from '../src/tools/createTools.js'
import { type Parameter, verbs as publicVerbs } from './publicVerbs.js'
import { csd, invoice } from './fixtures.js'

/** A name that no verb has. */
const strange = { noExiste: 1 } as never
const account = {
  user: 'u',
  password: 'p',
  environment: 'test',
  urls: {},
  ...(strange as object),
} as never
const client = { query: () => {}, transaction: () => {} } as never
const pac = root.createSandboxPac()
const send = (() => {}) as never

/** A call of each verb with a name that it does not know. */
const calls: Readonly<Record<string, () => unknown>> = {
  businessCalendar: () => cancel.businessCalendar(strange),
  cadenaOriginal: () => root.cadenaOriginal({} as never, strange),
  cadenaOriginalXml: () => root.cadenaOriginalXml('<a/>', strange),
  check: () => root.check({}, strange),
  checkXml: () => root.checkXml('<a/>', strange),
  comercioDigital: () => comercioDigital(account),
  composeCfdi: () => root.composeCfdi({} as never, strange),
  listDatedData: () => listDatedData({ at: '2026-11-26', ...(strange as object) }),
  listRules: () => root.listRules(strange),
  seal: async () => root.seal({} as never, await csd(), strange),
  writeCfdi: () => root.writeCfdi({} as never, strange),
  complementSchema: () => schema.complementSchema({} as never, strange),
  connect: () => connect('finkok', account),
  createAuthority: () => createAuthority(strange),
  createBreaker: () => createBreaker(strange, {} as never),
  createCatalogSet: () => createCatalogSet(strange),
  createCatalogs: () => createCatalogs(strange),
  createEngine: async () =>
    root.createEngine({ signers: await csd(), provider: pac, ...(strange as object) }),
  createMemoryFolios: () => root.createMemoryFolios(() => 1, strange),
  createPacCertificates: () => node.createPacCertificates(strange),
  createPostgresLeadership: () => postgres.createPostgresLeadership(client, strange),
  createPostgresServiceStore: () => postgres.createPostgresServiceStore(client, strange),
  createPostgresStore: () => postgres.createPostgresStore(client, strange),
  createProvider: () => createProvider({} as never, { send, ...(strange as object) }),
  createPublicSend: () => node.createPublicSend(strange),
  createSandboxPac: () => root.createSandboxPac(strange),
  createSandboxSat: () => createSandboxSat(strange),
  createSend: () => node.createSend(strange),
  createService: () => service.createService(strange),
  createServiceSandbox: () => service.createServiceSandbox(strange),
  createVault: () => service.createVault(strange),
  createSharedBreaker: () => postgres.createSharedBreaker(client, strange),
  createSharedBulkhead: () => postgres.createSharedBulkhead(client, strange),
  createTelemetry: () => createTelemetry(strange),
  createTestSealer: () => createTestSealer(pac, strange),
  createTools: () => createTools(strange),
  createWorkers: () => node.createWorkers(strange),
  deliverEvents: () => service.deliverEvents({} as never, { send, ...(strange as object) }),
  documentSchema: () => schema.documentSchema(strange),
  draftSchema: () => schema.draftSchema(strange),
  explain: () => root.explain({}, strange),
  facturaGlobal: () => build.facturaGlobal([], strange),
  facturaloPlus: () =>
    facturaloPlus({ apikey: 'k', environment: 'test', ...(strange as object) } as never),
  failover: () =>
    root.failover([pac], { journal: root.createUnsafeMemoryJournal(), ...(strange as object) }),
  fel: () => fel(account),
  finkok: () => finkok(account),
  formasDigitales: () => formasDigitales(account),
  itimbre: () => itimbre(account),
  migrate: () => postgres.migrate(client, strange),
  migrationSql: () => postgres.migrationSql(strange),
  mysuite: () => mysuite(account),
  nomina: () => build.nomina({} as never, strange),
  notaDeCredito: () => build.notaDeCredito(invoice(), { Total: '1' } as never, strange),
  ntlink: () => ntlink({ ...(account as object), urls: { services: 'https://a.mx' } } as never),
  openApi: () => service.openApi(strange),
  openApiComponents: () => schema.openApiComponents(strange),
  openCsdFolder: () => node.openCsdFolder(strange),
  openFileJournal: () => node.openFileJournal('/nowhere/journal', strange),
  openFileStore: () => node.openFileStore('/nowhere/store', strange),
  openSqliteStore: () => openSqliteStore('/nowhere/store', strange),
  operate: () => root.operate({} as never, strange),
  operateOnce: () => root.operateOnce({} as never, strange),
  preview: () => root.preview({}, strange),
  prodigia: () => prodigia({ ...(account as object), contrato: 'c' } as never),
  readCfdi: () => root.readCfdi('<a/>', strange),
  renderAcusePdf: () => renderAcusePdf({ acuse: '', folios: [] } as never, strange),
  renderHtml: () => renderHtml('<a/>', strange),
  renderPdf: () => renderPdf(invoice(), strange),
  resolveDraft: () => root.resolveDraft({}, strange),
  rotateSecret: () => service.rotateSecret({} as never, 0, strange),
  sealMany: async () => root.sealMany([], await csd(), strange),
  sendMails: () =>
    service.sendMails(
      {} as never,
      { from: { address: 'a@b.mx' }, ...(strange as object) } as never,
    ),
  sifei: () => sifei({ ...(account as object), idEquipo: 'e' } as never),
  solucionFactible: () => solucionFactible(account),
  stampMany: () => root.stampMany({} as never, [], strange),
  startFake: () => startFake('finkok', strange),
  sw: () => sw({ token: 't', environment: 'test', ...(strange as object) }),
  timbox: () => timbox(account),
  verifyCfdi: () => root.verifyCfdi('<a/>', { anchors: 'none', ...(strange as object) }),
  verifySello: () => root.verifySello('<a/>', { anchors: 'none', ...(strange as object) }),
  verifyTimbre: () => root.verifyTimbre('<a/>', '', { anchors: 'none', ...(strange as object) }),
  verifyWebhook: () => service.verifyWebhook({} as never, [], { now: 0, ...(strange as object) }),
  viewOf: () => viewOf(invoice(), strange),
  webCryptoSigner: () => root.webCryptoSigner(strange),
  withFaults: () => root.withFaults(pac, {}, strange),
}

/**
 * Verbs of declarations, generators and adapters' authors, whose options are code and not what a
 * host configures.
 */
const ofAuthors: ReadonlySet<string> = new Set([
  'absenceOf',
  'urlsOf',
  'element',
  'list',
  'maybe',
  'one',
  'checkStructure',
  'comprobanteSchema',
  'zodOf',
  'jsonSchemaOf',
  'standardOf',
  'complementArbitrary',
  'comprobanteArbitrary',
  'elementArbitrary',
  'next',
])

/** Builders, which refuse names at every depth: test/sat holds them to it. */
const ofBuilders: ReadonlySet<string> = new Set([
  'aplicacionDeAnticipo',
  'facturaPorRemanente',
  'pago',
  'pagos',
  'paymentSummary',
  'retencionDeAcciones',
  'retencionDeDividendos',
  'retencionDeIntereses',
  'retencionDePagoAlExtranjero',
  'retencionDePlataforma',
  'retencionDePremio',
])

/** Types of options, by their names, and options without a named type. */
const isOfOptions = ({ name, type }: Parameter): boolean =>
  /^(?:Partial<|Omit<|Pick<)?\w*(?:Options|Policy)\b/.test(type) ||
  (/^(?:options|input|policy)$/.test(name) && type.startsWith('{'))

/** Functions of the public surface with a parameter of options. */
const verbs = publicVerbs
  .filter(({ parameters }) => parameters.some(isOfOptions))
  .map(({ name }) => name)

/** Data that a verb reads, such as a message, and not options. */
const isData = (name: string): boolean =>
  !(name in calls) && !ofAuthors.has(name) && dataOf.has(name)
const dataOf: ReadonlySet<string> = new Set([
  'createStatusSource',
  'readAnswerAcuse',
  'callTool',
  'describeContract',
])

describe('a name that is no option', () => {
  it('is looked for in every verb of the public surface', () => {
    expect(verbs.length).toBeGreaterThan(60)
    expect(
      [...new Set(verbs)].filter(
        (name) =>
          !(name in calls) && !ofAuthors.has(name) && !ofBuilders.has(name) && !isData(name),
      ),
    ).toEqual([])
  })

  it.each(Object.keys(calls))('%s refuses it by name', async (name) => {
    await expect((async () => calls[name]?.())()).rejects.toThrow(/noExiste/)
    await expect((async () => calls[name]?.())()).rejects.toBeInstanceOf(TypeError)
  })

  it.each([
    ['stamp', (engine: root.Engine) => engine.stamp({} as never, strange)],
    ['seal', (engine: root.Engine) => engine.seal({} as never, strange)],
    ['stampSealed', (engine: root.Engine) => engine.stampSealed({ XML: '' }, strange)],
    ['resume', (engine: root.Engine) => engine.resume(strange)],
    ['refresh', (engine: root.Engine) => engine.refresh(strange)],
    ['needsAttention', (engine: root.Engine) => engine.needsAttention(strange)],
    ['substitute', (engine: root.Engine) => engine.substitute({} as never, {} as never, strange)],
  ])('engine.%s refuses it', async (_, call) => {
    const engine = root.createEngine({ signers: await csd(), provider: pac })
    await expect((async () => call(engine))()).rejects.toThrow(/noExiste/)
  })

  it.each([
    ['stamp', (engine: root.Engine, signal: never) => engine.stamp(invoice(), { signal })],
    [
      'stamp with a key',
      (engine: root.Engine, signal: never) => engine.stamp(invoice(), { key: 'k', signal }),
    ],
    [
      'stampSealed',
      (engine: root.Engine, signal: never) => engine.stampSealed({ XML: '' }, { signal }),
    ],
    ['resume', async (engine: root.Engine, signal: never) => engine.resume({ signal }).next()],
    ['refresh', async (engine: root.Engine, signal: never) => engine.refresh({ signal }).next()],
  ])('engine.%s takes no controller for its signal, and sends nothing', async (_, call) => {
    let sent = 0
    const provider = { ...pac, stamp: async () => Promise.reject(sent++) } as never
    const orders = root.createUnsafeMemoryOrders()
    const engine = root.createEngine({ signers: await csd(), provider, orders })
    for (const signal of [new AbortController(), {}, 5, 'x', null])
      await expect((async () => call(engine, signal as never))()).rejects.toThrow(
        /signal must be an AbortSignal/,
      )
    expect(sent).toBe(0)
    expect(await orders.load('k')).toBeUndefined()
  })

  it('is refused in a list of the SAT, a policy, a script of faults and the parts of a failover', async () => {
    const given = { signers: await csd(), provider: pac }
    const journal = root.createUnsafeMemoryJournal()
    const engineOf = (part: object) => () => root.createEngine({ ...given, ...part } as never)
    const failoverOf = (part: object) => () => root.failover([pac], { journal, ...part } as never)
    const faultsOf = (faults: object) => () => root.withFaults(pac, faults as never)
    const refused: readonly (readonly [() => unknown, RegExp])[] = [
      [engineOf({ registries: { taxpayer: {} } }), /registries: .* did you mean taxpayers/],
      [engineOf({ registries: Promise.resolve({}) }), /registries: .* not a promise: await it/],
      [engineOf({ registries: { taxpayers: new Map() } }), /taxpayers must be .* methods find/],
      [engineOf({ catalogs: {} }), /catalogs must be an object with the methods catalog/],
      [engineOf({ cancelPolicy: {} }), /cancelPolicy: asked is missing/],
      [
        engineOf({ cancelPolicy: { ...cancel.defaultPolicy, receiverDay: 5 } }),
        /did you mean receiverDays/,
      ],
      [
        engineOf({ cancelPolicy: { ...cancel.defaultPolicy, asked: { waits: [], maxWait: 1 } } }),
        /asked.waits must not be empty/,
      ],
      [failoverOf({ concurrency: { limits: 1 } }), /concurrency: .* did you mean limit/],
      [failoverOf({ retryBudget: { rate: 0 } }), /retryBudget: unknown option rate/],
      [failoverOf({ breaker: { failure: 1 } }), /breaker: .* did you mean failures/],
      [faultsOf({ stmap: [] }), /did you mean stamp/],
      [faultsOf({ stamp: ['timeoutafter'] }), /did you mean timeout-after/],
      [faultsOf({ always: { stamp: 'dwon' } }), /did you mean down/],
      [faultsOf({ seed: 1, stamp: { dwon: 1 } }), /did you mean down/],
    ]
    for (const [call, message] of refused) expect(call).toThrow(message)
    const policy = { anchors: 'none', check: { registries: { taxpayer: {} } } } as never
    await expect(root.verifyCfdi('<a/>', policy)).rejects.toThrow(/did you mean taxpayers/)
    const engine = root.createEngine(given)
    const draft = invoice()
    for (const call of [
      () => engine.answer(strange),
      () => engine.related(strange),
      () => pac.issueCsd({ rfc: 'PLO150312QT1', name: 'X', ...(strange as object) }),
    ])
      await expect(call()).rejects.toThrow(/noExiste/)
    await expect(
      (engine.check as (...all: unknown[]) => Promise<unknown>)(draft, { rules: false }),
    ).rejects.toThrow(/no options/)
    await expect(root.failover([pac], { journal }).resume(strange)).rejects.toThrow(/token must/)
  })

  it.each([
    ['reconcile', (provider: root.Failover) => provider.reconcile(strange)],
    ['settle', (provider: root.Failover) => provider.settle('x', 'not-stamped', strange)],
  ])('failover.%s refuses it', async (_, call) => {
    const provider = root.failover([pac], { journal: root.createUnsafeMemoryJournal() })
    await expect((async () => call(provider))()).rejects.toThrow(/noExiste/)
  })

  it('is told with the nearest name, and where a list belongs', async () => {
    const misspelt = { signers: await csd(), provider: pac, compelte: true }
    expect(() => root.createEngine(misspelt)).toThrow(/did you mean complete/)
    expect(() => root.preview({}, { compelte: true } as never)).toThrow(/did you mean complete/)
    expect(() => root.check({}, { taxpayers: {} } as never)).toThrow(
      /unknown option taxpayers.*registries/,
    )
    expect(() => root.check({}, { registries: { taxpayer: {} } } as never)).toThrow(
      /did you mean taxpayers/,
    )
  })

  it('is not the index that map passes', () => {
    expect([invoice()].map(root.check as (document: unknown) => unknown)).toHaveLength(1)
  })
})
