/**
 * The SDKs in `clients/`: the same calls in Node.js, PHP and Python give the same results, byte for
 * byte, from this server; and the same requests to a server that fails in many ways.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scopes } from 'cfdi-stamp/service'
import { isInstalled } from '../../../test/programs.ts'
import { freePort, type Host, openHost, rfc } from './host.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const clients = (path: string) => here(`../../../clients/${path}`)

type Language = 'node' | 'php' | 'python'
const languages = (['node', 'php', 'python'] as const).filter((language) =>
  language === 'node' ? true : isInstalled(language === 'php' ? 'php' : 'python3'),
)
const commands: Record<Language, string[]> = {
  node: [process.execPath, clients('test/calls.js')],
  php: ['php', '-n', clients('test/calls.php')],
  python: ['python3', '-B', clients('test/calls.py')],
}

let folder: string
before(async () => {
  folder = await mkdtemp(here('../client-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const types = ['--typeRoots', here('../../../node_modules/@types')]
  const build = ['-p', clients('node'), '--outDir', join(folder, 'sdk'), ...types]
  await run(here('../node_modules/.bin/tsc'), build)
})
after(() => rm(folder, { recursive: true }))

/** Runs steps with the SDK of a language. Resolves to the lines that it writes. */
async function perform(language: Language, steps: object[], env: Record<string, string>) {
  const file = join(folder, `calls-${language}.json`)
  await writeFile(file, JSON.stringify(steps))
  const [program = '', ...words] = commands[language]
  const { stdout } = await run(program, [...words, file], {
    env: { ...process.env, SDK: join(folder, 'sdk/index.js'), ...env },
    maxBuffer: 1 << 26,
  })
  return stdout.trimEnd().split('\n')
}

/** Replaces values that differ between two runs, each by its order. */
function settled(lines: string[]): string[] {
  const uuids = new Map<string, string>()
  const numbered = (uuid: string) => {
    const known = uuids.get(uuid) ?? `uuid-${uuids.size + 1}`
    uuids.set(uuid, known)
    return known
  }
  return lines.map((line) =>
    line
      .replace(/"(XML|Sello|SelloSAT)":"[A-Za-z0-9+/=]{100,}"/g, '"$1":"…"')
      .replace(/"(CadenaOriginalTimbre|UrlVerificacion)":"[^"]*"/g, '"$1":"…"')
      .replace(/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/g, numbered)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, 'time')
      .replace(/expires=\d+&signature=[\w-]+/g, 'expires=…&signature=…')
      .replace(/\b\d{13}_/g, 'at_')
      .replace(/"by":"[0-9a-f]{16}"/g, '"by":"key"')
      .replace(/whsec_[A-Za-z0-9+/=]+/g, 'whsec')
      .replace(/"bytes":\d+/g, '"bytes":0'),
  )
}

describe('40 calls', () => {
  let host: Host
  const told = new Map<Language, string[]>()

  before(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    host = await openHost({ env: { PORT: String(port), PUBLIC_URL: url } })
    const steps = JSON.parse(await readFile(clients('test/calls.json'), 'utf8'))
    assert.equal(steps.length, 40)
    for (const language of languages) {
      await host.accounts.create({ id: language, name: language, issuers: [rfc] })
      const { key } = await host.accounts.issueKey({ account: language, scopes })
      told.set(language, settled(await perform(language, steps, { URL: url, KEY: key })))
    }
  })
  after(() => host.close())

  it('reach every operation that takes no link, with results and with failures', async () => {
    const lines = (told.get('node') ?? []).map((line) => JSON.parse(line))
    assert.equal(lines.length, 40)
    const failures = lines.flatMap(({ outcome }) => outcome?.failure ?? [])
    assert.deepEqual([...new Set(failures)].sort(), [
      'AbsentFailure',
      'CancelFailure',
      'InvalidFailure',
      'IssuerFailure',
      'JsonFailure',
      'KeyFailure',
      'RequestFailure',
      'SettledFailure',
      'UnauthorizedFailure',
    ])
    const invalid = lines.find(({ outcome }) => outcome?.failure === 'InvalidFailure')
    assert.ok(invalid.outcome.errors.length > 1)
    assert.match(lines[4].outcome.cfdi.UUID, /^uuid-/)
    assert.deepEqual(lines[4].outcome, lines[5].outcome)
    assert.equal(lines.at(-1).outcome.stamped, 4)
  })

  it('that fail have the id of the request, also in the message', async () => {
    for (const language of languages) {
      const step = { call: 'retrieveInvoice', with: { uuid: 'no-existe' } }
      const env = { URL: host.origin, KEY: host.key }
      const [line = ''] = await perform(language, [step], env)
      const { requestId, message } = JSON.parse(line).outcome
      assert.match(requestId, /^[0-9a-f-]{36}$/)
      assert.ok(message.includes(requestId))
      assert.ok(host.lines.some((logged) => logged.includes(requestId)))
    }
  })

  it('put, list, read and remove a logo', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h5z"/></svg>'
    const steps = [
      { call: 'uploadLogo', with: { archivo: btoa(svg), nombre: 'sdk' } },
      { call: 'listLogos' },
      { call: 'getLogo', with: { nombre: 'sdk' } },
      { call: 'removeLogo', with: { nombre: 'sdk' } },
      { call: 'removeLogo', with: { nombre: 'sdk' } },
      { call: 'uploadLogo', with: { archivo: btoa('GIF89a') } },
    ]
    const { key } = await host.accounts.issueKey({ account: 'uno', scopes: ['account:manage'] })
    const all: string[][] = []
    for (const language of languages)
      all.push(settled(await perform(language, steps, { URL: host.origin, KEY: key })))
    const [node = []] = all
    for (const other of all) assert.deepEqual(other, node)
    const outcomes = node.map((line) => JSON.parse(line).outcome)
    assert.equal(outcomes[1].data[0].tipo, 'image/svg+xml')
    assert.equal(outcomes[2].start, '<svg ')
    const failures = outcomes.slice(-2).map(({ failure }) => failure)
    assert.deepEqual(failures, ['AbsentFailure', 'LogoFailure'])
  })

  for (const language of ['php', 'python'] as const)
    it(
      `of ${language} give what those of node give, byte for byte`,
      {
        skip: languages.includes(language) ? false : `${language} is not installed`,
      },
      () => assert.deepEqual(told.get(language), told.get('node')),
    )
})

describe('the README', () => {
  let host: Host
  let cwd: string
  before(async () => {
    host = await openHost({ credits: 20, isDriven: true })
    cwd = join(folder, 'readme')
    await mkdir(join(cwd, 'vendor'), { recursive: true })
    const { origin } = host
    // In place of the package managers.
    const autoload = `<?php require ${JSON.stringify(clients('php/autoload.php'))};`
    await writeFile(join(cwd, 'vendor/autoload.php'), autoload)
    await cp(join(folder, 'sdk'), join(cwd, 'node_modules/cfdi-stamp-client/dist'), {
      recursive: true,
    })
    const manifest = await readFile(clients('node/package.json'), 'utf8')
    await writeFile(join(cwd, 'node_modules/cfdi-stamp-client/package.json'), manifest)
    await cp(here('../factura.json'), join(cwd, 'factura.json'))
    env = {
      ...process.env,
      ...{ URL: origin, KEY: host.key },
      PYTHONPATH: clients('python/src'),
    }
  })
  after(() => host.close())
  let env: NodeJS.ProcessEnv

  const programs: Record<Language, string[]> = {
    node: [process.execPath, 'readme.mjs'],
    php: ['php', '-n', 'readme.php'],
    python: ['python3', '-B', 'readme.py'],
  }
  for (const language of languages)
    it(`of ${language} stamps in five lines; its findings and its list too`, async () => {
      const page = await readFile(clients(`${language}/README.md`), 'utf8')
      const blocks = [...page.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code = '']) => code)
      assert.equal(blocks.length, 2)
      const [first = ''] = blocks
      assert.ok(first.replace('<?php\n', '').trim().split('\n').length <= 5, first)
      const [program = '', file = ''] = [programs[language][0], programs[language].at(-1)]
      await writeFile(join(cwd, file), blocks.join(''))
      const { stdout } = await run(program, programs[language].slice(1), { cwd, env })
      const [stamped = '', ...rest] = stdout.trimEnd().split('\n')
      assert.match(stamped, /^[0-9A-F-]{36} http/)
      assert.ok(rest.length > 2, stdout)
      assert.ok(
        rest.some((line) => line.startsWith('Comprobante ')),
        stdout,
      )
      assert.equal(rest.at(-1), `${stamped.slice(0, 36)} 14500.00`)
    })

  const tags: Record<Language, string> = { node: 'js no-run', php: 'php', python: 'python' }
  for (const language of languages)
    it(`of the sandbox: ${language} loses an answer, repeats the key and lets a term pass`, async () => {
      const page = await readFile(here('../../../docs/en/sandbox.md'), 'utf8')
      const sample = new RegExp(`\`\`\`${tags[language]}\\n([\\s\\S]*?)\`\`\``)
      const [, code = ''] = sample.exec(page) ?? []
      const [program = '', file = ''] = [programs[language][0], programs[language].at(-1)]
      await writeFile(join(cwd, file), code)
      const { stdout } = await run(program, programs[language].slice(1), { cwd, env })
      assert.equal(stdout, 'true\ncancelled\n')
    })
})

it('each manifest names the version of the others, and no dependency', async () => {
  const [npm, composer, pypi] = await Promise.all(
    ['node/package.json', 'php/composer.json', 'python/pyproject.toml'].map((file) =>
      readFile(clients(file), 'utf8'),
    ),
  )
  const { version, dependencies } = JSON.parse(npm!)
  assert.equal(dependencies, undefined)
  assert.equal(/^version = "(.*)"$/m.exec(pypi!)?.[1], version)
  assert.match(pypi!, /^dependencies = \[\]$/m)
  const required = Object.keys(JSON.parse(composer!).require)
  assert.deepEqual(
    required.filter((name) => !/^(php|ext-\w+)$/.test(name)),
    [],
  )
  await readFile(clients('python/src/cfdi_stamp_client/py.typed'))
})

it('the hints of Python resolve', {
  skip: isInstalled('python3') ? false : 'python3 is not installed',
}, async () => {
  const program = `import inspect, typing, cfdi_stamp_client as c
methods = [m for _, m in inspect.getmembers(c.CfdiStamp, inspect.isfunction)]
for m in methods: typing.get_type_hints(m)
print(len(methods), "return" in typing.get_type_hints(c.CfdiStamp.createInvoice))`
  const env = { ...process.env, PYTHONPATH: clients('python/src') }
  const { stdout } = await run('python3', ['-B', '-c', program], { env })
  assert.match(stdout, /^\d\d True/)
})

describe('a server that fails', () => {
  interface Seen {
    readonly at: number
    readonly line: string
  }
  let server: Server
  let origin: string
  let seen: Seen[] = []
  const turns = new Map<string, number>()

  /** Responses by scenario, in the order of its requests; the last one repeats. */
  type Reply = (response: ServerResponse, request: IncomingMessage) => void
  const json =
    (status: number, body: object, headers: Record<string, string> = {}): Reply =>
    (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
  const failure = (code: number) => ({ code, message: 'No.', errors: [] })
  const good = json(200, { granted: 1, stamped: 0, reserved: 0, balance: 1, available: 1 })
  const lost: Reply = (response) => response.destroy()
  const stampedCfdi = Object.fromEntries(
    'UUID XML UrlXml Moneda SubTotal Total Fecha FechaTimbrado RfcProvCertif NoCertificado NoCertificadoSAT Sello SelloSAT CadenaOriginalTimbre UrlVerificacion'
      .split(' ')
      .map((name) => [name, 'x']),
  )
  const scenarios: Record<string, Reply[]> = {
    busy: [json(503, failure(730), { 'retry-after': '1' }), good],
    keyed: [
      lost,
      json(504, failure(708), { 'retry-after': '0' }),
      json(200, { cfdi: stampedCfdi, warnings: [] }),
    ],
    lost: [lost],
    refused: [json(503, failure(730), { 'retry-after': '0' })],
    limited: [json(429, failure(730), { 'retry-after': '0' }), json(202, { deliveries: 1 })],
    proxy: [(response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    redirect: [(response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end()],
    elsewhere: [good],
    hours: [json(503, failure(730), { 'retry-after': '3600' })],
    unknown: [json(418, { ...failure(799), errors: [{ element: 'a', field: 'b', message: 'c' }] })],
    cut: [
      (response) =>
        response.writeHead(200, { 'content-length': '1000' }).write('{') &&
        setTimeout(() => response.destroy(), 50),
    ],
    mute: [() => {}],
    slow: [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      },
    ],
    link: [(response) => response.end('<?xml')],
  }

  before(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, url = '', headers } = request
      const [, scenario = '', rest = ''] = /^\/(\w+)(.*)$/.exec(url) ?? []
      const form = [...new URLSearchParams(Buffer.concat(chunks).toString())]
      const shown = [headers['x-api-key'], headers['idempotency-key'], headers['content-type']]
      seen.push({ at: Date.now(), line: JSON.stringify([scenario, method, rest, shown, form]) })
      const replies = scenarios[scenario] ?? [json(404, {})]
      const turn = turns.get(scenario) ?? 0
      turns.set(scenario, turn + 1)
      replies[Math.min(turn, replies.length - 1)]?.(response, request)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  after(() => server.closeAllConnections() ?? server.close())

  const steps: readonly (readonly [scenario: string, step: object])[] = [
    ['busy', { call: 'balance' }],
    [
      'keyed',
      {
        call: 'createInvoice',
        with: { json: { Total: 'Ñ+&' } },
        options: { idempotencyKey: 'p-1' },
      },
    ],
    ['lost', { call: 'replayEvent', with: { id: 'a/b' } }],
    ['refused', { call: 'cancelInvoice', with: { uuid: 'é/?', motivo: '02' } }],
    ['limited', { call: 'replayEvent', with: { id: 'x' } }],
    [
      'proxy',
      { call: 'listInvoices', with: { limit: 5, cursor: 'a b+c' }, options: { retries: 1 } },
    ],
    ['redirect', { call: 'balance' }],
    ['hours', { call: 'balance' }],
    [
      'unknown',
      { call: 'createWebhook', with: { url: 'https://x', events: ['cfdi.paid', 'cfdi.unpaid'] } },
    ],
    ['cut', { call: 'balance', options: { retries: 0 } }],
    ['mute', { call: 'balance', options: { retries: 0, timeout: 0.4 } }],
    ['slow', { call: 'balance', options: { retries: 0, timeout: 0.6 } }],
  ]

  /** Sends every step to its scenario. Resolves to the outcomes and the requests. */
  async function tried(language: Language) {
    seen = []
    turns.clear()
    const sent = steps.map(([scenario, step]) => ({ ...step, at: `${origin}/${scenario}/` }))
    const link = { call: 'download', with: { url: `${origin}/link/x.xml` } }
    const env = { URL: origin, KEY: 'k-1' }
    return { outcomes: await perform(language, [...sent, link], env), requests: seen }
  }
  const results = new Map<Language, Awaited<ReturnType<typeof tried>>>()
  before(async () => {
    for (const language of languages) results.set(language, await tried(language))
  })

  it('is asked again with the same key, after Retry-After, and only where that is safe', () => {
    for (const [language, { outcomes, requests }] of results) {
      const lines = requests.map(({ line }) => JSON.parse(line))
      const count = (scenario: string) => lines.filter(([name]) => name === scenario).length
      const counts = Object.fromEntries(Object.keys(scenarios).map((name) => [name, count(name)]))
      assert.deepEqual(
        counts,
        {
          ...{ busy: 2, keyed: 3, lost: 1, refused: 1, limited: 2, proxy: 2, redirect: 1 },
          ...{ elsewhere: 0, hours: 1, unknown: 1, cut: 1, mute: 1, slow: 1, link: 1 },
        },
        language,
      )
      const keys = lines.filter(([name]) => name === 'keyed').map(([, , , [, key]]) => key)
      assert.deepEqual(keys, ['p-1', 'p-1', 'p-1'])
      const busy = requests.filter(({ line }) => line.startsWith('["busy"'))
      assert.ok(busy[1]!.at - busy[0]!.at >= 950, `${language} waits for Retry-After`)
      const [mute, slow, last] = requests.slice(-3).map(({ at }) => at) as [number, number, number]
      assert.ok(slow - mute < 2_000 && last - slow < 2_000, `${language} ends at its time-out`)
      const names = outcomes.map((line) => JSON.parse(line).outcome?.failure ?? 'ok')
      const [service, connection] = ['FailedFailure', 'ConnectionFailure']
      assert.deepEqual(names, [
        ...['ok', 'ok', connection, service, 'ok', connection, connection, service],
        ...['ServiceFailure', connection, connection, connection, 'ok'],
      ])
      const [link] = lines.filter(([name]) => name === 'link')
      assert.equal(link[3][0], null, `${language} sends no key to a link`)
    }
  })

  it('gets the same requests, and its responses are the same results, in every language', () => {
    const node = results.get('node')
    for (const { outcomes, requests } of results.values()) {
      assert.deepEqual(outcomes, node?.outcomes)
      assert.deepEqual(
        requests.map(({ line }) => line.replace(/;charset=UTF-8/, '')),
        node?.requests.map(({ line }) => line.replace(/;charset=UTF-8/, '')),
      )
    }
  })
})

it('webhooks: signatures by openssl are accepted, and altered ones refused, in every language', {
  skip: isInstalled('openssl') ? false : 'openssl is not installed',
}, async () => {
  const bytes = (length: number, first: number) =>
    Buffer.from(Array.from({ length }, (_, index) => (first + index * 37) % 256))
  const [key, other] = [bytes(32, 7), bytes(24, 99)]
  const [secret, second] = [key, other].map((each) => `whsec_${each.toString('base64')}`)
  const signed = (content: string, with_: Buffer) =>
    execFileSync(
      'openssl',
      ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${with_.toString('hex')}`, '-binary'],
      {
        input: content,
      },
    ).toString('base64')
  const now = 1795363200
  const body = JSON.stringify({
    ...{ id: 'evt', type: 'cfdi.cancelled', version: 1, environment: 'sandbox' },
    ...{ timestamp: '2026-11-22T00:00:00.000Z', data: { UUID: 'Ñ €' } },
  })
  const signature = `v1,${signed(`evt.${now}.${body}`, key)}`
  const headers = {
    'Webhook-Id': 'evt',
    'webhook-timestamp': `${now}`,
    'webhook-signature': signature,
  }
  const step = (changes: object, options: object = { now }) => ({
    call: 'verifyWebhook',
    with: { headers, body, secrets: secret, ...changes },
    options,
  })
  const steps = [
    step({}),
    step({ secrets: [second, secret] }),
    step({ headers: { ...headers, 'webhook-signature': `v1,AAAA v2,x ${signature}` } }),
    step({}, { now: now + 300 }),
    step({}, { now: now + 301 }),
    step({}, { now: now - 301 }),
    step({}, { now: now + 301, tolerance: 400 }),
    step({ secrets: second }),
    step({ body: `${body} ` }),
    step({ headers: { ...headers, 'Webhook-Id': 'evt2' } }),
    step({ headers: { ...headers, 'webhook-timestamp': `${now}x` } }),
    step({ headers: { 'webhook-id': 'evt' } }),
    step({ headers: { ...headers, 'webhook-signature': signature.slice(0, -3) } }),
    step({ headers: { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') } }),
  ]
  const event = { call: 'verifyWebhook', outcome: JSON.parse(body) }
  const reason = (name: string) => ({
    call: 'verifyWebhook',
    outcome: { failure: 'WebhookFailure', reason: name },
  })
  const expected = [
    ...[event, event, event, event, reason('timestamp'), reason('timestamp'), event],
    ...['signature', 'signature', 'signature', 'headers', 'headers', 'signature', 'signature'].map(
      reason,
    ),
  ]
  for (const language of languages) {
    const lines = await perform(language, steps, { URL: 'http://localhost', KEY: 'k' })
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      expected,
      language,
    )
  }
})
