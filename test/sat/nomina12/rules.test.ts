/**
 * Nómina 1.2: spans, check digits and dated limits against other algorithms, and the results for
 * documents.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../../src/catalogs/catalogs.js'
import { Decimal } from '../../../src/lib/decimal.js'
import { check } from '../../../src/sat/cfdi40/check.js'
import {
  nextDay,
  type Span,
  spanBetween,
  spanOf,
  spansBetween,
  weeksBetween,
  writeSpan,
} from '../../../src/sat/nomina12/antiguedad.js'
import { subsidioMaximo } from '../../../src/sat/nomina12/rules/otrosPagos.js'
import { clabeDigit } from '../../../src/sat/nomina12/rules/receptor.js'
import { claseOf } from '../../../src/sat/nomina12/sums.js'
import { complementFixtures, readComplementFixture } from '../../rules/complementFixtures.js'
import { patch, readBase } from '../../rules/fixture.js'

type Change = Readonly<Record<string, unknown>>

const nomina = (change: Change): Change => ({ Complemento: { Nomina: change } })
const receptor = (change: Change): Change => nomina({ Receptor: change })

const findings = (base: string, change: Change) => check(patch(readBase(base), change))
const codes = (base: string, change: Change): string[] =>
  findings(base, change).map(({ code }) => code)

const dayMs = 86_400_000
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
// 1950-01-01 to 2059-12-31, as days since 1970.
const days = fc.integer({ min: -7305, max: 32_871 })

describe('CLABE', () => {
  it('may end in zero', () => expect(clabeDigit('000000000000000000')).toBe('0'))

  // Published by banks as examples.
  it.each(['032180000118359719', '002010077777777771'])('%s is right', (clabe) => {
    expect(clabeDigit(clabe)).toBe(clabe.slice(-1))
    expect(codes('nomina', receptor({ CuentaBancaria: clabe }))).toEqual([])
  })

  it('has one last digit that is right', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{17}$/), (digits) => {
        const right = [...'0123456789'].filter(
          (digit) => codes('nomina', receptor({ CuentaBancaria: digits + digit })).length === 0,
        )
        expect(right).toEqual([clabeDigit(`${digits}0`)])
      }),
      { numRuns: 20 },
    )
  })

  it('shows any single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{17}$/),
        fc.integer({ min: 0, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, shift) => {
          const other = String((Number(digits[at]) + shift) % 10)
          expect(clabeDigit(`${digits.slice(0, at)}${other}${digits.slice(at + 1)}0`)).not.toBe(
            clabeDigit(`${digits}0`),
          )
        },
      ),
    )
  })

  it.each([
    ['5512345678', '012', []],
    ['55123456789', '012', []],
    ['5512345678901234', '012', []],
    ['551234567890', '012', ['NOM62']],
    ['5512345678', null, ['NOM65']],
  ])('an account %s with bank %s: %j', (CuentaBancaria, Banco, expected) => {
    expect(codes('nomina', receptor({ CuentaBancaria, Banco }))).toEqual(expected)
  })
})

/** The days of a month, 1 to 12. */
const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The date that many whole months after another: the same day, or the last of a shorter month. */
function addMonths(date: string, months: number): string {
  const [y = 0, m = 0, d = 0] = date.split('-').map(Number)
  const year = y + Math.floor((m - 1 + months) / 12)
  const month = ((m - 1 + months) % 12) + 1
  const day = Math.min(d, daysIn(year, month))
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The same by counting: as many whole months as fit, then as many days. */
function countSpan(from: string, to: string): Span {
  let months = 0
  while (addMonths(from, months + 1) <= to) months++
  const reached = addMonths(from, months)
  const rest = (Date.parse(to) - Date.parse(reached)) / dayMs
  return { years: Math.floor(months / 12), months: months % 12, days: rest }
}

describe('Antigüedad', () => {
  it.each([
    ['2021-03-16', '2026-08-15', 'P5Y4M30D'],
    ['2021-03-16', '2026-08-16', 'P5Y5M0D'],
    ['2024-02-29', '2025-02-28', 'P1Y0D'],
    ['2024-01-31', '2024-03-01', 'P1M1D'],
    ['2025-12-31', '2026-01-01', 'P1D'],
    ['2026-08-15', '2026-08-15', 'P0D'],
  ])('from %s to %s is %s', (from, to, span) => {
    expect(writeSpan(spanBetween(from, to))).toBe(span)
    expect(spanOf(span)).toEqual(spanBetween(from, to))
  })

  it('equals a count of months and days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 15_000 }), (start, length) => {
        const [from, to] = [isoDay(start), isoDay(start + length)]
        expect(spanBetween(from, to)).toEqual(countSpan(from, to))
        expect(nextDay(to)).toBe(isoDay(start + length + 1))
      }),
    )
  })

  it('in years, months and days is taken with the last day and without, and no other (NOM55)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15_000, max: 20_000 }), (start) => {
        const from = isoDay(start)
        const [without, withIt] = [countSpan(from, '2026-08-15'), countSpan(from, '2026-08-16')]
        const change = (Antigüedad: string) => receptor({ FechaInicioRelLaboral: from, Antigüedad })
        expect(codes('nomina', change(writeSpan(without)))).toEqual([])
        expect(codes('nomina', change(writeSpan(withIt)))).toEqual([])
        const less = { ...without, days: without.days - 1 }
        if (less.days >= 0) expect(codes('nomina', change(writeSpan(less)))).toEqual(['NOM55'])
        expect(
          codes('nomina', change(writeSpan({ ...without, years: without.years + 1 }))),
        ).toEqual(['NOM55'])
      }),
      { numRuns: 50 },
    )
  })

  it.each(['P1M0D', 'P1M1D', 'P28D'])(
    'from 31 January to 28 February may be %s (NOM55)',
    (Antigüedad) => {
      expect(spansBetween('2026-01-31', '2026-02-28').map(writeSpan)).toContain(Antigüedad)
    },
  )

  it('from the 31st counts as the usual libraries do, and no more than that (NOM55)', () => {
    const spans = (from: string, to: string) =>
      [...new Set(spansBetween(from, to).map(writeSpan))].sort()
    expect(spans('2026-01-31', '2026-02-28')).toEqual(['P1M0D', 'P1M1D', 'P28D'])
    expect(spans('2025-12-31', '2026-06-30')).toEqual(['P5M30D', 'P6M0D', 'P6M1D'])
    expect(spans('2024-02-29', '2026-02-28')).toEqual(['P1Y11M30D', 'P2Y0D', 'P2Y1D'])
    expect(spans('2026-01-15', '2026-03-14')).toEqual(['P1M27D', 'P2M0D'])
  })

  it('in weeks is at most those that are complete (NOM54)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5000, max: 20_000 }), (start) => {
        const from = isoDay(start)
        const length = (Date.parse('2026-08-15') - start * dayMs) / dayMs + 1
        const most = (length - (length % 7)) / 7
        expect(weeksBetween(from, '2026-08-15').toString()).toBe(String(most))
        const change = (weeks: number) =>
          receptor({ FechaInicioRelLaboral: from, Antigüedad: `P${weeks}W` })
        expect(codes('nomina', change(most))).toEqual([])
        expect(findings('nomina', change(most + 1))).toMatchObject([
          { code: 'NOM54', expected: `P${most}W o menos` },
        ])
      }),
      { numRuns: 50 },
    )
  })

  it('counts seven days as a week', () => {
    const change = (from: string) => receptor({ FechaInicioRelLaboral: from, Antigüedad: 'P1W' })
    expect(codes('nomina', change('2026-08-09'))).toEqual([])
    expect(codes('nomina', change('2026-08-10'))).toEqual(['NOM54'])
  })

  it('does not apply before the employment begins', () => {
    expect(codes('nomina', receptor({ FechaInicioRelLaboral: '2026-08-16' }))).toEqual(['NOM53'])
  })
})

describe('SubsidioCausado', () => {
  const on = (day: string, dias: string, causado: string): Change => ({
    Fecha: `${day}T10:30:00`,
    ...nomina({
      FechaInicialPago: '2026-07-15',
      NumDiasPagados: dias,
      OtrosPagos: { '0': { SubsidioAlEmpleo: { SubsidioCausado: causado } } },
    }),
  })
  const cent = Decimal.unit(2)

  it.each([
    ['2024-12-31', '407.02', '13.39'],
    ['2025-01-31', '407.02', '13.39'],
    ['2025-02-01', '475.00', '15.63'],
    ['2025-12-31', '475.00', '15.63'],
    ['2026-01-01', '628.00', '20.66'],
    ['2026-11-21', '628.00', '20.66'],
  ])('on %s is at most %s, and %s for each day of more than 31', (day, mes, dia) => {
    expect(codes('nomina', on(day, '31.000', mes))).toEqual([])
    expect(
      findings('nomina', on(day, '31.000', Decimal.of(mes).plus(cent).toString())),
    ).toMatchObject([{ code: 'NOM101', limits: ['0', mes] }])
    // 31.5 days: the product has five decimals, and nothing is rounded.
    const most = Decimal.of(dia).times(Decimal.of('31.500'))
    expect(codes('nomina', on(day, '31.500', most.truncate(2).toString()))).toEqual([])
    expect(
      findings('nomina', on(day, '31.500', most.truncate(2).plus(cent).toString())),
    ).toMatchObject([{ code: 'NOM108', limits: ['0', most.toString()] }])
  })

  it('has its days in order', () => {
    const from = subsidioMaximo.map((row) => row.from)
    expect(from).toEqual([...from].sort())
  })
})

describe('revisión E', () => {
  const exempt: Change = {
    Percepciones: {
      TotalGravado: '34999.99',
      TotalExento: '30000.01',
      Percepcion: { '2': { ImporteGravado: '999.99', ImporteExento: '0.01' } },
    },
  }
  const empty: Change = {
    Percepciones: {
      Percepcion: {
        '+': {
          TipoPercepcion: '001',
          Clave: 'P002',
          Concepto: 'Sueldo',
          ImporteGravado: '0.00',
          ImporteExento: '0',
        },
      },
    },
  }
  const on = (day: string, change: Change): Change => ({
    Fecha: `${day}T10:30:00`,
    ...nomina(change),
  })

  it('requires 038 to be taxed since 1 January 2026 (NOM109)', () => {
    expect(codes('nominaSeparacion', on('2025-12-31', exempt))).toEqual([])
    expect(codes('nominaSeparacion', on('2026-01-01', exempt))).toEqual(['NOM109'])
  })

  it('requires an amount in both directions (NOM75, NOM110)', () => {
    expect(codes('nomina', on('2025-12-31', empty))).toEqual(['NOM75'])
    expect(codes('nomina', on('2026-01-01', empty))).toEqual(['NOM75', 'NOM110'])
  })
})

describe('TipoContrato', () => {
  const contratos = [...catalogs.catalog('c_TipoContrato').codes()]
  const regimenes = [...catalogs.catalog('c_TipoRegimen').codes()]

  it.each(contratos)(
    '%s goes with its regimes, and with a RegistroPatronal or not',
    (TipoContrato) => {
      const isLaboral = TipoContrato < '09'
      for (const TipoRegimen of regimenes) {
        const isWage = ['02', '03', '04'].includes(TipoRegimen)
        const found = codes('nomina', receptor({ TipoContrato, TipoRegimen }))
        expect(found.includes('NOM57')).toBe(isLaboral && !isWage)
        expect(found.includes('NOM58')).toBe(!isLaboral && isWage)
        expect(found.includes('NOM43')).toBe(!isLaboral)
        expect(found.includes('NOM106')).toBe(TipoRegimen !== '02')
      }
      const without = codes('nomina', nomina({ Receptor: { TipoContrato }, Emisor: null }))
      expect(without.includes('NOM42')).toBe(isLaboral)
    },
  )
})

describe('claseOf', () => {
  it.each([...catalogs.catalog('c_TipoPercepcion').codes()])('%s', (tipo) => {
    const classes = { separacion: ['022', '023', '025'], jubilacion: ['039', '044'] }
    const [clase = 'sueldos'] =
      Object.entries(classes).find(([, tipos]) => tipos.includes(tipo)) ?? []
    expect(claseOf(tipo)).toBe(clase)
  })
})

describe('other payments without a wage', () => {
  it.each(['002', '007', '008'])('%s is not admitted (NOM106)', (TipoOtroPago) => {
    const otro = {
      TipoOtroPago,
      Clave: 'O002',
      Concepto: 'Subsidio',
      Importe: '0',
      SubsidioAlEmpleo: { SubsidioCausado: '0' },
    }
    const found = codes('nominaMunicipio', nomina({ TotalOtrosPagos: '0', OtrosPagos: [otro] }))
    expect(found).toContain('NOM106')
  })
})

describe('totals', () => {
  const sum = (change: Change) => new Set(codes('nomina', nomina(change)))

  it.each([
    ['TotalPercepciones', ['NOM37', 'NOM20', 'NOM21']],
    ['TotalDeducciones', ['NOM39', 'NOM22']],
    ['TotalOtrosPagos', ['NOM40', 'NOM20', 'NOM21']],
  ])('%s is exact to the cent', (total, expected) => {
    const { [total]: right } = (
      readBase('nomina')['Complemento'] as { Nomina: Record<string, string> }
    ).Nomina
    for (const shift of ['0.01', '-0.01']) {
      const wrong = Decimal.of(right ?? '').plus(Decimal.of(shift))
      expect(sum({ [total]: wrong.toString() })).toEqual(new Set(expected))
    }
    expect(sum({ [total]: `${right}`.replace(/\.?0+$/, '') })).toEqual(new Set())
    expect(sum({ [total]: null })).toEqual(new Set(expected))
  })

  it.each([
    ['TotalSueldos', ['NOM70', 'NOM69', 'NOM37']],
    ['TotalGravado', ['NOM73', 'NOM69']],
    ['TotalExento', ['NOM74', 'NOM69']],
  ])('%s is exact to the cent', (total, expected) => {
    const { Percepciones } = (
      readBase('nomina')['Complemento'] as { Nomina: { Percepciones: Record<string, string> } }
    ).Nomina
    for (const shift of ['0.01', '-0.01']) {
      const wrong = Decimal.of(Percepciones[total] ?? '').plus(Decimal.of(shift))
      expect(sum({ Percepciones: { [total]: wrong.toString() } })).toEqual(new Set(expected))
    }
  })

  it('of several payslips are those of all', () => {
    const name = 'nomina12.separacion'
    const document = readComplementFixture(name)
    const slip = (TotalPercepciones: string) =>
      check(patch(document, { Complemento: { Nomina: { '1': { TotalPercepciones } } } })).map(
        ({ code, path }) => `${code} ${path}`,
      )
    expect(slip('169600.00')).toEqual([])
    expect(slip('169600.01')).toEqual([
      'NOM20 Conceptos[0].ValorUnitario',
      'NOM21 Conceptos[0].Importe',
      'NOM37 Complemento.Nomina[1].TotalPercepciones',
    ])
  })
})

describe('OtrosPagos', () => {
  const otro = (TipoOtroPago: string) => ({
    TipoOtroPago,
    Clave: 'O001',
    Concepto: 'Pago',
    Importe: '1200.00',
  })
  const subsidio = { ...otro('002'), Importe: '0', SubsidioAlEmpleo: { SubsidioCausado: '0' } }
  const total = (list: readonly { readonly Importe: string }[]) =>
    Decimal.sum(list.map(({ Importe }) => Decimal.of(Importe)))

  it.each([
    ['002', [subsidio], []],
    ['007', [otro('007')], []],
    ['008', [otro('008')], []],
    ['none of them', [otro('003')], ['NOM105']],
    ['002 and 007', [subsidio, otro('007')], ['NOM105']],
    ['002 and 008', [subsidio, otro('008')], ['NOM105']],
    ['007 and 008', [otro('007'), otro('008')], []],
  ])('of a wage with %s (NOM105)', (_, OtrosPagos, expected) => {
    const pagado = total(OtrosPagos)
    const subTotal = Decimal.of('8800.00').plus(pagado).toString()
    const change = {
      SubTotal: subTotal,
      Total: Decimal.of(subTotal).minus(Decimal.of('912.18')).toString(),
      Conceptos: { '0': { ValorUnitario: subTotal, Importe: subTotal } },
      ...nomina({ OtrosPagos, TotalOtrosPagos: pagado.toString() }),
    }
    expect(codes('nomina', change)).toEqual(expected)
  })

  it.each([
    ['2026-08-14', '2025', []],
    ['2026-08-14', '2026', ['NOM103']],
    ['2026-08-14', '2024', ['NOM103']],
    ['2026-12-01', '2025', []],
    ['2026-12-31', '2026', []],
    ['2026-12-31', '2024', ['NOM103']],
  ])('paid on %s with the balance of %s: %j', (FechaPago, Año, expected) => {
    const OtrosPagos = { '1': { CompensacionSaldosAFavor: { Año } } }
    expect(codes('nominaPatron', nomina({ FechaPago, OtrosPagos }))).toEqual(expected)
  })
})

describe('a structural slip', () => {
  it('is one finding, and the other nodes are judged', () => {
    const change = nomina({
      Percepciones: { Percepcion: { '0': { Clave: 'P' }, '2': { HorasExtra: null } } },
      FechaFinalPago: '2026-02-30',
    })
    expect(findings('nomina', change).map(({ code, path }) => `${code} ${path}`)).toEqual([
      '301 Complemento.Nomina.FechaFinalPago',
      '301 Complemento.Nomina.Percepciones.Percepcion[0].Clave',
      'NOM84 Complemento.Nomina.Percepciones.Percepcion[2].HorasExtra',
    ])
  })
})

describe('the fixtures of nomina12', () => {
  it.each(complementFixtures('nomina12'))('%s is clean', (name) => {
    expect(check(readComplementFixture(name))).toEqual([])
  })
})
