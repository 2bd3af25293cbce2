/**
 * Amounts and provisions that the law changes by year.
 * @module
 */
import { legalLimits } from '../cancel/legal.js'
import { subsidioMaximo } from '../sat/nomina12/rules/otrosPagos.js'
import { lastRatedYear } from '../sat/retenciones20/build/yearlyRates.js'
import type { Dated } from './listDatedData.js'

/** Returns the values in force on a day. Each is of its year: it ends with it. */
export function datedValues(day: string): Dated[] {
  const subsidio = subsidioMaximo.filter(({ from }) => from <= day).at(-1) ?? subsidioMaximo[0]
  const { mes, dia } = subsidio.value
  let since = ''
  for (const limit of legalLimits) if (limit.since > since) since = limit.since
  return [
    {
      subject: 'value',
      name: `Límite del subsidio para el empleo: ${mes} al mes, ${dia} por día`,
      ...yearOf(subsidio.from),
      remedy:
        'Depende de la UMA: compare el límite con la matriz de Nómina vigente, y actualice cfdi-stamp si es otro.',
    },
    {
      subject: 'value',
      name: `Tasas de retención de intereses y plataformas de ${lastRatedYear()}`,
      ...yearOf(`${lastRatedYear()}-01-01`),
      remedy:
        'Dé Tasa a retencionDeIntereses y a retencionDePlataforma, según la Ley de Ingresos del año, o actualice cfdi-stamp.',
    },
    {
      subject: 'value',
      name: 'Disposiciones sobre la cancelación (legalLimits)',
      ...yearOf(since),
      remedy:
        'Compare con las reglas 2.7.1.34 y 2.7.1.35 de la Resolución Miscelánea Fiscal del año. No deciden nada: solo se muestran.',
    },
  ]
}

function yearOf(date: string): Pick<Dated, 'date' | 'until'> {
  return { date, until: `${date.slice(0, 4)}-12-31` }
}
