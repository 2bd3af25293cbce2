/**
 * "AUTO": what the library can derive stands in for the word, in this order, each resolver seeing what the earlier gave.
 *
 * The draft is JSON that nobody has judged yet, so a resolver touches only what has the shape it expects; the rest is for
 * `check` to find. Nothing of the draft given is changed.
 * @module
 */

import type { Certificate } from '../../certificate/certificate.js'
import { type AmountContext, isJson } from '../../derive/amounts.js'
import { AUTO, type Json } from '../../derive/auto.js'
import { localTime } from '../../lib/time.js'
import type { Random } from '../../lib/uuid.js'
import { resolveCartaPorte } from '../cartaPorte31/derive.js'
import { createIdCcp } from '../cartaPorte31/idCcp.js'
import { resolveComercioExterior } from '../comercioExterior20/derive.js'
import { resolveImpuestosLocales } from '../impuestosLocales/derive.js'
import { resolveNomina } from '../nomina12/derive.js'
import { resolvePagos } from '../pagos20/derive/pagos.js'
import { resolveConceptos } from './derive/conceptos.js'
import { resolveImpuestos } from './derive/impuestos.js'
import { resolveTotales } from './derive/totales.js'
import { removeRegimenSocietario } from './regimenSocietario.js'

/** What resolvers take from the world. */
export interface AutoContext extends AmountContext {
  /** The certificate that will seal. */
  readonly certificate: Certificate
  readonly clock: () => Date
  readonly random: Random
  /** IANA zone of a postal code. */
  readonly zoneOf: (postalCode: string) => string | undefined
}

type Resolver = (draft: Json, context: AutoContext) => Json

/** The resolvers, in order. `Folio` is not among them: it is taken when all else is valid. */
const resolvers: readonly Resolver[] = [
  resolveComprobante,
  resolveIdCcp,
  resolvePagos,
  resolveNomina,
  resolveCartaPorte,
  resolveConceptos,
  resolveComercioExterior,
  resolveImpuestos,
  resolveImpuestosLocales,
  resolveTotales,
]

/** A draft with its "AUTO" values derived. */
export function resolve(draft: Json, context: AutoContext): Json {
  return resolvers.reduce((resolved, resolver) => resolver(resolved, context), draft)
}

/** What the certificate and the clock tell. All of it in one copy: the root is the largest object there is. */
function resolveComprobante(draft: Json, context: AutoContext): Json {
  const { certificate } = context
  const { NoCertificado, Certificado, Sello, Emisor, Fecha } = draft
  const resolved: Record<string, unknown> = { ...draft }
  if (isAsked(NoCertificado)) resolved['NoCertificado'] = certificate.noCertificado
  if (isAsked(Certificado)) resolved['Certificado'] = certificate.base64
  if (isAsked(Sello)) resolved['Sello'] = ''
  if (isJson(Emisor)) resolved['Emisor'] = resolveEmisor(Emisor, certificate)
  if (Fecha === AUTO) resolved['Fecha'] = fechaAt(draft['LugarExpedicion'], context)
  return resolved
}

/** What only the library can know may also be left out. */
function isAsked(value: unknown): boolean {
  return value === undefined || value === AUTO
}

function resolveEmisor(emisor: Json, certificate: Certificate): Json {
  const { Rfc, Nombre } = emisor
  if (Rfc !== AUTO && Nombre !== AUTO) return emisor
  return {
    ...emisor,
    Rfc: Rfc === AUTO ? certificate.rfc : Rfc,
    Nombre: Nombre === AUTO ? nombreOf(certificate) : Nombre,
  }
}

const nombres = new WeakMap<Certificate, string>()

/** A person's name has no company regime, even when its last words look like one. */
function nombreOf(certificate: Certificate): string {
  const { rfc, name } = certificate
  const nombre = nombres.get(certificate) ?? (rfc.length === 12 ? removeRegimenSocietario(name) : name.trim())
  nombres.set(certificate, nombre)
  return nombre
}

/** The hour of a place whose zone is not known is that of central Mexico, the one of the SAT. */
const central = 'America/Mexico_City'

function fechaAt(place: unknown, { clock, zoneOf }: AutoContext): string {
  const zone = (typeof place === 'string' ? zoneOf(place) : undefined) ?? central
  return localTime(clock(), zone)
}

function resolveIdCcp(draft: Json, { random }: AutoContext): Json {
  const complemento = draft['Complemento']
  const cartaPorte = isJson(complemento) ? complemento['CartaPorte'] : undefined
  if (!isJson(complemento) || !isJson(cartaPorte) || cartaPorte['IdCCP'] !== AUTO) return draft
  return { ...draft, Complemento: { ...complemento, CartaPorte: { ...cartaPorte, IdCCP: createIdCcp(random) } } }
}
