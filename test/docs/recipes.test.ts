/**
 * The programs of `examples/recipes` run, offline, against the sandbox and the built package.
 * @module
 */
import { createPrivateKey, constants, privateEncrypt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Pagos20 } from '../../src/sat/pagos20/declaration.js'
import type { Comprobante, Engine, SandboxPac, StampResult } from '../../src/index.js'

const folder = fileURLToPath(new URL('../../examples/recipes/', import.meta.url))
const load = (file: string) => import(/* @vite-ignore */ folder + file)
const bytesOf = (file: string): Buffer => readFileSync(new URL(`../../fixtures/${file}`, import.meta.url))
const jsonOf = (file: string) => JSON.parse(bytesOf(file).toString('utf8'))

// The built package, which the recipes import: what they make and what is given them must be of one side.
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
  const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
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
  const facturas = await Promise.all(drafts.map(async (draft) => documentOf(await engine.stamp(draft))))
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
  const recibos = Array.from({ length: 50 }, (_, index) => reciboOf(index, index === 7 ? '15,000' : undefined))
  const first = await timbrarQuincena({ engine, recibos, periodo, patron })
  expect(first.fallidos).toMatchObject([{ NumEmpleado: '7', code: 702 }])
  const again = await timbrarQuincena({ engine, recibos: recibos.map((_, index) => reciboOf(index)), periodo, patron })
  expect([again.timbrados.length, again.fallidos]).toEqual([50, []])
  const before = new Set(first.timbrados.map(({ UUID }: { UUID: string }) => UUID))
  expect(again.timbrados.filter(({ UUID }: { UUID: string }) => !before.has(UUID))).toHaveLength(1)
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
    emisor: { rfc: 'PLO150312QT1', nombre: 'PAPELERIA LUNA DE OCTUBRE', cp: '64000', regimen: '601' },
    puntos,
    mercancias: [{ clave: '44121701', cantidad: '60', unidad: 'XBX', descripcion: 'Bolígrafo', kg: '24.600' }],
    vehiculo: Mercancias.Autotransporte,
    operador: FiguraTransporte[0],
  })
  expect(documentOf(await engine.stamp(draft))).toMatchObject({
    Complemento: {
      CartaPorte: { TotalDistRec: '24.5', Mercancias: { PesoBrutoTotal: '24.600', NumTotalMercancias: '1' } },
    },
  })
})

it('validador: a good file, one that was changed and one that is no CFDI', async () => {
  const { validar } = await load('validador/validar.js')
  const carpeta = mkdtempSync(join(tmpdir(), 'cfdi-validar-'))
  const answer = await engine.stamp(venta({ MetodoPago: 'PUE', FormaPago: '03' }))
  const xml = Buffer.from((answer as { cfdi: { XML: string } }).cfdi.XML, 'base64').toString('utf8')
  writeFileSync(join(carpeta, 'a.xml'), xml)
  writeFileSync(join(carpeta, 'b.XML'), xml.replace('Guitarra', 'Piano'))
  writeFileSync(join(carpeta, 'c.xml'), '<html/>')
  const found = []
  for await (const one of validar(carpeta)) found.push([one.archivo, one.ok, one.errores.length > 0])
  rmSync(carpeta, { recursive: true })
  expect(found).toEqual([
    ['a.xml', true, false],
    ['b.XML', false, true],
    ['c.xml', false, true],
  ])
})

it('kms: only a digest leaves, and a key of another certificate is found out at the start', async () => {
  const { openCsdDeKms } = await load('kms/kmsSigner.js')
  const keyOf = (name: string) =>
    createPrivateKey({ key: bytesOf(`csd/${name}.key`), format: 'der', type: 'pkcs8', passphrase: '12345678a' })
  const sizes = new Set<number>()
  const prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const kmsOf = (name: string) => async (resumen: Uint8Array) => {
    sizes.add(resumen.length)
    return privateEncrypt({ key: keyOf(name), padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([prefix, resumen]))
  }
  const csd = await openCsdDeKms({ cer: bytesOf('csd/company.cer'), firmar: kmsOf('company') })
  const answer = await cfdi.createEngine({ signers: csd, provider: pac, complete: true, clock }).stamp(venta())
  expect(documentOf(answer).Emisor.Rfc).toBe('PLO150312QT1')
  expect([...sizes]).toEqual([32])
  await expect(openCsdDeKms({ cer: bytesOf('csd/company.cer'), firmar: kmsOf('person') })).rejects.toThrow()
})

it('lambda: opens once, tells what is wrong, stamps an order once', async () => {
  const { createHandler } = await load('lambda/handler.js')
  let opened = 0
  const handler = createHandler(async () => {
    opened += 1
    if (opened === 1) throw new Error('the secret could not be read')
    return engine
  })
  const eventOf = (draft: object) => ({ body: JSON.stringify(draft), pathParameters: { pedido: 'lambda 1' } })
  await expect(handler(eventOf(venta()))).rejects.toThrow('secret')
  const wrong = await handler(eventOf(venta({ Emsior: {} })))
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('¿quiso decir Emisor?')])
  const [first, again] = [await handler(eventOf(venta())), await handler(eventOf(venta()))]
  expect([first.statusCode, again.body, opened]).toEqual([201, first.body, 2])
})

it('nextjs: a route handler', async () => {
  const { POST } = await load('nextjs/app/api/facturas/route.js')
  const request = (draft: unknown, headers: Record<string, string> = { 'idempotency-key': '8114' }) =>
    new Request('http://localhost/api/facturas', { method: 'POST', body: JSON.stringify(draft), headers })
  expect((await POST(request(venta(), {}))).status).toBe(400)
  expect((await POST(request({}))).status).toBe(422)
  const first = await POST(request(venta()))
  expect(first.status).toBe(201)
  expect(await (await POST(request(venta()))).json()).toEqual(await first.json())
})

const why = existsSync(`${folder}endpoint/node_modules/fastify`) ? '' : ' (npm install in examples/recipes/endpoint)'

describe.skipIf(why !== '')(`endpoint${why}`, () => {
  it('stamps an order once, tells what is wrong, and stops when all is answered', async () => {
    const { createServer, stop } = await load('endpoint/server.js')
    const { PGlite } = await import('@electric-sql/pglite')
    const { fromPglite } = await load('../../dist/bundle/postgres/index.js')
    const database = await PGlite.create()
    const real = cfdi.createSandboxPac()
    const csd = await real.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })
    const saved = new Map<string, string>()
    const entregar = async (pedido: string, { UUID }: { UUID: string }) => void saved.set(pedido, UUID)
    const server = await createServer({ client: fromPglite(database), signers: csd, providers: [real], entregar })
    const post = (body: object) => server.inject({ method: 'POST', url: '/facturas/8114', payload: body })
    expect((await post({})).statusCode).toBe(422)
    const [first, again] = [await post(venta()), await post(venta())]
    expect([first.statusCode, again.json()]).toEqual([201, first.json()])
    expect(saved.get('8114')).toBe(first.json().UUID)
    await stop(server, { end: () => database.close() })
  })
})
