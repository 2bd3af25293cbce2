/**
 * The programs of `examples/recipes` run, offline, against the sandbox and the built package.
 * @module
 */
import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Comprobante, Engine, SandboxPac, StampResult } from '../../src/index.js'
import type { Pagos20 } from '../../src/sat/pagos20/declaration.js'

const folder = fileURLToPath(new URL('../../examples/recipes/', import.meta.url))
const load = (file: string) => import(/* @vite-ignore */ folder + file)
const bytesOf = (file: string): Buffer =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url))
const jsonOf = (file: string) => JSON.parse(bytesOf(file).toString('utf8'))

// The built package, which the recipes import: what they make and what is given them must be of one
// side.
let cfdi: typeof import('../../src/index.js')
let pac: SandboxPac
let engine: Engine

const clock = (): Date => new Date('2026-11-21T18:00:00Z')
const patron = { RegistroPatronal: 'D4512345101', RegimenFiscal: '601', LugarExpedicion: '64000' }
const cliente = {
  Rfc: 'TOAM850417U21',
  Nombre: 'MARIANA TORRES ACOSTA',
  DomicilioFiscalReceptor: '06600',
  RegimenFiscalReceptor: '612',
  UsoCFDI: 'G03',
}

const venta = (extra: object = {}) => ({
  Version: '4.0',
  Fecha: 'AUTO',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  Moneda: 'MXN',
  FormaPago: '99',
  MetodoPago: 'PPD',
  LugarExpedicion: '64000',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
  Receptor: cliente,
  Conceptos: [
    {
      ClaveProdServ: '60131300',
      Cantidad: 10,
      ClaveUnidad: 'H87',
      Descripcion: 'Guitarra',
      ObjetoImp: '02',
      ValorUnitario: '100.00',
      Impuestos: { Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }] },
    },
  ],
  ...extra,
})

function documentOf(answer: StampResult): Comprobante {
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.errors, null, 2)}`)
  return cfdi.readCfdi(Buffer.from(answer.cfdi.XML, 'base64'))
}

beforeAll(async () => {
  cfdi = await load('../../dist/bundle/index.js')
  pac = cfdi.createSandboxPac({ clock, anchors: [bytesOf('csd/root.cer')] })
  const csd = await pac.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  engine = cfdi.createEngine({
    signers: csd,
    provider: pac,
    complete: true,
    clock,
    orders: cfdi.createUnsafeMemoryOrders(),
  })
})

it('factura-global: what the customers paid, and once a day', async () => {
  const { facturarDia } = await load('factura-global/global.js')
  const tickets = Array.from({ length: 40 }, (_, index) => ({
    folio: `T-${index}`,
    formaPago: index % 3 === 0 ? '04' : '01',
    total: '99.99',
    fecha: index < 30 ? '2026-11-20' : '2026-11-19',
    ...(index === 0 ? { uuid: 'facturado' } : {}),
  }))
  const dia = { engine, tickets, dia: '2026-11-20', LugarExpedicion: '64000', RegimenFiscal: '601' }
  const first = await facturarDia(dia)
  expect(documentOf(first)).toMatchObject({ Total: '2899.71', Receptor: { Rfc: 'XAXX010101000' } })
  expect((await facturarDia(dia)).cfdi.UUID).toBe(first.cfdi.UUID)
  expect(await facturarDia({ ...dia, dia: '2026-11-18' })).toBeUndefined()
})

it('recibo-de-pago: three currencies, settled', async () => {
  const { reciboDe } = await load('recibo-de-pago/pago.js')
  const drafts = [
    venta(),
    venta({ Moneda: 'USD', TipoCambio: '17.5000' }),
    venta({ Moneda: 'EUR', TipoCambio: '20.2500' }),
  ]
  const facturas = await Promise.all(
    drafts.map(async (draft) => documentOf(await engine.stamp(draft))),
  )
  const draft = reciboDe({
    facturas,
    fecha: '2026-11-20',
    formaDePago: '03',
    monto: '45250.00',
    tipos: { USD: '17.8', EUR: '20.2' },
  })
  const { Pagos } = documentOf(await engine.stamp(draft)).Complemento as { readonly Pagos: Pagos20 }
  expect(Pagos.Pago[0]!.DoctoRelacionado.map(({ ImpSaldoInsoluto }) => ImpSaldoInsoluto)).toEqual([
    '0.00',
    '0.00',
    '0.00',
  ])
})

it('nomina: fifty payslips, one of them wrong; run again, nobody is paid twice', async () => {
  const { timbrarQuincena } = await load('nomina/nomina.js')
  const { Receptor, Complemento } = jsonOf('complements/nomina12.ordinaria.json')
  const { Antigüedad, ...laboral } = Complemento.Nomina.Receptor
  const { Rfc, Nombre, DomicilioFiscalReceptor } = Receptor
  const reciboOf = (index: number, sueldo = '15000.00') => ({
    trabajador: { Rfc, Nombre, DomicilioFiscalReceptor, ...laboral, NumEmpleado: String(index) },
    sueldo,
    isr: '2308.77',
    imss: '412.18',
  })
  const periodo = {
    FechaPago: '2026-11-13',
    FechaInicialPago: '2026-11-01',
    FechaFinalPago: '2026-11-15',
    NumDiasPagados: '15.000',
  }
  const recibos = Array.from({ length: 50 }, (_, index) =>
    reciboOf(index, index === 7 ? '15,000' : undefined),
  )
  const first = await timbrarQuincena({ engine, recibos, periodo, patron })
  expect(first.fallidos).toMatchObject([{ NumEmpleado: '7', code: 702 }])
  const again = await timbrarQuincena({
    engine,
    recibos: recibos.map((_, index) => reciboOf(index)),
    periodo,
    patron,
  })
  expect([again.timbrados.length, again.fallidos]).toEqual([50, []])
  const before = new Set(first.timbrados.map(({ UUID }: { UUID: string }) => UUID))
  expect(again.timbrados.filter(({ UUID }: { UUID: string }) => !before.has(UUID))).toHaveLength(1)
})

it('retencion: from JSON to its XML and PDF, once', async () => {
  const { documents, timbrarRetencion } = await load('retencion/retencion.js')
  const carpeta = mkdtempSync(join(tmpdir(), 'cfdi-retencion-'))
  const provider = cfdi.createSandboxPac({ clock, documents })
  const signers = await provider.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const orders = cfdi.createUnsafeMemoryOrders()
  const own = cfdi.createEngine({ signers, provider, clock, documents, orders })
  const json = readFileSync(`${folder}retencion/dividendo.json`, 'utf8')
  const pedido = { engine: own, json, key: 'dividendo-31', carpeta }
  const first = await timbrarRetencion(pedido)
  const { UUID } = first.cfdi
  expect((await timbrarRetencion(pedido)).cfdi.UUID).toBe(UUID)
  expect(readdirSync(carpeta).sort()).toEqual([`${UUID}.pdf`, `${UUID}.xml`])
  const xml = readFileSync(join(carpeta, `${UUID}.xml`))
  const policy = { ...(await provider.trust()), documents }
  expect(await cfdi.verifyCfdi(xml, policy)).toMatchObject({ verdict: 'valid' })
  expect(readFileSync(join(carpeta, `${UUID}.pdf`)).toString('latin1', 0, 5)).toBe('%PDF-')
  const wrong = await timbrarRetencion({
    ...pedido,
    key: 'otra',
    json: json.replace('"14"', '"99"'),
  })
  expect([wrong.ok, wrong.code]).toEqual([false, 702])
  rmSync(carpeta, { recursive: true })
})

it('carta-porte: a trip of own goods', async () => {
  const { trasladoPropio } = await load('carta-porte/cartaPorte.js')
  const { Complemento } = jsonOf('complements/cartaPorte31.propio.json')
  const { Ubicaciones, Mercancias, FiguraTransporte } = Complemento.CartaPorte
  const puntos = Ubicaciones.map((one: Record<string, unknown>) => ({
    rfc: 'PLO150312QT1',
    hora: one['FechaHoraSalidaLlegada'],
    km: one['DistanciaRecorrida'],
    domicilio: one['Domicilio'],
  })).slice(0, 2)
  const draft = trasladoPropio({
    emisor: {
      rfc: 'PLO150312QT1',
      nombre: 'PAPELERIA LUNA DE OCTUBRE',
      cp: '64000',
      regimen: '601',
    },
    puntos,
    mercancias: [
      { clave: '44121701', cantidad: '60', unidad: 'XBX', descripcion: 'Bolígrafo', kg: '24.600' },
    ],
    vehiculo: Mercancias.Autotransporte,
    operador: FiguraTransporte[0],
  })
  expect(documentOf(await engine.stamp(draft))).toMatchObject({
    Complemento: {
      CartaPorte: {
        TotalDistRec: '24.5',
        Mercancias: { PesoBrutoTotal: '24.600', NumTotalMercancias: '1' },
      },
    },
  })
})

it('validador: a genuine file, unstamped, forged, changed, damaged and incomplete ones apart', async () => {
  const { validar } = await load('validador/validar.js')
  const carpeta = mkdtempSync(join(tmpdir(), 'cfdi-validar-'))
  const write = (name: string, text: string) => writeFileSync(join(carpeta, name), text)
  const draft = venta({ MetodoPago: 'PUE', FormaPago: '03' })
  const xmlOf = (answer: StampResult) => {
    documentOf(answer)
    return Buffer.from((answer as { cfdi: { XML: string } }).cfdi.XML, 'base64').toString('utf8')
  }
  const xml = xmlOf(await engine.stamp(draft))
  const stranger = cfdi.createSandboxPac({ clock })
  const signers = await stranger.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const forged = await cfdi
    .createEngine({ signers, provider: stranger, complete: true, clock })
    .stamp(draft)
  write('a.xml', xml)
  write('b.XML', xml.replace('Guitarra', 'Piano'))
  write('c.xml', '<html/>')
  write('d.xml', '')
  write('sin-timbre.xml', xml.replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/, ''))
  write('timbre-inventado.xml', xml.replace(/ SelloSAT="[^"]*"/, ' SelloSAT="AAAA"'))
  write('otra-autoridad.xml', xmlOf(forged))
  mkdirSync(join(carpeta, 'carpeta.xml'))
  const trust = await pac.trust()
  const found: Record<string, readonly unknown[]> = {}
  for await (const one of validar(carpeta, trust))
    found[one.archivo] = [one.clase, one.motivos[0]?.paso, one.documento?.Total]
  expect(found).toEqual({
    'a.xml': ['valido', undefined, '1160.00'],
    'b.XML': ['no-valido', 'seal', undefined],
    'c.xml': ['no-valido', 'readable', undefined],
    'd.xml': ['no-valido', 'readable', undefined],
    'sin-timbre.xml': ['sin-timbre', 'stamp', undefined],
    'timbre-inventado.xml': ['no-valido', 'stamp', undefined],
    'otra-autoridad.xml': ['no-valido', 'certificate', undefined],
    'carpeta.xml': ['no-leido', 'archivo', undefined],
  })
  const classes = []
  for await (const one of validar(carpeta, { anchors: trust.anchors })) classes.push(one.clase)
  rmSync(carpeta, { recursive: true })
  expect(classes[0]).toBe('incompleto')
})

it('kms: only a digest leaves, and a key of another certificate is found out at the start', async () => {
  const { openCsdDeKms } = await load('kms/kmsSigner.js')
  const keyOf = (name: string) =>
    createPrivateKey({
      key: bytesOf(`csd/${name}.key`),
      format: 'der',
      type: 'pkcs8',
      passphrase: '12345678a',
    })
  const sizes = new Set<number>()
  const prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const kmsOf = (name: string) => async (resumen: Uint8Array) => {
    sizes.add(resumen.length)
    return privateEncrypt(
      { key: keyOf(name), padding: constants.RSA_PKCS1_PADDING },
      Buffer.concat([prefix, resumen]),
    )
  }
  const csd = await openCsdDeKms({ cer: bytesOf('csd/company.cer'), firmar: kmsOf('company') })
  const answer = await cfdi
    .createEngine({ signers: csd, provider: pac, complete: true, clock })
    .stamp(venta())
  expect(documentOf(answer).Emisor.Rfc).toBe('PLO150312QT1')
  expect([...sizes]).toEqual([32])
  await expect(
    openCsdDeKms({ cer: bytesOf('csd/company.cer'), firmar: kmsOf('person') }),
  ).rejects.toThrow()
})

it('lambda: opens once, tells what is wrong, stamps an order once', async () => {
  const { createHandler } = await load('lambda/handler.js')
  let opened = 0
  const handler = createHandler(async () => {
    opened += 1
    if (opened === 1) throw new Error('the secret could not be read')
    return engine
  })
  // Equal bytes were stamped above, by another engine: that is 715.
  const sale = venta({ Serie: 'LAMBDA' })
  const eventOf = (draft: object) => ({
    body: JSON.stringify(draft),
    pathParameters: { pedido: 'lambda 1' },
  })
  await expect(handler(eventOf(venta()))).rejects.toThrow('secret')
  const wrong = await handler(eventOf(venta({ Emsior: {} })))
  expect([wrong.statusCode, wrong.body]).toEqual([
    422,
    expect.stringContaining('¿quiso decir Emisor?'),
  ])
  const [first, again] = [await handler(eventOf(sale)), await handler(eventOf(sale))]
  expect([first.statusCode, again.body, opened]).toEqual([201, first.body, 2])
})

it('nextjs: a route handler', async () => {
  const { POST } = await load('nextjs/app/api/facturas/route.js')
  const request = (
    draft: unknown,
    headers: Record<string, string> = { 'idempotency-key': '8114' },
  ) =>
    new Request('http://localhost/api/facturas', {
      method: 'POST',
      body: JSON.stringify(draft),
      headers,
    })
  expect((await POST(request(venta(), {}))).status).toBe(400)
  expect((await POST(request({}))).status).toBe(422)
  const first = await POST(request(venta()))
  expect(first.status).toBe(201)
  expect(await (await POST(request(venta()))).json()).toEqual(await first.json())
})

/** An engine over an order that was stamped by a process which died before it told anybody. */
async function afterCrash(key: string) {
  const orders = cfdi.createUnsafeMemoryOrders()
  const provider = cfdi.createSandboxPac({ clock })
  const signers = await provider.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const options = { signers, provider, complete: true, clock }
  const answer = await cfdi.createEngine({ ...options, orders }).stamp(venta(), { key })
  const crashed = orders.afterRestart()
  return {
    engine: cfdi.createEngine({ ...options, orders: crashed }),
    provider,
    orders: crashed,
    answer,
  }
}

it('lambda: a round for each schedule delivers what a dead instance had stamped, once', async () => {
  const { createRound } = await load('lambda/handler.js')
  const { answer, ...stamping } = await afterCrash('lambda 2')
  const saved: string[] = []
  const failing = createRound(
    async () => stamping,
    () => Promise.reject(new Error('no database')),
  )
  await expect(failing()).rejects.toThrow('no database')
  const again = await afterRestart(stamping)
  const round = createRound(
    async () => again,
    async ({ key }: { key: string }) => void saved.push(key),
  )
  expect(await round()).toMatchObject([
    { task: 'resume', delivered: 1 },
    { task: 'refresh' },
    { task: 'attend' },
  ])
  await round()
  expect([saved, documentOf(answer).Total]).toEqual([['lambda 2'], '1160.00'])
})

/** The same, in another process: the claims of the dead one are not its own. */
async function afterRestart({
  orders,
  provider,
}: Omit<Awaited<ReturnType<typeof afterCrash>>, 'answer'>) {
  const signers = await provider.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  return {
    engine: cfdi.createEngine({
      signers,
      provider,
      complete: true,
      clock,
      orders: orders.afterRestart(),
    }),
    provider,
  }
}

it('nextjs: a round for who knows the secret', async () => {
  const { GET } = await load('nextjs/app/api/operar/route.js')
  const { facturas } = await load('nextjs/guardar.js')
  const { stamping } = await load('nextjs/engine.js')
  const ask = (secret: string) =>
    GET(
      new Request('http://localhost/api/operar', {
        headers: { authorization: `Bearer ${secret}` },
      }),
    )
  expect((await ask('')).status).toBe(401)
  process.env['CRON_SECRET'] = 'un secreto'
  expect((await ask('otro')).status).toBe(401)
  const { engine: own } = await stamping()
  const { cfdi: stamped } = await own.stamp(venta(), { key: 'next 1' })
  const answer = await ask('un secreto')
  delete process.env['CRON_SECRET']
  expect([answer.status, facturas.get('next 1')]).toEqual([200, stamped.UUID])
})

const why = existsSync(`${folder}endpoint/node_modules/fastify`)
  ? ''
  : ' (npm ci in examples/recipes/endpoint)'

describe.skipIf(why !== '')(`endpoint${why}`, () => {
  it('stamps an order once, tells what is wrong, and stops when all is answered', async () => {
    const { createServer, stop } = await load('endpoint/server.js')
    const { PGlite } = await import('@electric-sql/pglite')
    const { fromPglite } = await load('../../dist/bundle/postgres/index.js')
    const database = await PGlite.create()
    const real = cfdi.createSandboxPac()
    const csd = await real.issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    })
    const saved = new Map<string, string>()
    const entregar = async (pedido: string, { UUID }: { UUID: string }) =>
      void saved.set(pedido, UUID)
    const server = await createServer({
      client: fromPglite(database),
      signers: csd,
      providers: [real],
      entregar,
    })
    const post = (body: object) =>
      server.inject({ method: 'POST', url: '/facturas/8114', payload: body })
    expect((await post({})).statusCode).toBe(422)
    const [first, again] = [await post(venta()), await post(venta())]
    expect([first.statusCode, again.json()]).toEqual([201, first.json()])
    expect(saved.get('8114')).toBe(first.json().UUID)
    await stop(server, { end: () => database.close() })
  })

  it('delivers what a process that died had stamped', async () => {
    const { createServer, stop } = await load('endpoint/server.js')
    const { PGlite } = await import('@electric-sql/pglite')
    const { createPostgresStore, fromPglite } = await load('../../dist/bundle/postgres/index.js')
    const database = await PGlite.create()
    const client = fromPglite(database)
    const authority = cfdi.createSandboxPac().authority
    const pacs = ['uno', 'dos'].map((id) => cfdi.createSandboxPac({ id, authority }))
    const signers = await pacs[0]!.issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    })
    const dies = () => new Promise<void>(() => {})
    const first = await createServer({ client, signers, providers: pacs, entregar: dies })
    void first.inject({ method: 'POST', url: '/facturas/9001', payload: venta() })
    const orders = createPostgresStore(client).orders
    await expect
      .poll(async () => (await orders.load('9001'))?.outcome?.kind, { timeout: 60_000 })
      .toBe('stamped')
    // The first process is gone: its claims end with their lease.
    await database.query('update cfdi_stamp.orders set owner = null, until = null')
    const saved = new Map<string, string>()
    const entregar = async (pedido: string, { UUID }: { UUID: string }) =>
      void saved.set(pedido, UUID)
    const second = await createServer({ client, signers, providers: pacs, entregar, every: 200 })
    await expect.poll(() => saved.has('9001'), { timeout: 60_000 }).toBe(true)
    expect(await orders.load('9001')).toMatchObject({
      status: 'acknowledged',
      outcome: { timbre: { UUID: saved.get('9001') } },
    })
    await stop(second, { end: () => database.close() })
  })
})
