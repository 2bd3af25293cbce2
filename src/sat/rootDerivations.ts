/**
 * "AUTO" of members that every root document has, under names of its own: values from the
 * certificate, the clock and the folios.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import type { Derivation, DeriveContext } from '../derive/derivation.js'
import { central, localTime } from '../lib/time.js'
import type { ResolveInputs } from './document.js'
import { removeRegimenSocietario } from './regimenSocietario.js'

type Row = Derivation<unknown, unknown, ResolveInputs & DeriveContext>

const certificado = 'el certificado que sella'

/** Folio of the issuer. */
export const folio: Row = {
  from: [],
  says: 'la secuencia de folios, cuando todo lo demás es válido',
  absent: 'left',
  // The engine assigns it last, so that an invalid document uses up no number.
  value: () => undefined,
}

/** Local date of issue, in the zone of the member with the postal code. */
export function fechaAt(lugar: string): Row {
  return {
    from: [lugar],
    says: 'el reloj, en la hora del lugar de expedición',
    absent: 'left',
    value: ({ [lugar]: place }, { clock, zoneOf }) =>
      localTime(clock(), (typeof place === 'string' ? zoneOf(place) : undefined) ?? central),
  }
}

/** Members of the seal. */
export const sellado = {
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
} as const satisfies Readonly<Record<string, Row>>

/** RFC of the issuer. */
export const rfc: Row = {
  from: [],
  says: certificado,
  absent: 'left',
  value: (_, { certificate }) => certificate?.rfc,
}

/** Name of the issuer. */
export const nombre: Row = {
  from: [],
  says: certificado,
  absent: 'left',
  value: (_, { certificate }) => certificate && nombreOf(certificate),
}

const nombres = new WeakMap<Certificate, string>()

/** A person's name has no company regime, even if its last words look like one. */
function nombreOf(certificate: Certificate): string {
  const known = nombres.get(certificate)
  if (known !== undefined) return known
  const { rfc, name } = certificate
  const nombre = rfc.length === 12 ? removeRegimenSocietario(name) : name.trim()
  nombres.set(certificate, nombre)
  return nombre
}
