/**
 * Legal provisions on cancellations, as dated data with sources: for display, never for
 * computation. Only the SAT's status service determines whether a document needs consent
 * (`cancellableDirectly`, `cancellableWithConsent`).
 * @module
 */

/** One provision, with the dates of its validity. */
export interface LegalLimit {
  /** Stable identifier. */
  readonly id: string
  /** The provision in Spanish, in our own words. */
  readonly text: string
  /** Its quantity, if it has one: pesos, days, a month. */
  readonly value?: string
  /** Source of the provision. */
  readonly source: string
  /** First day of validity of the text that was read, YYYY-MM-DD. */
  readonly since: string
  /** Last day of validity, if known. */
  readonly until?: string
}

const rmf = 'Resolución Miscelánea Fiscal para 2026'
const since = '2026-01-01'

/** A case of rule 2.7.1.35, by its fraction. */
const withoutConsent = (
  fraction: string,
  id: string,
  text: string,
  value?: string,
): LegalLimit => ({
  id: `sin-aceptacion-${id}`,
  text: `Sin aceptación: ${text}`,
  ...(value !== undefined && { value }),
  source: `${rmf}, regla 2.7.1.35, fracción ${fraction}`,
  since,
})

/**
 * Provisions read on 21 and 22 November 2026. Rule 2.7.1.35 has twelve cases. Fractions I to VII
 * were read in a public copy of the text in force, VIII to XII in a copy of 2023 with the same
 * order.
 */
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
    withoutConsent(
      'I',
      'importe',
      'total de hasta mil pesos; no los que exigen aceptación expresa, ni los recibos de pago.',
      '1000.00',
    ),
    withoutConsent('II', 'nomina', 'nómina.'),
    withoutConsent('III', 'egreso', 'egreso; no los que exigen aceptación expresa.'),
    withoutConsent(
      'IV',
      'traslado',
      'traslado; no con Carta Porte que lleva 15101505, 15101514 o 15101515 (regla 2.7.7.1.6).',
    ),
    withoutConsent(
      'V',
      'rif',
      'ingreso a quien tributaba en el RIF, con las disposiciones vigentes hasta 2021.',
    ),
    withoutConsent('VI', 'retenciones', 'retenciones e información de pagos.'),
    withoutConsent('VII', 'publico', 'a público en general (regla 2.7.1.21).'),
    withoutConsent('VIII', 'extranjero', 'a residentes en el extranjero (regla 2.7.1.23).'),
    withoutConsent(
      'IX',
      'dia-siguiente',
      'el que se cancela a más tardar el día hábil siguiente al de su expedición.',
      '1',
    ),
    withoutConsent(
      'X',
      'sector-primario',
      'ingreso del sector primario, o de quien vende o arrienda según la sección 2.7.3, expedido mediante un proveedor autorizado para ello (PCECFDI, PCGCFDISP).',
    ),
    withoutConsent(
      'XI',
      'sistema-financiero',
      'los que emiten los integrantes del sistema financiero.',
    ),
    withoutConsent(
      'XII',
      'federacion',
      'los que emite la Federación por derechos, productos y aprovechamientos.',
    ),
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
