/**
 * RFC of the known PACs (proveedores autorizados de certificación).
 * @module
 */

/** A PAC of the list. */
export interface ListedPac {
  /** RFC of the PAC: `RfcProvCertif` of its stamps. */
  readonly rfc: string
  /** Common name of the PAC. */
  readonly name: string
  /** Number of the SAT's authorisation, if known. */
  readonly authorisation?: string
  /** Source of the row. */
  readonly evidence: string
}

/** A dated list of PACs. An RFC that is not in it is unknown, not forged. */
export interface PacList {
  /** Day of the list, `YYYY-MM-DD`. */
  readonly date: string
  /** The PACs. */
  readonly pacs: readonly Pick<ListedPac, 'rfc'>[]
}

const satList = "the SAT's list of February 2019"
const clients = 'certificates and clients in public repositories'

function pac(
  rfc: string,
  name: string,
  authorisation: string | undefined,
  evidence: string,
): ListedPac {
  return Object.freeze({
    rfc,
    name,
    ...(authorisation !== undefined && { authorisation }),
    evidence,
  })
}

/**
 * PACs whose RFC is known from public sources. Partial: the SAT authorises some seventy. Complete
 * it from the SAT's page of authorised PACs and pass the whole as `pacs` of `verifyCfdi`.
 * @example
 * const pacs = { date: '2026-11-23', pacs: [...knownPacs.pacs, { rfc: 'AAA010101AAA' }] }
 * pacs.pacs.length // → 14
 */
export const knownPacs = /* @__PURE__ */ Object.freeze({
  date: '2026-11-23',
  pacs: Object.freeze([
    pac('FIN1203015JA', 'Finkok', '10852', satList),
    pac('LSO1306189R5', 'SW (Lunasoft)', '16543', satList),
    pac('PPD101129EA3', 'Prodigia', '09763', satList),
    pac('ASE0201179X0', 'Reachcore (Sovos)', '55267', satList),
    pac('SFE0807172W8', 'Solución Factible', '54555', satList),
    pac('FCG840618N51', 'Formas Digitales', '55502', satList),
    pac('CCC1007293K0', 'XPD', '55505', satList),
    pac('INT020124V62', 'Interfactura', '54812', satList),
    pac('EME000602QR9', 'Edicom', '70029', satList),
    pac('FMO1007168C6', 'Facturación Moderna', '58077', satList),
    pac('SCD110105654', 'Comercio Digital', undefined, clients),
    pac('MSE090205D9A', 'MYSuite', undefined, clients),
    pac('SAT970701NN3', 'SAT: Mis cuentas y portal', undefined, "stamps of the SAT's portal"),
  ]),
}) satisfies PacList & { readonly pacs: readonly ListedPac[] }
