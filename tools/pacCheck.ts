/**
 * Asks the sandbox of a PAC what its adapter could not know, with your own account, and prints what was confirmed.
 *
 *     PAC_USER=… PAC_PASSWORD=… CSD_CER=prueba.cer CSD_KEY=prueba.key CSD_PASSWORD=… npm run pac:check -- finkok
 *
 * Options of the adapter besides user and password come in PAC_OPTIONS, as JSON: `{"contrato":"…"}`. The CSD is one of the
 * SAT's for tests, registered in the account if the PAC wants that; PAC_NAME and PAC_CP are the name and the postal code of
 * its holder. It only speaks to the sandbox, stamps three documents there, and never runs in CI.
 * @module
 */
import { seal } from '../src/seal/sello.js'
import { openCsd } from '../src/node/openCsd.js'
import { connect } from '../src/node/connect.js'
import { localTime } from '../src/lib/time.js'
import { isFilled } from '../src/lib/json.js'
import type { Topic } from '../src/pac/adapter/dossier.js'
import { type PacName, pacs } from '../src/pac/pacs.js'
import type { Provider } from '../src/pac/provider.js'
import type { Sealed } from '../src/seal/sello.js'
import { dossiers } from './pacDossiers.js'

/** One row of what is printed: what was asked, what the adapter holds to be so, and what the sandbox answered. */
export interface Finding {
  readonly topic: Topic
  readonly held: string
  readonly answer: string
}

/** What a sandbox confirms of its adapter. Each document is a new one. */
export async function checkPac(
  name: PacName,
  provider: Provider,
  sealed: () => Promise<Sealed>,
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
  const [status, balance, ping] = [await provider.status?.(query), await provider.balance?.(), await provider.ping()]
  return [
    found('ping', String(ping)),
    found('stamp', told(first)),
    found('repeat', sameStamp(first, again)),
    found('earlier', told(again)),
    found('find', `before: ${told(before)}; after: ${told(after)}`),
    found('receiver', provider.pending === undefined ? 'no answer' : told(await provider.pending(Receptor.Rfc))),
    found('status', status?.estado ?? 'no answer'),
    found('balance', String(balance ?? 'no answer')),
    found('stamp', `a document that was changed after it was sealed: ${told(await provider.stamp(wrong))}`),
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

/** An outcome in a line, with the PAC's own words: they are what settles a question. */
function told({ kind, when, why, code, detail, message }: Told): string {
  return [kind, when, why, code, detail ?? message].filter(isFilled).join(' · ').slice(0, 160)
}

function sameStamp(first: Awaited<ReturnType<Provider['stamp']>>, again: typeof first): string {
  if (first.kind !== 'stamped') return 'the first was not stamped'
  if (again.kind !== 'stamped') return `confirmed only if it says that it is the same: ${told(again)}`
  return again.timbre.UUID === first.timbre.UUID ? 'confirmed: the same UUID' : 'REFUTED: TWO STAMPS FOR ONE DOCUMENT'
}

/** The findings as a table. */
export function tableOf(findings: readonly Finding[]): string {
  return ['| asked | held to be | the sandbox |', '| --- | --- | --- |']
    .concat(findings.map(({ topic, held, answer }) => `| ${topic} | ${held} | ${answer.replaceAll('|', '/')} |`))
    .join('\n')
}

/** The whole: from the environment to the table. @throws Error that says what is missing. */
export async function main(name: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  if (environment['CI']) throw new Error('pac:check is not for CI: it needs an account, and stamps')
  if (name === undefined || !Object.hasOwn(pacs, name)) throw new Error(`which PAC? ${Object.keys(pacs).join(', ')}`)
  const text = (key: string): string => {
    const value = environment[key]
    if (!value) throw new Error(`${key} is missing in the environment`)
    return value
  }
  const extra = JSON.parse(environment['PAC_OPTIONS'] ?? '{}') as object
  const account = { user: text('PAC_USER'), password: text('PAC_PASSWORD'), ...extra, sandbox: true }
  const csd = await openCsd({ cer: text('CSD_CER'), key: text('CSD_KEY'), password: text('CSD_PASSWORD') })
  const provider = connect(name as PacName, account as never)
  let folio = Date.now()
  const sealed = () => seal(invoice(String(folio++), csd.rfc, text('PAC_NAME'), text('PAC_CP')) as never, csd)
  return tableOf(await checkPac(name as PacName, provider, sealed))
}

/** The smallest invoice to the public in general. */
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
  const head = { Version: '4.0', Serie: 'CHECK', Folio, Fecha, FormaPago: '01', MetodoPago: 'PUE', Moneda: 'MXN' }
  return {
    ...head,
    ...{ SubTotal: price, Total: price, TipoDeComprobante: 'I', Exportacion: '01', LugarExpedicion },
    InformacionGlobal: { Periodicidad: '01', Meses: Fecha.slice(5, 7), Año: Fecha.slice(0, 4) },
    Emisor: { Rfc, Nombre, RegimenFiscal: Rfc.length === 12 ? '601' : '612' },
    Receptor: { ...receiver, DomicilioFiscalReceptor: LugarExpedicion, UsoCFDI: 'S01' },
    Conceptos: [{ ...concept, ValorUnitario: price, Importe: price }],
  }
}

if (process.argv[1]?.endsWith('pacCheck.ts')) {
  main(process.argv[2], process.env).then(
    (table) => console.log(table),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    },
  )
}
