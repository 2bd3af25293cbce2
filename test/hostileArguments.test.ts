/**
 * Values of every wrong kind, in every argument and option of the public surface. The list comes
 * from `api/` (`publicVerbs.ts`): a new verb, argument or option is tried on its first day.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../src/pac/sandbox/authority.js'
import * as library from '../src/index.js'
import { csd, invoice } from './fixtures.js'
import { membersOf, methodsOf, type Parameter, type Verb, verbs } from './publicVerbs.js'
import { root } from './tree.js'

const hostile: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a text', '/nowhere/x'],
  ['a number', -1.5],
  ['a promise', Promise.resolve({})],
  ['a list', [null]],
  ['NaN', Number.NaN],
  ['a function', () => 1],
  ['a Date', new Date(0)],
  ['a bigint', 10n],
  ['a symbol', Symbol('q')],
  ['an object', {}],
  ['an object without a prototype', Object.create(null)],
]

/** Errors of the runtime, which name no argument. */
const raw =
  /Cannot (?:read|convert|destructure|use 'in'|mix)|is not a function|is not iterable|is not a constructor|Maximum call|Invalid time value|Invalid array length|[Rr]educe of empty|undefined \(|null \(/

let sent = 0
const counted = async () => Promise.reject(new Error(`sent ${sent++}`))
const sandbox = library.createSandboxPac()
const provider = { ...sandbox, id: 'counting', capabilities: sandbox.capabilities, stamp: counted }

const signer = await csd('person')
const document = invoice()
const sealed = await library.seal(document, signer)
const engineOf = (more: object = {}) =>
  library.createEngine({ signers: signer, provider: provider as never, ...more })
const failoverOf = (more: object = {}) =>
  library.failover([provider as never], {
    journal: library.createUnsafeMemoryJournal(),
    ...more,
  })

/** A good value for an argument, by its type. Others get an empty object. */
const good: readonly (readonly [RegExp, () => unknown])[] = [
  [/^EngineOptions/, () => ({ signers: signer, provider })],
  [/^(?:FailoverOptions)/, () => ({ journal: library.createUnsafeMemoryJournal() })],
  [/^readonly Provider\[\]/, () => [provider]],
  [/^(?:Pick<)?(?:Keyless)?Engine\b/, () => engineOf()],
  [/^Failover\b/, () => failoverOf()],
  [/^(?:Provider|SandboxPac)\b/, () => provider],
  [/^(?:Signer|Csd)\b/, () => signer],
  [/^Sealed\b/, () => sealed],
  [/^(?:Comprobante|Timbrado|Unsealed|Given)\b/, () => document],
  [/(?:SealPolicy|CfdiPolicy|IntegrityPolicy)/, () => ({ anchors: 'none' })],
  [/^AuthorityOptions/, () => ({ clock: () => new Date(0) })],
  [/^Authority\b/, () => createAuthority({ clock: () => new Date(0) })],
  [/^Operate/, () => ({ deliver: async () => {} })],
  [/^string \| Uint8Array/, () => sealed.xml],
  // A path where nothing can be written.
  [/^string$/, () => '/nowhere/x'],
  [/^number$/, () => 1],
  [/^Date$/, () => new Date(0)],
]

function goodFor({ type }: Parameter): unknown {
  const known = good.find(([pattern]) => pattern.test(type))
  if (known !== undefined) return known[1]()
  if (type.includes('=>')) return () => undefined
  return {}
}

/** Lists of arguments with one hostile value, each with its description. */
function* attacksOn(parameters: readonly Parameter[]) {
  const whole = parameters.map(goodFor)
  for (const [at, parameter] of parameters.entries()) {
    const put = (value: unknown) => whole.map((each, index) => (index === at ? value : each))
    for (const [words, value] of hostile) yield [`${parameter.name} ${words}`, put(value)] as const
    for (const member of membersOf(parameter.type))
      for (const [words, value] of hostile)
        yield [
          `${parameter.name}.${member} ${words}`,
          put({ ...(whole[at] as object), [member]: value }),
        ] as const
  }
}

/** Ends what a call started: a loop, a server, a pool, a generator. */
async function end(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null) return
  for (const name of ['close', 'return', 'stop'] as const) {
    const method: unknown = Reflect.get(result, name)
    if (typeof method === 'function') await method.call(result)
  }
}

const late = Symbol('late')
const inTime = (work: Promise<unknown>) =>
  Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, 5_000, late).unref()
    }),
  ])

/** What is wrong with the answer to an attack; undefined if nothing is. */
async function wrongWith(call: () => unknown): Promise<string | undefined> {
  try {
    const result = await inTime((async () => call())())
    if (result === late) return 'hangs'
    const isGenerator = typeof (result as { next?: unknown } | null)?.next === 'function'
    const first = isGenerator
      ? await inTime((result as AsyncGenerator).next() as Promise<unknown>)
      : result
    await end(result)
    if (first === late) return 'hangs'
    const { message } = (first ?? {}) as { readonly message?: unknown }
    if (typeof message === 'string' && raw.test(message)) return `answers ${message}`
  } catch (error) {
    const message = error instanceof Error ? error.message : 'throws no error'
    if (raw.test(message)) return message
  }
  return undefined
}

/** Parts of a draft that its rules judge, and options that have a value of the right kind. */
const mayBeSent =
  /^stamp: (?:json\.|options an object|options\.(?:key a text|orderedAt a Date|trace ))/

async function weaknessesOf(
  name: string,
  parameters: readonly Parameter[],
  call: (given: readonly unknown[]) => unknown,
): Promise<string[]> {
  const found: string[] = []
  for (const [words, given] of attacksOn(parameters)) {
    const before = sent
    const wrong = await wrongWith(() => call(given))
    if (wrong !== undefined) found.push(`${name}: ${words}: ${wrong}`)
    if (sent !== before && !mayBeSent.test(`${name}: ${words}`))
      found.push(`${name}: ${words}: sent`)
  }
  return found
}

const { exports: subpaths } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}

async function functionOf({ subpath, name }: Verb): Promise<(...given: never[]) => unknown> {
  const file = subpaths[subpath]?.default.replace('./dist/bundle/', './dist/') as string
  const module = await import(`${root}${file.replace('./dist/', 'src/').replace(/js$/, 'ts')}`)
  return module[name]
}

/** Functions that a subpath exports as a type only. */
const typesOnly: readonly string[] = ['notify']

/** Subpaths of authors: their arguments are declarations, parts of adapters, and test runners. */
const ofAuthors: ReadonlySet<string> = new Set([
  './arbitrary',
  './model',
  './pac/adapter',
  './pac/contract',
  './schema',
  './complements/contract',
  './service/contract',
  './store/contract',
  './zod',
])

/**
 * Verbs that still let an error of the runtime out, to be mended. A mended one must leave the list,
 * and no new one enters it.
 */
const unguarded: Readonly<Record<string, readonly string[]>> = {
  './cancel': [
    'businessCalendar',
    'businessTerm',
    'cancelledBefore',
    'classOfAnswer',
    'classOfAnswerCode',
    'classOfCode',
    'classOfOutcome',
    'createCancellationState',
    'createStatusSource',
    'endOfBusinessDays',
    'next',
    'readAcuse',
    'readAnswerAcuse',
    'readSatStatus',
    'satStateOf',
    'signCancellation',
    'standingOf',
    'statusExpression',
    'statusQuery',
    'taskOf',
  ],
  './catalogs': [
    'catalog',
    'createCatalogs',
    'createCatalogSet',
    'findTasas',
    'hasPedimento',
    'matchesPattern',
    'readPedimento',
  ],
  './node': ['openCsdFolder', 'openFileJournal', 'openFileStore', 'salvageFileStore'],
  './opentelemetry': ['createTelemetry'],
  './pac': ['registerIssuer', 'requireProvider'],
  './pac/comercioDigital': ['comercioDigital'],
  './pac/connect': ['connect'],
  './pac/fakes': ['startFake'],
  './pac/fel': ['fel'],
  './pac/finkok': ['finkok'],
  './pac/formasDigitales': ['formasDigitales'],
  './pac/itimbre': ['itimbre'],
  './pac/mysuite': ['mysuite'],
  './pac/ntlink': ['ntlink'],
  './pac/prodigia': ['prodigia'],
  './pac/sandbox': ['createTestSealer'],
  './pac/sifei': ['sifei'],
  './pac/solucionFactible': ['solucionFactible'],
  './pac/sw': ['sw'],
  './pac/timbox': ['timbox'],
  './pdf': ['amountInWords', 'renderHtml', 'renderPdf', 'viewOf'],
  './postgres': [
    'createPostgresLeadership',
    'createPostgresServiceStore',
    'createPostgresStore',
    'createSharedBreaker',
    'createSharedBulkhead',
    'migrate',
    'migrationSql',
  ],
  './seal': ['verifyIssuedBy', 'verifySignature'],
  './service': [
    'composeMail',
    'createWebhookSecret',
    'deliverEvents',
    'eventBody',
    'eventSchema',
    'isPublicAddress',
    'openApi',
    'readStatement',
    'rotateSecret',
    'sendMails',
    'signWebhook',
    'verifyWebhook',
  ],
  './tools': ['callTool', 'listTools'],
  './trust': ['pacCertificateUrl'],
}

const methods: readonly (readonly [string, () => object])[] = [
  ['Engine', () => engineOf({ orders: library.createUnsafeMemoryOrders() })],
  ['Failover', () => failoverOf()],
]

describe('a value of the wrong kind', () => {
  it('is tried in every function of the public surface', () => {
    expect(verbs.length).toBeGreaterThan(200)
    expect(membersOf('EngineOptions')).toContain('cancelPolicy')
    expect(membersOf('FacturaGlobalOptions')).toContain('LugarExpedicion')
    expect(membersOf('CfdiPolicy')).toEqual(expect.arrayContaining(['minKeySize', 'check']))
    expect(methodsOf('Engine').map(([name]) => name)).toContain('needsAttention')
  })

  const subpathsOfHosts = [...new Set(verbs.map(({ subpath }) => subpath))].filter(
    (subpath) => !ofAuthors.has(subpath),
  )

  it.each(subpathsOfHosts)('is refused by name in %s, and nothing is sent', async (subpath) => {
    const found: string[] = []
    for (const verb of verbs.filter((each) => each.subpath === subpath)) {
      if (typesOnly.includes(verb.name)) continue
      const call = await functionOf(verb)
      const given = (list: readonly unknown[]) => call(...(list as never[]))
      found.push(...(await weaknessesOf(verb.name, verb.parameters, given)))
    }
    const known = unguarded[subpath] ?? []
    const nameOf = (line: string) => line.slice(0, line.indexOf(':'))
    expect(found.filter((line) => !known.includes(nameOf(line)))).toEqual([])
    expect(known.filter((name) => !found.some((line) => nameOf(line) === name))).toEqual([])
  })

  it.each(methods)('is refused in the methods of %s, and nothing is sent', async (type, open) => {
    const found: string[] = []
    for (const [name, parameters] of methodsOf(type)) {
      const call = (given: readonly unknown[]) => {
        const target = open()
        return Reflect.apply(Reflect.get(target, name), target, given)
      }
      found.push(...(await weaknessesOf(name, parameters, call)))
    }
    expect(found).toEqual([])
  })
})
