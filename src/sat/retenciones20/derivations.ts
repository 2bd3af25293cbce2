/**
 * "AUTO" in a Retenciones 2.0: values from the certificate, the clock and the totals.
 * @module
 */
import { type DeriveContext, derivationTables } from '../../derive/derivation.js'
import { Derivations } from '../../derive/resolve.js'
import { sumField, total } from '../../fiscal/amounts.js'
import { itemsOf } from '../../lib/lists.js'
import type { ResolveInputs } from '../document.js'
import { fechaAt, folio, nombre, rfc, sellado } from '../rootDerivations.js'
import { retenciones } from './declaration.js'
import { at } from './nodes.js'

const derivations = derivationTables<ResolveInputs & DeriveContext>()

/** Members that need the certificate; they stay "AUTO" without it. */
export const ofCertificate: ReadonlySet<string> = new Set([
  ...['Emisor.RfcE', 'Emisor.NomDenRazSocE', 'NoCertificado', 'Certificado'],
])

const rootDerivations = derivations(at(retenciones), {
  ...sellado,
  FolioInt: folio,
  FechaExp: fechaAt('LugarExpRetenc'),
})

const emisorDerivations = derivations(at(retenciones, 'Emisor'), {
  RfcE: rfc,
  NomDenRazSocE: nombre,
})

const totalesDerivations = derivations(at(retenciones, 'Totales'), {
  // Reten20127.
  MontoTotOperacion: {
    from: ['MontoTotGrav', 'MontoTotExent'],
    rounded: 'a centavos',
    value: ({ MontoTotGrav, MontoTotExent }) => {
      if (MontoTotGrav === undefined || MontoTotExent === undefined) return undefined
      return total([MontoTotGrav, MontoTotExent])?.round(2).toString()
    },
  },
  // Reten20131.
  MontoTotRet: {
    from: ['ImpRetenidos[].MontoRet'],
    says: 'MontoRet de ImpRetenidos',
    rounded: 'a centavos',
    value: ({ ImpRetenidos }) => sumField(itemsOf(ImpRetenidos), 'MontoRet')?.round(2).toString(),
  },
})

export const retencionesDerivations = new Derivations<ResolveInputs & DeriveContext>(() => [
  ...[rootDerivations, emisorDerivations, totalesDerivations],
])
