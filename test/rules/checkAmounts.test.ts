import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { check } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { changed, codes } from './checked.js'
import { patch, readBase } from './fixture.js'

describe('amounts', () => {
  it('CFDI40119: local taxes are part of the total, of each complement that there is', () => {
    const locales = (TotaldeTraslados: string, TotaldeRetenciones: string) => ({
      version: '1.0',
      TotaldeRetenciones,
      TotaldeTraslados,
      RetencionesLocales: [
        { ImpLocRetenido: '5 AL MILLAR', TasadeRetencion: '0.50', Importe: TotaldeRetenciones },
      ],
      TrasladosLocales: [
        { ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: TotaldeTraslados },
      ],
    })
    const Complemento = { ImpuestosLocales: locales('4.50', '0.50') }
    expect(codes('exento', { Complemento, Total: '154.00' })).toEqual([])
    expect(codes('exento', { Complemento, Total: '154.01' })).toEqual(['CFDI40119'])
  })

  it('are compared as numbers, whatever their zeros', () => {
    expect(codes('exento', { SubTotal: '150', Total: '150.0' })).toEqual([])
  })

  it('CFDI40111: a discount of zero is a discount', () => {
    expect(codes('exento', { Descuento: '0.00' })).toEqual(['CFDI40111'])
    expect(codes('exento', { Descuento: '0.00', Conceptos: { 0: { Descuento: '0.00' } } })).toEqual(
      [],
    )
    expect(codes('exento', { Conceptos: { 0: { Descuento: '0.00' } } })).toEqual(['CFDI40111'])
  })

  it('CFDI40110, 40168, 40169: a discount of the whole is a discount', () => {
    const whole = {
      Descuento: '150.00',
      Total: '0.00',
      Conceptos: { 0: { Descuento: '150.00', ObjetoImp: '01', Impuestos: null } },
      Impuestos: null,
    }
    expect(codes('exento', whole)).toEqual([])
    expect(codes('exento', patch(whole, { Conceptos: { 0: { Descuento: '150.01' } } }))).toEqual([
      'CFDI40111',
      'CFDI40169',
    ])
  })

  it('of two rows alike the second is at fault, whether concepts have that tax or not', () => {
    const ieps = {
      Base: '1.00',
      Impuesto: '003',
      TipoFactor: 'Tasa',
      TasaOCuota: '0.080000',
      Importe: '0.08',
    }
    const egreso = readBase('egreso') as unknown as Comprobante
    const own = egreso.Impuestos?.Traslados ?? []
    const repeated = (rows: readonly unknown[]) =>
      check({ ...egreso, Impuestos: { ...egreso.Impuestos, Traslados: [...own, ...rows] } })
        .filter(({ code }) => code === 'CFDI40218')
        .map(({ path }) => path)
    expect(repeated([ieps])).toEqual([])
    expect(repeated([ieps, { ...ieps, TasaOCuota: '0.08' }])).toEqual([
      `Impuestos.Traslados[${own.length + 1}].Impuesto`,
    ])
    expect(repeated([{ ...own[0] }])).toEqual([`Impuestos.Traslados[${own.length}].Impuesto`])
  })

  it('the rates 0.16 and 0.160000 are one', () => {
    expect(codes('egreso', { Impuestos: { Traslados: { 0: { TasaOCuota: '0.16' } } } })).toEqual([])
    expect(
      codes('egreso', {
        Conceptos: { 0: { Impuestos: { Traslados: { 0: { TasaOCuota: 0.16 } } } } },
      }),
    ).toEqual(['CFDI40-S33'])
  })
})

describe('numbers that a form fixes', () => {
  it.each([
    ['pago', { Total: '0.00' }, ['warning CRP20110']],
    ['pago', { Conceptos: { 0: { Importe: '0.00' } } }, ['warning CRP20120']],
    ['pago', { Conceptos: { 0: { Cantidad: '1.000' } } }, ['warning CRP20115']],
    [
      'pago',
      { Complemento: { Pagos: { Pago: { 0: { TipoCambioP: '1.000000' } } } } },
      ['warning CRP20215'],
    ],
    ['pago', { Conceptos: { 0: { Cantidad: '1.001' } } }, ['error CRP20115']],
    ['pago', { Conceptos: { 0: { Cantidad: 1 } } }, []],
    ['pago', { Exportacion: '1' }, ['error CFDI40123']],
    ['nomina', { Conceptos: { 0: { Cantidad: '1.0' } } }, ['warning NOM16']],
  ])(
    '%s %j: an error when the number is wrong, a warning when only its text is',
    (base, change, expected) => {
      const own = check(changed(base, change)).filter(({ code }) => !code.includes('-S'))
      expect(own.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
    },
  )
})

describe('the lists of the SAT', () => {
  it('are used only when the host provides them', () => {
    const registries = { taxpayers: { find: () => undefined } }
    expect(check(readBase('ingreso'))).toEqual([])
    expect(codes('ingreso', {}, { registries }).sort()).toEqual(['CFDI40138', 'CFDI40143'])
    expect(codes('global', {}, { registries })).toEqual(['CFDI40138'])
  })

  it('are not used for persons that they cannot have', () => {
    const luna = {
      rfc: 'PLO150312QT1',
      nombre: 'PAPELERIA LUNA DE OCTUBRE',
      codigoPostal: '06000',
      regimenes: ['601'],
    }
    const cafe = {
      rfc: 'C&L180905J49',
      nombre: 'CAFE & LIBROS DEL SUR',
      codigoPostal: '06700',
      regimenes: ['601'],
    }
    const registries = {
      taxpayers: { find: (rfc: string) => [luna, cafe].find((row) => row.rfc === rfc) },
      certificates: { find: () => undefined, hasRfc: () => false },
    }
    expect(codes('oferentes', {}, { registries })).toEqual([])
    expect(codes('terceros', {}, { registries })).toEqual(['CFDI40187'])
  })

  it('of certificates may not know taxpayers', () => {
    const registries = { certificates: { find: () => undefined } }
    expect(codes('terceros', {}, { registries })).toEqual([])
    expect(codes('sellado', {}, { registries })).toEqual(['304'])
  })
})

describe('keys that a matrix came too early for, or a catalogue lacks', () => {
  it('CP106: 06 to 08 under Carta Porte are a warning', () => {
    const found = check(changed('cpPropio', { Conceptos: { 0: { ObjetoImp: '06' } } }))
    expect(found).toMatchObject([{ code: 'CP106', severity: 'warning' }])
  })

  it('CP147: a Localidad where c_CodigoPostal has none is a warning', () => {
    const bare = [...catalogs.catalog('c_CodigoPostal').rows()].find(
      ({ estado, localidad, vigenciaHasta }) =>
        estado === 'JAL' && localidad === undefined && vigenciaHasta === undefined,
    )
    const { clave: CodigoPostal, municipio: Municipio } = bare ?? {}
    const Domicilio = {
      Estado: 'JAL',
      Municipio,
      Localidad: '01',
      Colonia: null,
      CodigoPostal,
      Pais: 'MEX',
    }
    const change = { Complemento: { CartaPorte: { Ubicaciones: { 0: { Domicilio } } } } }
    expect(check(changed('cpTransportista', change))).toMatchObject([
      { code: 'CP147', severity: 'warning' },
    ])
  })

  it('CFDI40126: a place without the form of a postal code is not in the catalogue', () => {
    expect(codes('ingreso', { LugarExpedicion: 'MEXICO' })).toEqual(['CFDI40126'])
  })
})
