/**
 * A server for tests, over a real socket: the sandbox's PAC behind a switch, a PGlite in memory,
 * and its log.
 * @module
 */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { defaultPolicy } from 'cfdi-stamp/cancel'
import { createSandboxPac, createSandboxSat } from 'cfdi-stamp/pac/sandbox'
import { documents } from '../src/documents.js'
import { createLog } from '../src/log.js'
import { createMeter } from '../src/meter.js'
import { openServer } from '../src/open.js'
import { readSettings } from '../src/settings.js'

export const rfc = 'TOAM850417U21'

/** An invoice that can be stamped. */
export const invoice = (changes: object = {}): object => ({
  Version: '4.0',
  Fecha: 'AUTO',
  FormaPago: '03',
  MetodoPago: 'PUE',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  Moneda: 'MXN',
  SubTotal: 'AUTO',
  Total: 'AUTO',
  LugarExpedicion: '06600',
  Emisor: { Rfc: rfc, Nombre: 'AUTO', RegimenFiscal: '612' },
  Receptor: {
    Rfc: 'PLO150312QT1',
    Nombre: 'PAPELERIA LUNA DE OCTUBRE',
    DomicilioFiscalReceptor: '64000',
    RegimenFiscalReceptor: '601',
    UsoCFDI: 'G03',
  },
  Conceptos: [
    {
      ClaveProdServ: '80121600',
      Cantidad: '1',
      ClaveUnidad: 'E48',
      Descripcion: 'Asesoría en contratos mercantiles',
      ValorUnitario: '100.00',
      Importe: 'AUTO',
      ObjetoImp: '02',
      Impuestos: {
        Traslados: [
          {
            Base: 'AUTO',
            Impuesto: '002',
            TipoFactor: 'Tasa',
            TasaOCuota: '0.160000',
            Importe: 'AUTO',
          },
        ],
      },
    },
  ],
  Impuestos: 'AUTO',
  ...changes,
})

interface HostOptions {
  readonly env?: Record<string, string>
  readonly credits?: number
  readonly meter?: Partial<ReturnType<typeof createMeter>>
  /** Whether the sandbox is that of the server, in place of a PAC behind a switch. */
  readonly isDriven?: boolean
}

/**
 * Starts one on a free port, with an account of `credits` and its key. `env` are variables of the
 * environment.
 */
export async function openHost({
  env = {},
  credits = 10,
  meter = createMeter(),
  isDriven = false,
}: HostOptions = {}) {
  const lines: string[] = []
  const sat = createSandboxSat({ needsConsent: () => false })
  const pac = createSandboxPac({ sat, documents })
  const csd = await pac.issueCsd({ rfc, name: 'MARIANA TORRES ACOSTA' })
  const line = { isDown: false, held: Promise.resolve() }
  const down = { kind: 'unavailable' as const, pac: pac.id, message: 'No hay línea.' }
  const provider = {
    id: pac.id,
    capabilities: pac.capabilities,
    ping: async () => !line.isDown,
    stamp: async (...given: Parameters<typeof pac.stamp>) => {
      await line.held
      return line.isDown ? down : pac.stamp(...given)
    },
    find: (...given: Parameters<typeof pac.find>) => pac.find(...given),
    cancel: pac.cancel,
    status: pac.status!.bind(pac),
  }
  const cancelPolicy = { ...defaultPolicy, accepted: { ...defaultPolicy.accepted, waits: [100] } }
  const settings = readSettings({
    PORT: '0',
    DATA_FOLDER: 'memory:',
    PUBLIC_URL: 'http://localhost',
    ...env,
  })
  const log = createLog({ write: (text: string) => void lines.push(text) })
  const server = await openServer(settings, {
    log,
    meter: meter as ReturnType<typeof createMeter>,
    ...(isDriven ? {} : { sandbox: { signers: csd, provider, cancelPolicy } }),
  })
  const origin = `http://127.0.0.1:${server.port}`
  const accounts = server.service.accounts('sandbox')
  await accounts.create({ id: 'uno', name: 'Uno', issuers: [rfc] })
  if (credits > 10) await accounts.grant('uno', credits - 10, 'test')
  const { key } = await accounts.issueKey({ account: 'uno' })
  return { ...server, origin, key, accounts, lines, line, pac }
}

export type Host = Awaited<ReturnType<typeof openHost>>

/** Sends a request with the key of the account, unless another is given. */
export async function call(
  host: Host,
  path: string,
  init: RequestInit & { form?: Record<string, string> } = {},
) {
  const { form, headers, ...rest } = init
  const response = await fetch(`${host.origin}/api/v5/${path}`, {
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    ...rest,
    headers: { 'x-api-key': host.key, ...headers },
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Stamps, or fails with the response. */
export async function stamp(
  host: Host,
  document: object = invoice(),
  more: Record<string, string> = {},
) {
  const { body } = await call(host, 'invoice/create', {
    form: { json: JSON.stringify(document), ...more },
  })
  if (body.cfdi === undefined) throw new Error(JSON.stringify(body))
  return body.cfdi as { UUID: string; XML: string; UrlXml: string; UrlPdf: string }
}

/** Waits until a question is answered with something. */
export async function until<Value>(
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
) {
  for (let turn = 0; turn < 300; turn++) {
    const found = await ask()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come')
}

/** A port that no process listens on, for a server that is told its address before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
