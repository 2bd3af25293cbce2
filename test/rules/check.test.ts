import { describe, expect, it } from 'vitest'
import { catalogs, createCatalogs } from '../../src/catalogs/catalogs.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { packed } from '../../src/node/packed.js'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { changed, codes, csd } from './checked.js'
import { readBase } from './fixture.js'

describe('check', () => {
  it('finds everything that is wrong, in Spanish, with the place and the amounts', () => {
    const document = changed('ingreso', {
      Conceptos: { 0: { Impuestos: { Traslados: { 0: { Importe: '16.02' } } } } },
    })
    expect(check(document)).toEqual([
      {
        code: 'CFDI40180',
        severity: 'error',
        element: 'Traslado',
        field: 'Importe',
        message:
          'Traslado.Importe: debe ser Base por TasaOCuota, dentro de lo que admite su redondeo (100.00 por 0.160000 es 16.00); se esperaba entre 15.99 y 16.01, se encontró 16.02.',
        path: 'Conceptos[0].Impuestos.Traslados[0].Importe',
        value: '16.02',
        expected: '15.99 a 16.01',
        limits: ['15.99', '16.01'],
      },
      expect.objectContaining({ code: 'CFDI40221', expected: '176.02', value: '176.00' }),
    ])
  })

  it('finds each tax of the concepts that no summary adds up: without it, Total does not charge it', () => {
    const [found, ...others] = check(changed('ingreso', { Impuestos: null, Total: '1150.00' }))
    expect(others).toEqual([])
    expect(found).toMatchObject({
      code: 'CFDI40-S13',
      severity: 'error',
      element: 'Comprobante',
      field: 'Impuestos',
    })
    expect(found?.message).toMatch(
      /código es nuestro \(faltan la retención 002, el traslado 002 Tasa 0.160000, el traslado 002 Exento\)/,
    )
  })

  it('judges XML as it judges JSON', () => {
    const document = changed('ingreso', { FormaPago: '98', Total: '1219.34' }) as Comprobante
    expect(checkXml(writeCfdi(document))).toEqual(check(document))
  })

  it('evaluates no rule when only the structure is requested', () => {
    expect(codes('ingreso', { Total: '9.00', FormaPago: '98' }, { rules: false })).toEqual(['301'])
  })

  it('takes numbers for amounts', () => {
    expect(
      codes('exento', {
        SubTotal: 150,
        Total: 150,
        Conceptos: { 0: { Cantidad: 3, ValorUnitario: 50, Importe: 150 } },
      }),
    ).toEqual([])
  })

  it('refuses an invalid present', () => {
    expect(() => check(readBase('ingreso'), { at: new Date(Number.NaN) })).toThrow(TypeError)
  })
})

describe('one slip is one finding', () => {
  it.each([
    [
      'a text too long in a concept',
      { Conceptos: { 0: { Descripcion: 'x'.repeat(1001) } } },
      ['301'],
    ],
    ['an amount that is none', { Conceptos: { 0: { Importe: 'mucho' } } }, ['301']],
    ['a total that is none', { Total: 'mucho' }, ['301']],
    ['no receiver', { Receptor: null }, ['301']],
    ['no concepts', { Conceptos: null }, ['301']],
    ['concepts that are no list', { Conceptos: 'tres' }, ['301']],
    ['a concept that is no object', { Conceptos: { 1: 'otro' } }, ['301']],
    ['a summary of the wrong shape', { Impuestos: { Traslados: 'IVA' } }, ['301']],
    ['a place that is no text', { LugarExpedicion: 6000 }, ['CFDI40126']],
    ['a currency that does not exist', { Moneda: 'MXM' }, ['CFDI40113']],
    [
      'a product that does not exist',
      { Conceptos: { 0: { ClaveProdServ: '44121799' } } },
      ['CFDI40162'],
    ],
    ['a regime that does not exist', { Receptor: { RegimenFiscalReceptor: '699' } }, ['CFDI40157']],
  ])('%s', (_, change, expected) => expect(codes('ingreso', change)).toEqual(expected))

  it.each([
    [
      'a separator of thousands in the total',
      'ingreso',
      {
        Total: '1,219.33',
        SubTotal: '1.00',
        Conceptos: { 0: { Importe: '1.00', Descuento: '0.001' } },
      },
      ['301', 'CFDI40108', 'CFDI40167', 'CFDI40168'],
    ],
    [
      'an attribute that does not exist, in a payment',
      'pago',
      {
        Complemento: {
          Pagos: {
            Totales: { MontoTotalPagos: '1.00' },
            Pago: { 0: { Nota: 'x', DoctoRelacionado: { 0: { ImpSaldoInsoluto: '7.00' } } } },
          },
        },
      },
      ['301', 'CRP20211', 'CRP20244'],
    ],
    [
      'no type of document',
      'ingreso',
      { TipoDeComprobante: null, LugarExpedicion: '00000' },
      ['301', 'CFDI40126'],
    ],
    [
      'no date',
      'ingreso',
      { Fecha: null, Conceptos: { 0: { Importe: '1.00' } } },
      ['301', 'CFDI40108', 'CFDI40167'],
    ],
  ])('%s silences nothing that can be judged without it', (_, base, change, expected) => {
    expect(codes(base, change)).toEqual(expect.arrayContaining(expected))
  })

  it('independent values are checked all the same', () => {
    const change = {
      FormaPago: '98',
      Conceptos: { 0: { Descripcion: 'x'.repeat(1001) }, 1: { ClaveUnidad: 'PZA' } },
      Impuestos: { TotalImpuestosRetenidos: '106.68' },
      Total: '1219.32',
    }
    expect(codes('ingreso', change).sort()).toEqual(['301', 'CFDI40104', 'CFDI40165', 'CFDI40203'])
  })
})

describe('violations of the XSD', () => {
  it('has the code of the matrix when it has one, and the nearest keys', () => {
    const [finding] = check(changed('ingreso', { Conceptos: { 0: { ClaveUnidad: 'PZA' } } }))
    expect(finding).toMatchObject({ code: 'CFDI40165', catalog: 'c_ClaveUnidad', value: 'PZA' })
    expect(finding?.message).toContain('claves parecidas')
  })

  it('name the date of the catalogue that lacks the code', () => {
    const date = '2099-12-31'
    const newer = createCatalogSet({
      packed: (name) => packed(name)?.replace(/"date":"[^"]*"/, `"date":"${date}"`),
    })
    const unknown = {
      Conceptos: { 0: { ClaveUnidad: 'PZA' }, 1: { ClaveProdServ: '12345678' } },
    }
    const messages = check(changed('ingreso', unknown), { catalogs: newer })
      .filter(({ catalog }) => catalog !== undefined)
      .map(({ message }) => message)
    expect(messages).toHaveLength(2)
    for (const message of messages) expect(message).toContain(`catálogo de ${date}`)
  })

  it('have code 301 without a rule, or when the present value is not the problem', () => {
    expect(codes('ingreso', { Serie: '' })).toEqual(['301'])
    expect(
      codes('ingreso', { Conceptos: { 0: { Impuestos: { Traslados: { 0: { Base: null } } } } } }),
    ).toEqual(['301'])
    expect(
      codes('ingreso', { Conceptos: { 0: { Impuestos: { Traslados: { 0: { Bases: '1' } } } } } }),
    ).toEqual(['301'])
  })

  it('distinguish the taxes of a concept from those of the summary', () => {
    expect(
      codes('ingreso', {
        Conceptos: { 0: { Impuestos: { Traslados: { 0: { Impuesto: '009' } } } } },
      }),
    ).toEqual(['CFDI40175'])
    expect(codes('ingreso', { Impuestos: { Traslados: { 0: { Impuesto: '009' } } } })).toEqual([
      'CFDI40217',
    ])
  })
})

describe('catalogues', () => {
  it('that are incomplete refuse nothing', () => {
    const none = createCatalogs({ packed: () => undefined })
    const document = changed('ingreso', {
      FormaPago: '98',
      Conceptos: { 0: { ClaveProdServ: '00000009' } },
    })
    expect(check(document, { catalogs: none })).toEqual([])
  })

  it('are judged on the day of the document', () => {
    const objeto = (ObjetoImp: string, Fecha: string) =>
      codes('traslado', { Fecha, Conceptos: { 0: { ObjetoImp } } })
    expect(objeto('04', '2022-10-06T12:00:00')).toEqual(['CFDI40170'])
    expect(objeto('04', '2022-10-07T12:00:00')).toEqual([])
    expect(objeto('05', '2023-12-05T12:00:00')).toEqual(['CFDI40170'])
    expect(objeto('06', '2024-12-13T12:00:00')).toEqual([])
    expect(objeto('08', '2024-12-12T12:00:00')).toEqual(['CFDI40170'])
  })

  it('accept any rate in the years before their rows', () => {
    const cuota = {
      TipoFactor: 'Cuota',
      Impuesto: '003',
      TasaOCuota: '99.000000',
      Importe: '99.00',
      Base: '1.00',
    }
    const change = (Fecha: string) => ({
      Fecha,
      Conceptos: { 0: { Impuestos: { Traslados: { 0: cuota } } } },
      Impuestos: { TotalImpuestosTrasladados: '99.00', Traslados: { 0: cuota } },
      Total: '199.00',
    })
    expect(codes('egreso', change('2025-06-01T12:00:00'))).toEqual([])
    expect(codes('egreso', change('2026-06-01T12:00:00'))).toEqual(['CFDI40179', 'CFDI40219'])
  })
})

describe('dated rules', () => {
  it('CFDI140228 applies since the complement is obligatory', () => {
    const diesel = (Fecha: string) =>
      codes('ingreso', { Fecha, Conceptos: { 0: { ClaveProdServ: '15101505' } } })
    expect(diesel('2026-04-23T12:00:00')).toEqual([])
    expect(diesel('2026-04-24T00:00:00')).toEqual(['CFDI140228'])
  })
})

describe('Fecha', () => {
  it('CFDI40101: may not be an hour that the clocks of the place skip', () => {
    // Tijuana keeps the hours of California; central Mexico has had no summer time since 2022.
    const at = (LugarExpedicion: string, Fecha: string) =>
      codes('ingreso', { LugarExpedicion, Fecha })
    expect(at('22000', '2026-03-08T01:59:59')).toEqual([])
    expect(at('22000', '2026-03-08T02:00:00')).toEqual(['CFDI40101'])
    expect(at('22000', '2026-03-08T02:59:59')).toEqual(['CFDI40101'])
    expect(at('22000', '2026-03-08T03:00:00')).toEqual([])
    expect(at('06000', '2026-03-08T02:30:00')).toEqual([])
  })

  it.each([
    ['06000', '2026-08-20T16:30:00Z'],
    ['22000', '2026-08-20T17:30:00Z'],
    ['77500', '2026-08-20T15:30:00Z'],
  ])('401: in %s from 72 hours before to five minutes ahead', (LugarExpedicion, now) => {
    const later = (seconds: number) =>
      codes('ingreso', { LugarExpedicion }, { at: new Date(Date.parse(now) + seconds * 1000) })
    expect(later(0)).toEqual([])
    expect(later(72 * 3600)).toEqual([])
    expect(later(72 * 3600 + 1)).toEqual(['401'])
    expect(later(-300)).toEqual([])
    expect(later(-301)).toEqual(['401'])
  })

  it('401: does not apply to a document that is already stamped', () => {
    const TimbreFiscalDigital = {
      Version: '1.1',
      UUID: '6a1f2c1e-3f0b-4b8e-9d26-0c7a5e4b1d90',
      FechaTimbrado: '2026-08-20T10:31:00',
      RfcProvCertif: 'TPR170928K35',
      SelloCFD: 'AAAA',
      NoCertificadoSAT: '30001000000600000006',
      SelloSAT: 'AAAA',
    }
    const at = new Date('2027-02-01T00:00:00Z')
    expect(
      codes('ingreso', { Sello: 'AAAA', Complemento: { TimbreFiscalDigital } }, { at }),
    ).toEqual([])
    expect(codes('ingreso', {}, { at })).toEqual(['401'])
  })

  it('the present year is that of the place, or of Fecha when it is not given', () => {
    const Año = (year: string, at?: string) =>
      codes(
        'global',
        { InformacionGlobal: { Año: year } },
        at === undefined ? {} : { at: new Date(at) },
      ).filter((code) => code !== '401')
    expect(Año('2021')).toEqual([])
    expect(Año('2020')).toEqual(['CFDI40136'])
    expect(Año('2027')).toEqual(['CFDI40136'])
    expect(Año('2027', '2027-01-01T05:59:59Z')).toEqual(['CFDI40136'])
    expect(Año('2027', '2027-01-01T06:00:00Z')).toEqual([])
  })
})

describe('seal and certificate', () => {
  it('are not judged in a draft', () => {
    expect(codes('sellado', { Sello: '' })).toEqual([])
    expect(codes('sellado', { Sello: 'AUTO' })).toEqual([])
    expect(
      codes('ingreso', { NoCertificado: '30001000000600000009', Certificado: csd('efirma') }),
    ).toEqual([])
  })

  it.each([
    ['of another number', { NoCertificado: '30001000000600000004' }, 'no es el del certificado'],
    ['an e.firma', { NoCertificado: '30001000000600000005', Certificado: csd('efirma') }, '306'],
    [
      'of another holder',
      { NoCertificado: '30001000000600000004', Certificado: csd('person') },
      '303',
    ],
    ['not yet valid', { Fecha: '2019-12-31T23:59:59' }, '305'],
    ['no certificate', { Certificado: 'AAAA' }, 'no es un certificado'],
  ])('CFDI40106: a certificate %s', (_, change, words) => {
    const finding = check(changed('sellado', change)).find(({ code }) => code === 'CFDI40106')
    expect(finding?.message).toContain(words)
  })

  it('CFDI40106: the first second of validity passes', () => {
    // 2020-01-01T06:00:00Z is midnight in central Mexico.
    expect(codes('sellado', { Fecha: '2020-01-01T00:00:00' })).not.toContain('CFDI40106')
  })

  it('CFDI40106: a PAC seals for a supplier that invoices through the buyer', () => {
    const change = { NoCertificado: '30001000000600000006', Certificado: csd('pac') }
    expect(codes('sellado', change)).toEqual(['CFDI40106'])
    expect(codes('sellado', { ...change, Emisor: { FacAtrAdquirente: '1234567890' } })).toEqual([])
  })

  it('CFDI40106: an authority’s own certificate is not one that it issued', () => {
    const [finding] = check(changed('sellado', { Certificado: csd('root') }))
    expect(finding?.code).toBe('CFDI40106')
  })

  it('CFDI40102: white space in the seal is forgiven, other characters are not', () => {
    const Sello = String(readBase('sellado')['Sello'])
    expect(codes('sellado', { Sello: `${Sello.slice(0, 76)}\n${Sello.slice(76)}` })).toEqual([])
    expect(codes('sellado', { Sello: `${Sello.slice(0, 76)}-${Sello.slice(77)}` })).toEqual([
      'CFDI40102',
    ])
  })
})

describe('large documents', () => {
  it('have their sums computed once, also when that fails', () => {
    let looks = 0
    const counted = (count: number) => {
      looks = 0
      const base = readBase('exento')
      const [concepto] = base['Conceptos'] as object[]
      const items = Array.from({ length: count }, (_, index) =>
        index === count - 1 ? { ...concepto, Importe: 'x' } : concepto,
      )
      const Conceptos = new Proxy(items, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks++
          return Reflect.get(target, key) as unknown
        },
      })
      const Traslados = Array.from({ length: count }, () => ({
        Base: '1',
        Impuesto: '002',
        TipoFactor: 'Exento',
      }))
      check({ ...base, Conceptos, Impuestos: { Traslados } })
      return looks
    }
    const few = counted(50)
    expect(counted(400) / few).toBeLessThan(9)
  })

  it('are judged in time that grows with their size', () => {
    const base = readBase('exento')
    const lines = 5000
    const [concepto] = base['Conceptos'] as unknown[]
    const total = `${150 * lines}.00`
    const document = {
      ...base,
      SubTotal: total,
      Total: total,
      Conceptos: Array.from({ length: lines }, () => concepto),
      Impuestos: { Traslados: [{ Base: total, Impuesto: '002', TipoFactor: 'Exento' }] },
    }
    expect(check(document)).toEqual([])
  })

  it('may be wrong in every line', () => {
    const base = readBase('exento')
    const [concepto] = base['Conceptos'] as object[]
    const Conceptos = Array.from({ length: 3000 }, () => ({
      ...concepto,
      ClaveUnidad: 'PZA',
      Descripcion: '',
    }))
    const findings = check({ ...base, Conceptos })
    const [sums, lines] = [
      ['CFDI40108', 'CFDI40216'],
      findings.filter(({ path }) => path.startsWith('Conceptos')),
    ]
    expect(lines).toHaveLength(6000)
    expect(findings.filter((finding) => !lines.includes(finding)).map(({ code }) => code)).toEqual(
      sums,
    )
    expect(catalogs.catalog('c_ClaveUnidad').has('PZA')).toBe(false)
  })
})
