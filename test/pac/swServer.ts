/**
 * A local server that answers as SW's documentation, SDKs and recorded traffic say; never compared with the real one. A
 * sandbox PAC behind it validates and stamps.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeComplement } from '../../src/model/write.js'
import { createSandboxPac, type SandboxOptions, type SandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import type { Sealed } from '../../src/seal/sello.js'

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/**
 * Replaces the answer to one request, which was read completely; `usual` gives the normal answer.
 */
export type Fault = (
  response: ServerResponse,
  usual: () => Promise<{ status: number; body: unknown }>,
  request: Recorded,
) => unknown

export interface SwServer {
  readonly url: string
  readonly pac: SandboxPac
  readonly requests: Recorded[]
  /** Requests to stamp. */
  stamps(): Recorded[]
  /** Faults for the next requests to a path that begins so, in order; other requests are answered as usual. */
  next(path: string, ...faults: Fault[]): void
  /** Number of UUIDs issued. */
  issued(): number
  readonly users: Map<string, string>
  readonly tokens: Set<string>
  close(): Promise<void>
}

export const infiniteToken = 'T2lYQ0t4L0R.infinite-token.7k2gVCGSZKL'
export const stampPath = '/v4/cfdi33/stamp/v4'

/** Starts a server. With `pac`, in front of an existing PAC, which saves the generation of keys. */
export async function startSw(options: SandboxOptions & { readonly pac?: SandboxPac } = {}): Promise<SwServer> {
  const pac = options.pac ?? createSandboxPac(options)
  const requests: Recorded[] = []
  const faults: { path: string; fault: Fault }[] = []
  const users = new Map([['demo@example.com', 'contraseña 12345678']])
  const tokens = new Set([infiniteToken])
  const uuids = new Set<string>()
  const customIds = new Map<string, string>()
  const clock = options.clock ?? (() => new Date())

  const stamp = async (request: Recorded) => {
    const xml = fileOf(request)
    const sealed = sealedOf(xml)
    if (sealed === undefined)
      return refusal('301 - La estructura del comprobante es incorrecta.', 'No es un Xml valido')
    const customId = String(request.headers['customid'] ?? '')
    const earlier = customIds.get(customId)
    if (customId !== '' && earlier !== undefined && earlier !== xml) {
      return refusal(
        'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.',
        null,
        await data(earlier),
      )
    }
    const outcome = await pac.stamp(sealed)
    if (outcome.kind === 'rejected') return refusal(`${outcome.code} - ${outcome.message}`)
    if (outcome.kind !== 'stamped') return refusal('CO1000 - Error No Controlado.')
    uuids.add(outcome.timbre.UUID)
    customIds.set(customId, xml)
    if (outcome.when === 'earlier')
      return refusal('307. El comprobante contiene un timbre previo.', null, await data(xml))
    return success(await data(xml))
  }

  /**
   * `data` of version 4; with the TFD of versions 1 and 2, which the documentation of `customid` shows. The Addenda is
   * lost.
   */
  const data = async (xml: string) => {
    const sealed = sealedOf(xml) as Sealed
    const outcome = await pac.stamp(sealed)
    if (outcome.kind !== 'stamped') throw new Error(outcome.kind)
    const { timbre } = outcome
    return {
      cadenaOriginalSAT: '||1.1|…||',
      noCertificadoSAT: timbre.NoCertificadoSAT,
      noCertificadoCFDI: sealed.document.NoCertificado,
      uuid: timbre.UUID,
      selloSAT: timbre.SelloSAT,
      selloCFDI: timbre.SelloCFD,
      fechaTimbrado: timbre.FechaTimbrado,
      qrCode: 'iVBORw0KGgo=',
      cfdi: insertTimbre(sealed, timbre).xml.replace(/<cfdi:Addenda>.*<\/cfdi:Addenda>/s, ''),
      tfd: `<?xml version="1.0" encoding="utf-8"?>${writeComplement(timbreFiscalDigital, timbre)}`,
    }
  }

  const login = ({ body }: Recorded) => {
    const { user, password } = JSON.parse(body.toString()) as { user: string; password: string }
    if (users.get(user) !== password) {
      return refusal('AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.')
    }
    const token = `eyJ.session-${requests.length}.sig`
    tokens.add(token)
    return success({ token, expires_in: Math.floor(clock().getTime() / 1000) + 7200, tokeny_type: 'Bearer' })
  }

  const cancel = (request: Recorded) => {
    const xml = request.path.endsWith('/xml') ? fileOf(request) : ''
    const uuid = (/UUID="([^"]+)"/.exec(xml)?.[1] ?? request.path.split('/')[4] ?? '').toUpperCase()
    if (xml !== '' && !xml.includes('<Signature')) {
      return refusal('CACFDI33 - Problemas con el xml.', 'CA302 - Sello mal formado o inválido.')
    }
    return success({ acuse: `<Acuse Fecha="2026-11-21T10:00:00"/>`, uuid: { [uuid]: uuids.has(uuid) ? '201' : '205' } })
  }

  const answer = async (request: Recorded): Promise<{ status: number; body: unknown }> => {
    const { path, headers } = request
    if (path === '/v2/security/authenticate') return login(request)
    if (path === '/ConsultaCFDIService.svc') return { status: 200, body: consulta(uuids, request.body.toString()) }
    const token = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    if (token.split('.').length !== 3)
      return { status: 401, body: { ...refusal('El token debe contener 3 partes').body } }
    if (!tokens.has(token)) return { status: 401, body: { ...refusal('El token ha expirado').body } }
    if (path === stampPath) return stamp(request)
    if (path.startsWith('/cfdi33/cancel/')) return cancel(request)
    if (path === '/management/v2/api/users/balance') {
      return success({ idUser: '1', stampsBalance: 990 - uuids.size, stampsUsed: uuids.size, isUnlimited: false })
    }
    if (path === '/account/balance') return success({ saldoTimbres: 990 - uuids.size, ilimitado: false })
    return { status: 404, body: '<html><title>Not Found</title></html>' }
  }

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const path = decodeURI(incoming.url ?? '')
    const request = { method: incoming.method ?? '', path, headers: incoming.headers, body: Buffer.concat(chunks) }
    requests.push(request)
    const at = faults.findIndex((one) => path.startsWith(one.path))
    const [scripted] = at < 0 ? [] : faults.splice(at, 1)
    const usual = () => answer(request)
    if (scripted !== undefined) await scripted.fault(response, usual, request)
    else reply(response, await usual())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pac,
    requests,
    stamps: () => requests.filter(({ path }) => path === stampPath),
    next: (path, ...list) => faults.push(...list.map((fault) => ({ path, fault }))),
    issued: () => uuids.size,
    users,
    tokens,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function reply(
  response: ServerResponse,
  { status, body }: { status: number; body: unknown },
  headers = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(text)
}

export function success(data: unknown) {
  return { status: 200, body: { data, status: 'success' } }
}

export function refusal(message: string, messageDetail: string | null = null, data: unknown = null) {
  return { status: 400, body: { message, messageDetail, data, status: 'error' } }
}

/** The file of a multipart with one part, as RFC 7578 defines it. */
export function fileOf({ headers, body }: Recorded): string {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1]
  const text = body.toString('utf8')
  const end = `\r\n--${boundary}--\r\n`
  const headerEnd = text.indexOf('\r\n\r\n')
  const head = text.slice(0, headerEnd).split('\r\n')
  if (boundary === undefined || head[0] !== `--${boundary}` || !text.endsWith(end)) throw new Error('not a multipart')
  if (head[1] !== 'Content-Disposition: form-data; name="xml"; filename="xml"') throw new Error('not a part named xml')
  return text.slice(headerEnd + 4, -end.length)
}

function sealedOf(xml: string): Sealed | undefined {
  try {
    const document = readCfdi(xml)
    return { xml, document, sello: document.Sello, cadena: '' }
  } catch {
    return undefined
  }
}

function consulta(uuids: ReadonlySet<string>, body: string): string {
  const uuid = (/id=([0-9A-Fa-f-]{36})/.exec(body)?.[1] ?? '').toUpperCase()
  const fields = uuids.has(uuid)
    ? '<a:CodigoEstatus>S - Comprobante obtenido satisfactoriamente.</a:CodigoEstatus><a:EsCancelable>Cancelable sin aceptación</a:EsCancelable><a:Estado>Vigente</a:Estado><a:EstatusCancelacion/><a:ValidacionEFOS>200</a:ValidacionEFOS>'
    : '<a:CodigoEstatus>N - 602: Comprobante no encontrado.</a:CodigoEstatus><a:EsCancelable/><a:Estado>No Encontrado</a:Estado><a:EstatusCancelacion/><a:ValidacionEFOS/>'
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${fields}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`
}
