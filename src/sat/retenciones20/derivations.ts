/**
 * "AUTO" in a Retenciones 2.0: values from the certificate, the clock and the totals.
 * @module
 */
import { type DeriveContext, derivationTables } from '../../derive/derivation.js'
import { Derivations } from '../../derive/resolve.js'
import { sumField, total } from '../../fiscal/amounts.js'
import { itemsOf } from '../../lib/lists.js'
import { central, localTime } from '../../lib/time.js'
import type { ResolveInputs } from '../document.js'
import { removeRegimenSocietario } from '../regimenSocietario.js'
import { retenciones } from './declaration.js'
import { at } from './nodes.js'

const derivations = derivationTables<ResolveInputs & DeriveContext>()

const certificado = 'el certificado que sella'

/** Members that need the certificate; they stay "AUTO" without it. */
export const ofCertificate: ReadonlySet<string> = new Set([
  ...['Emisor.RfcE', 'Emisor.NomDenRazSocE', 'NoCertificado', 'Certificado'],
])

const rootDerivations = derivations(at(retenciones), {
  FolioInt: {
    from: [],
    says: 'la secuencia de folios, cuando todo lo demás es válido',
    absent: 'left',
    // The engine assigns it last, so that an invalid document uses up no number.
    value: () => undefined,
  },
  FechaExp: {
    from: ['LugarExpRetenc'],
    says: 'el reloj, en la hora del lugar de expedición',
    absent: 'left',
    value: ({ LugarExpRetenc: place }, { clock, zoneOf }) =>
      localTime(clock(), (typeof place === 'string' ? zoneOf(place) : undefined) ?? central),
  },
  NoCertificado: {
    from: [],
    says: certificado,
    absent: 'derived',
    value: (_, { certificate }) => certificate?.noCertificado,
  },
  Certificado: {
    from: [],
    says: certificado,
    absent: 'derived',
    value: (_, { certificate }) => certificate?.base64,
  },
  // Empty until the document is sealed.
  Sello: { from: [], says: 'la firma, al sellar', absent: 'derived', value: () => '' },
})

const emisorDerivations = derivations(at(retenciones, 'Emisor'), {
  RfcE: {
    from: [],
    says: certificado,
    absent: 'left',
    value: (_, { certificate }) => certificate?.rfc,
  },
  NomDenRazSocE: {
    from: [],
    says: certificado,
    absent: 'left',
    value: (_, { certificate }) => {
      if (certificate === undefined) return undefined
      const { rfc, name } = certificate
      // A person's name has no company regime, even if its last words look like one.
      return rfc.length === 12 ? removeRegimenSocietario(name) : name.trim()
    },
  },
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
