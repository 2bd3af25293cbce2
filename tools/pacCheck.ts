/**
 * Checks assumptions of a PAC's adapter against its sandbox, with your own account, and prints the
 * confirmed ones.
 *
 * PAC_USER=… PAC_PASSWORD=… CSD_CER=prueba.cer CSD_KEY=prueba.key CSD_PASSWORD=… npm run pac:check
 * -- finkok --cancel --report
 *     finkok.json
 *
 * `--cancel` also cancels the first document. `--report` writes the findings to a file that can be
 * shared: without credentials, RFC, names and folios. For an account that cannot stamp (a test
 * account without stamps left, a password that you changed) it prints the row for `account` of the
 * adapter's options.
 *
 * Other options of the adapter are in PAC_OPTIONS, as JSON: `{"contrato":"…"}`, and all of an
 * account without user and password: `{"apikey":"…"}`. The CSD is one of
 * the SAT's test certificates, registered in the account if the PAC requires it; PAC_NAME and
 * PAC_CP are the name and the postal code of its holder. It connects to the sandbox only, stamps
 * three documents there, and never runs in CI.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { isFilled } from '../src/lib/json.js'
import { localTime } from '../src/lib/time.js'
import { connect } from '../src/node/connect.js'
import { openCsd } from '../src/node/openCsd.js'
import type { Topic } from '../src/pac/adapter/dossier.js'
import { type PacName, pacs } from '../src/pac/pacs.js'
import type { CancelRequest, Provider, StampOutcome } from '../src/pac/provider.js'
import type { Signer } from '../src/certificate/signer.js'
import { signCancellation } from '../src/cancel/sign.js'
import { redactorOf } from '../src/pac/adapter/redact.js'
import { userAgent } from '../src/lib/userAgent.js'
import type { Sealed } from '../src/seal/sello.js'
import { seal } from '../src/seal/sello.js'
import { dossiers } from './generate/parts/pacDossiers.js'

/** A row of the output: the question, the adapter's assumption, and the sandbox's reply. */
export interface Finding {
  readonly topic: Topic
  readonly held: string
  readonly answer: string
}

/** Signs the cancellation of a document. */
export type SignCancel = (uuid: string) => Promise<string>

/** Runs every check of an adapter. Each document is new. */
export async function checkPac(
  name: PacName,
  provider: Provider,
  sealed: () => Promise<Sealed>,
  signCancel?: SignCancel,
): Promise<readonly Finding[]> {
  const [document, other] = [await sealed(), await sealed()]
  const held = (topic: Topic) => dossiers[name].known[topic].join(', ')
  const found = (topic: Topic, answer: string): Finding => ({ topic, held: held(topic), answer })
  const before = await provider.find(document)
  const first = await provider.stamp(document)
  const again = await provider.stamp(document)
  const after = await provider.find(document)
  const fe = document.sello.slice(-8)
  const { Emisor, Receptor, Total } = document.document
  const uuid = first.kind === 'stamped' ? first.timbre.UUID : ''
  const query = { uuid, rfcEmisor: Emisor.Rfc, rfcReceptor: Receptor.Rfc, total: String(Total), fe }
  const wrong = { ...other, xml: other.xml.replace(/ Total="[^"]*"/, ' Total="0.01"') }
  const [status, balance, ping] = [
    await provider.status?.(query),
    await provider.balance?.(),
    await provider.ping(),
  ]
  const altered = await provider.stamp(wrong)
  const tipoDeComprobante = document.document
    .TipoDeComprobante as CancelRequest['tipoDeComprobante'] & string
  const cancelled =
    signCancel &&
    (await cancelOne(provider, { ...query, tipoDeComprobante, motivo: '02' }, signCancel))
  return [
    found('ping', String(ping)),
    found('stamp', told(first)),
    found('repeat', sameStamp(first, again)),
    found('earlier', told(again)),
    found('find', `before: ${told(before)}; after: ${told(after)}`),
    found(
      'receiver',
      provider.pending === undefined ? 'no answer' : told(await provider.pending(Receptor.Rfc)),
    ),
    found('status', status?.estado ?? 'no answer'),
    found('balance', String(balance ?? 'no answer')),
    found('stamp', `a document that was changed after it was sealed: ${told(altered)}`),
    ...(cancelled === undefined ? [] : cancelled.map((answer) => found('cancel', answer))),
    ...rowFor(first).map((answer) => found('stamp', answer)),
  ]
}

/** The cancellation, the same once more, and the status that follows. */
async function cancelOne(
  provider: Provider,
  request: CancelRequest & Parameters<NonNullable<Provider['status']>>[0],
  sign: SignCancel,
): Promise<readonly string[]> {
  if (provider.cancel === undefined) return ['no operation with a signed request']
  if (request.uuid === '') return ['nothing was stamped that could be cancelled']
  const signed = await sign(request.uuid)
  const outcomes = [
    await provider.cancel({ ...request, signed }),
    await provider.cancel({ ...request, signed }),
  ]
  const status = await provider.status?.(request)
  return [
    ...outcomes.map((outcome, at) => `${at === 0 ? 'once' : 'again'}: ${told(outcome)}`),
    `then: ${[status?.estado ?? 'no answer', status?.estatusCancelacion].filter(isFilled).join(' · ')}`,
  ]
}

/** Prints how to record an account that cannot stamp; only its owner knows the reason. */
function rowFor(outcome: StampOutcome): readonly string[] {
  const { kind, code, detail } = outcome
  if (
    kind !== 'unknown' ||
    outcome.why !== undefined ||
    (code === undefined && detail === undefined)
  )
    return []
  const row = JSON.stringify({ ...(code && { code }), ...(detail && { text: detail }), means: '…' })
  return [
    `if you know that this account cannot stamp: account: [${row}], with means password, blocked, credits or expired`,
  ]
}

interface Told {
  readonly kind: string
  readonly code?: string
  readonly detail?: string
  readonly message?: string
  readonly when?: string
  readonly why?: string
}

/** Formats an outcome on one line, with the PAC's own text, which settles the question. */
function told({ kind, when, why, code, detail, message }: Told): string {
  return [kind, when, why, code, detail ?? message].filter(isFilled).join(' · ').slice(0, 160)
}

function sameStamp(first: Awaited<ReturnType<Provider['stamp']>>, again: typeof first): string {
  if (first.kind !== 'stamped') return 'the first was not stamped'
  if (again.kind !== 'stamped')
    return `confirmed only if it says that it is the same: ${told(again)}`
  return again.timbre.UUID === first.timbre.UUID
    ? 'confirmed: the same UUID'
    : 'REFUTED: TWO STAMPS FOR ONE DOCUMENT'
}

/** The findings as a table. */
export function tableOf(findings: readonly Finding[]): string {
  return ['| asked | held to be | the sandbox |', '| --- | --- | --- |']
    .concat(
      findings.map(
        ({ topic, held, answer }) => `| ${topic} | ${held} | ${answer.replaceAll('|', '/')} |`,
      ),
    )
    .join('\n')
}

/**
 * Returns the findings as JSON to be shared, without data of the account, its holder or a document.
 */
export function reportOf(
  name: PacName,
  findings: readonly Finding[],
  secrets: readonly string[],
): string {
  const redact = redactorOf(secrets)
  const clean = (text: string) => redact(text).replace(uuidForm, '<UUID>').replace(rfcForm, '<RFC>')
  const told = findings.map(({ topic, held, answer }) => ({ topic, held, answer: clean(answer) }))
  return `${JSON.stringify({ pac: name, by: userAgent, node: process.version, findings: told }, undefined, 2)}\n`
}

const uuidForm = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/gi
const rfcForm = /(?<![A-ZÑ&0-9])[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}(?![A-Z0-9])/g

/**
 * Runs the checks of a PAC, configured by the environment. @throws Error that names missing
 * settings
 */
export async function main(
  name: string | undefined,
  environment: NodeJS.ProcessEnv,
  options: readonly string[] = [],
): Promise<string> {
  const { cancel, report } = optionsIn(options)
  if (environment['CI']) throw new Error('pac:check is not for CI: it needs an account, and stamps')
  if (name === undefined || !Object.hasOwn(pacs, name))
    throw new Error(`which PAC? ${Object.keys(pacs).join(', ')}`)
  const text = (key: string): string => {
    const value = environment[key]
    if (!value) throw new Error(`${key} is missing in the environment`)
    return value
  }
  const extra = JSON.parse(environment['PAC_OPTIONS'] ?? '{}') as object
  const members = { user: 'PAC_USER', password: 'PAC_PASSWORD' }
  const login = Object.entries(members)
    .filter(([member]) => dossiers[name as PacName].account.includes(member))
    .map(([member, key]) => [member, text(key)] as const)
  const account = { ...Object.fromEntries(login), ...extra, sandbox: true }
  const csd = await openCsd({
    cer: text('CSD_CER'),
    key: text('CSD_KEY'),
    password: text('CSD_PASSWORD'),
  })
  const provider = connect(name as PacName, account as never)
  let folio = Date.now()
  const sealed = () =>
    seal(invoice(String(folio++), csd.rfc, text('PAC_NAME'), text('PAC_CP')) as never, csd)
  const findings = await checkPac(
    name as PacName,
    provider,
    sealed,
    cancel ? signerOf(csd) : undefined,
  )
  const secrets = [
    ...login.map(([, value]) => value),
    text('PAC_NAME'),
    text('PAC_CP'),
    ...textsIn(extra),
  ]
  if (report !== undefined) writeFileSync(report, reportOf(name as PacName, findings, secrets))
  return tableOf(findings)
}

function signerOf(csd: Signer): SignCancel {
  return async (uuid) => (await signCancellation({ uuid, motivo: '02', at: new Date() }, csd)).xml
}

/** @throws Error for an unknown option */
function optionsIn(given: readonly string[]): {
  readonly cancel: boolean
  readonly report: string | undefined
} {
  const at = given.indexOf('--report')
  const report = at < 0 ? undefined : given[at + 1]
  const rest = given.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  if ((at >= 0 && !report) || rest.some((one) => one !== '--cancel'))
    throw new Error('options: --cancel, --report <file>')
  return { cancel: rest.length > 0, report }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The smallest invoice to the general public. */
function invoice(Folio: string, Rfc: string, Nombre: string, LugarExpedicion: string) {
  const Fecha = localTime(new Date(Date.now() - 600_000), 'America/Mexico_City')
  const [price, receiver] = [
    '1.00',
    { Rfc: 'XAXX010101000', Nombre: 'PUBLICO EN GENERAL', RegimenFiscalReceptor: '616' },
  ]
  const concept = {
    ClaveProdServ: '01010101',
    Cantidad: '1',
    ClaveUnidad: 'ACT',
    Descripcion: 'Venta',
    ObjetoImp: '01',
  }
  const head = {
    Version: '4.0',
    Serie: 'CHECK',
    Folio,
    Fecha,
    FormaPago: '01',
    MetodoPago: 'PUE',
    Moneda: 'MXN',
  }
  return {
    ...head,
    ...{
      SubTotal: price,
      Total: price,
      TipoDeComprobante: 'I',
      Exportacion: '01',
      LugarExpedicion,
    },
    InformacionGlobal: { Periodicidad: '01', Meses: Fecha.slice(5, 7), Año: Fecha.slice(0, 4) },
    Emisor: { Rfc, Nombre, RegimenFiscal: Rfc.length === 12 ? '601' : '612' },
    Receptor: { ...receiver, DomicilioFiscalReceptor: LugarExpedicion, UsoCFDI: 'S01' },
    Conceptos: [{ ...concept, ValorUnitario: price, Importe: price }],
  }
}

if (process.argv[1]?.endsWith('pacCheck.ts')) {
  main(process.argv[2], process.env, process.argv.slice(3)).then(
    (table) => console.log(table),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    },
  )
}
