/**
 * Ages and terms of the dated data that the library judges by, for dashboards and alerts.
 * @module
 */
import { type Catalogs, catalogs as ownCatalogs } from '../catalogs/catalogs.js'
import { dayOf, type When } from '../catalogs/day.js'
import { catalogNames } from '../catalogs/packed/names.js'
import { catalogsKind } from '../catalogs/set.js'
import type { Certificate } from '../certificate/certificate.js'
import { assertClosedDays, type ClosedDays, satClosedDays } from '../fiscal/closedDays.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { listRules } from '../sat/listRules.js'
import type { Root } from '../sat/root.js'
import { satAnchors, satAuthorities } from '../trust/authorities.js'
import { knownPacs, type PacList } from '../trust/pacs.js'
import { datedValues } from './datedValues.js'

/** Kinds of dated data. */
export const dataSubjects = [
  'catalog',
  'authority',
  'pacs',
  'closedDays',
  'value',
  'rules',
] as const

/** Kind of dated data. */
export type DataSubject = (typeof dataSubjects)[number]

/**
 * State of a datum on a day. `ended`: its last day has passed. `ending`: it ends within
 * `endsWithin`. `old`: its age exceeds `maxAge`. `estimated`: the SAT has not published it yet.
 * `undated`: its date is unknown. `unjudged`: it has no last day, and `maxAge` has no limit for it.
 * `current`: none of these.
 */
export type DataState =
  | 'current'
  | 'old'
  | 'ending'
  | 'ended'
  | 'estimated'
  | 'undated'
  | 'unjudged'

/** A dated datum. */
export interface DatedData {
  /** Its kind. */
  readonly subject: DataSubject
  /** Its name: `c_Moneda`, `AC7`, a matrix of the SAT. */
  readonly name: string
  /** Day of its publication, or its first day in force, `YYYY-MM-DD`. */
  readonly date?: string
  /** Days since `date`. */
  readonly age?: number
  /** Its last day, `YYYY-MM-DD`. */
  readonly until?: string
  /** Days until its last day; negative afterwards. */
  readonly remaining?: number
  /** Its state on the day. */
  readonly state: DataState
  /** How to renew it, in Spanish. */
  readonly remedy: string
}

/** Options of {@link listDatedData}. */
export interface DatedDataOptions {
  /** The present: a `Date`, or a day `YYYY-MM-DD`. */
  readonly at: When
  /** Catalogues of the program. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
  /** Trust anchors of the program. Defaults to `satAnchors`. */
  readonly anchors?: readonly Certificate[] | undefined
  /** List of PACs of the program. Defaults to `knownPacs`. */
  readonly pacs?: PacList | undefined
  /** Closed days of the program. Defaults to `satClosedDays`. */
  readonly closed?: readonly ClosedDays[] | undefined
  /** Registered documents, whose rules are listed too. */
  readonly documents?: readonly Root[] | undefined
  /** Age in days beyond which a datum is `old`, by subject. Without a number, none is. */
  readonly maxAge?: Readonly<Partial<Record<DataSubject, number>>> | undefined
  /** Days before its last day from which a datum is `ending`. Without it, none is. */
  readonly endsWithin?: number | undefined
}

const optionNames: OptionNames<DatedDataOptions> = {
  at: true,
  catalogs: catalogsKind,
  anchors: 'list',
  pacs: 'object',
  closed: 'list',
  documents: 'list',
  maxAge: {
    catalog: 'number',
    authority: 'number',
    pacs: 'number',
    closedDays: 'number',
    value: 'number',
    rules: 'number',
  },
  endsWithin: 'number',
}

/** A datum before its age is known. */
export interface Dated extends Pick<DatedData, 'subject' | 'name' | 'date' | 'until' | 'remedy'> {
  readonly isEstimate?: boolean
}

/**
 * Returns the catalogues, authorities, list of PACs, closed days, values and matrices that the
 * library judges by, with their ages on a day and how to renew them. Only the header of each
 * catalogue is read.
 * @throws TypeError for an unknown option or a day that does not exist
 * @example
 * const rows = listDatedData({ at: '2027-05-04', maxAge: { catalog: 60 } })
 * rows.find(({ name }) => name === 'AC5')?.state // → 'ended'
 */
export function listDatedData(options: DatedDataOptions): readonly DatedData[] {
  requireOptions('listDatedData', options, optionNames)
  const { catalogs = ownCatalogs, anchors = satAnchors, pacs = knownPacs } = options
  const { closed = satClosedDays, documents = [], maxAge = {}, endsWithin } = options
  assertClosedDays(closed)
  const day = dayOf(options.at)
  const sources = new Set<string>()
  for (const { source } of listRules({ documents })) sources.add(source)
  const data: readonly Dated[] = [
    ...catalogNames.map((name) => datedCatalog(name, catalogs.catalog(name).date)),
    ...anchors.map(datedAuthority),
    {
      subject: 'pacs',
      name: 'Lista de PAC',
      date: pacs.date,
      remedy: 'Complete la lista con la de PAC autorizados del SAT y déla en pacs de verifyCfdi.',
    },
    ...datedClosedDays(closed, day),
    ...datedValues(day),
    ...[...sources].map(datedRules),
  ]
  const dated: DatedData[] = []
  for (const { isEstimate = false, ...datum } of data) {
    const { subject, date, until } = datum
    const age = date === undefined ? undefined : daysBetween(date, day)
    const remaining = until === undefined ? undefined : daysBetween(day, until)
    const state = stateOf({
      isEstimate,
      age,
      remaining,
      maxAge: maxAge[subject],
      endsWithin,
    })
    dated.push({
      ...datum,
      ...(age !== undefined && { age }),
      ...(remaining !== undefined && { remaining }),
      state,
    })
  }
  return dated
}

interface Measured {
  readonly isEstimate: boolean
  readonly age: number | undefined
  readonly remaining: number | undefined
  readonly maxAge: number | undefined
  readonly endsWithin: number | undefined
}

function stateOf({ isEstimate, age, remaining, maxAge, endsWithin }: Measured): DataState {
  if (remaining !== undefined && remaining < 0) return 'ended'
  if (isEstimate) return 'estimated'
  if (remaining !== undefined && endsWithin !== undefined && remaining <= endsWithin)
    return 'ending'
  if (age !== undefined && maxAge !== undefined && age > maxAge) return 'old'
  if (age === undefined && remaining === undefined) return 'undated'
  if (remaining === undefined && maxAge === undefined) return 'unjudged'
  return 'current'
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

function datedCatalog(name: string, date: string): Dated {
  if (date === '')
    return {
      subject: 'catalog',
      name,
      remedy: 'El programa no incluye este catálogo: sus claves no se revisan.',
    }
  return {
    subject: 'catalog',
    name,
    date,
    remedy:
      'Actualice cfdi-stamp, o empaque las tablas nuevas con «cfdi-stamp catalogs pack» y délas en createCatalogs({ packs }).',
  }
}

function datedAuthority(certificate: Certificate): Dated {
  const known = satAuthorities.find((one) => one.certificate === certificate)
  return {
    subject: 'authority',
    name: known?.id ?? certificate.name,
    date: dayOf(certificate.validFrom),
    until: dayOf(certificate.validTo),
    remedy:
      'Descargue del SAT el certificado de la autoridad que la sustituye, compare su huella y délo en anchors. Lo que ya se selló se sigue verificando con esta.',
  }
}

/** The table, and each period that is an estimate and has not ended. */
function datedClosedDays(closed: readonly ClosedDays[], day: string): Dated[] {
  let until = ''
  for (const { to } of closed) if (to > until) until = to
  const subject = 'closedDays'
  const remedy =
    'Dé en businessCalendar({ closed }) el periodo que publica el SAT (RMF, regla 2.1.6), o actualice cfdi-stamp.'
  const data: Dated[] = [{ subject, name: 'Calendario', ...(until && { until }), remedy }]
  for (const { status, from, to } of closed)
    if (status === 'estimated' && day <= to)
      data.push({ subject, name: `Del ${from} al ${to}`, until: to, remedy, isEstimate: true })
  return data
}

function datedRules(source: string): Dated {
  const date = readSpanishDay(source)
  return {
    subject: 'rules',
    name: source,
    ...(date && { date }),
    remedy: 'Compare con la versión que publica el SAT, y actualice cfdi-stamp si hay otra.',
  }
}

const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

const spanishDay =
  /(?:(\d{1,2}) de )?(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) de (20\d\d)/

/** Returns the day in the name of a source: `25 de marzo de 2026`; the first day of `junio de 2024`. */
function readSpanishDay(text: string): string | undefined {
  const [, day = '1', month, year] = spanishDay.exec(text) ?? []
  if (month === undefined || year === undefined) return undefined
  const number = String(months.indexOf(month) + 1)
  return `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
}
