/**
 * English texts of `legalLimits`, for `docs/en/cancellation.md`.
 * @module
 */

/** By identifier. */
export const english: Readonly<Record<string, string>> = {
  'plazo-receptor':
    'The receiver has three business days to accept or refuse; silence is taken for acceptance.',
  'aceptacion-expresa':
    'Silence is not enough with the complement of hydrocarbons, nor with an income Carta Porte with the product codes 15101505, 15101514 and 15101515.',
  relacionados: 'Related documents that are still in force are cancelled first.',
  'sin-aceptacion-importe':
    'Without consent: a total of up to a thousand pesos; not those that want express consent, nor payment receipts.',
  'sin-aceptacion-nomina': 'Without consent: payroll.',
  'sin-aceptacion-egreso': 'Without consent: credit notes; not those that want express consent.',
  'sin-aceptacion-traslado':
    'Without consent: CFDI de traslado; not with a Carta Porte that carries 15101505, 15101514 or 15101515 (rule 2.7.7.1.6).',
  'sin-aceptacion-rif':
    'Without consent: income to taxpayers of the RIF, under the rules in force until 2021.',
  'sin-aceptacion-retenciones': 'Without consent: retenciones and information of payments.',
  'sin-aceptacion-publico': 'Without consent: to the general public (rule 2.7.1.21).',
  'sin-aceptacion-extranjero': 'Without consent: to residents abroad (rule 2.7.1.23).',
  'sin-aceptacion-dia-siguiente':
    'Without consent: documents cancelled no later than the business day after their issue.',
  'sin-aceptacion-sector-primario':
    'Without consent: income of the primary sector, or of sellers and lessors under section 2.7.3, issued through a provider authorised for it (PCECFDI, PCGCFDISP).',
  'sin-aceptacion-sistema-financiero':
    'Without consent: documents that members of the financial system issue.',
  'sin-aceptacion-federacion':
    'Without consent: documents that the Federation issues for duties, products and other revenue.',
  'limite-personas-morales':
    'A company may cancel until March of the year after that of issue, the month of its annual ISR return.',
  'limite-personas-fisicas':
    'An individual may cancel until April of the year after that of issue, the month of the annual ISR return.',
  'dias-inhabiles':
    'Periods in days leave out Saturdays, Sundays, the holidays that the article names and the general vacations of the authority.',
}
