/**
 * What the law says of cancellations, as dated data with its source: to be shown and renewed, and never to be computed with. Whether a
 * document needs consent is said by the SAT's status service (`cancellableDirectly`, `cancellableWithConsent`), and by nothing here.
 * @module
 */

/** One provision, while it is in force. */
export interface LegalLimit {
  /** Stable identifier. */
  readonly id: string
  /** In Spanish, in our words. */
  readonly text: string
  /** The number in it, if it turns on one: pesos, days, a month. */
  readonly value?: string
  /** Where it is said. */
  readonly source: string
  /** First day of the text that was read, YYYY-MM-DD. */
  readonly since: string
  /** Last day, once it is known. */
  readonly until?: string
}

const rmf = 'Resolución Miscelánea Fiscal para 2026'
const since = '2026-01-01'

/** Provisions read on 21 November 2026. The list of cases without consent is not whole: the rule has twelve. */
export const legalLimits: readonly LegalLimit[] = Object.freeze(
  [
    {
      id: 'plazo-receptor',
      value: '3',
      text: 'Tres días hábiles tiene el receptor para aceptar o rechazar; si calla, se tiene por aceptada.',
      source: `${rmf}, regla 2.7.1.34`,
      since,
    },
    {
      id: 'aceptacion-expresa',
      text: 'El silencio no basta con el complemento de hidrocarburos y petrolíferos, ni con Carta Porte de ingreso con las claves 15101505, 15101514 y 15101515.',
      source: `${rmf}, regla 2.7.1.34`,
      since,
    },
    {
      id: 'relacionados',
      text: 'Los comprobantes relacionados que siguen vigentes se cancelan antes.',
      source: `${rmf}, regla 2.7.1.34`,
      since,
    },
    {
      id: 'sin-aceptacion-importe',
      value: '1000.00',
      text: 'Sin aceptación: total de hasta mil pesos, con las mismas excepciones; los recibos de pago no entran por su importe.',
      source: `${rmf}, regla 2.7.1.35`,
      since,
    },
    {
      id: 'sin-aceptacion-dia-siguiente',
      value: '1',
      text: 'Sin aceptación: a más tardar el día hábil siguiente al de su expedición.',
      source: `${rmf}, regla 2.7.1.35`,
      since,
    },
    {
      id: 'sin-aceptacion-clase',
      text: 'Sin aceptación: nómina, egreso, traslado y retenciones, con las excepciones que la regla nombra.',
      source: `${rmf}, regla 2.7.1.35`,
      since,
    },
    {
      id: 'sin-aceptacion-receptor',
      text: 'Sin aceptación: a público en general y a residentes en el extranjero.',
      source: `${rmf}, regla 2.7.1.35`,
      since,
    },
    {
      id: 'limite-personas-morales',
      value: '03',
      text: 'Una persona moral puede cancelar hasta marzo del año siguiente al de expedición, mes de su declaración anual del ISR.',
      source: 'Código Fiscal de la Federación, artículo 29-A, reformado el 7 de noviembre de 2025',
      since,
    },
    {
      id: 'limite-personas-fisicas',
      value: '04',
      text: 'Una persona física puede cancelar hasta abril del año siguiente al de expedición, mes de su declaración anual del ISR.',
      source: 'Código Fiscal de la Federación, artículo 29-A, reformado el 7 de noviembre de 2025',
      since,
    },
    {
      id: 'dias-inhabiles',
      text: 'Los plazos en días no cuentan sábados, domingos, los festivos que el artículo nombra, ni las vacaciones generales de la autoridad.',
      source: 'Código Fiscal de la Federación, artículo 12',
      since,
    },
  ].map((limit) => Object.freeze(limit)),
)
