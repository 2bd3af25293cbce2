/**
 * The stamp of a document: its form, the document it belongs to, and the signature of the PAC.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import { decodeBase64 } from '../lib/base64.js'
import { collapseSpace } from '../lib/text.js'
import { central, instant } from '../lib/time.js'
import { listChildElements } from '../lib/xml/elements.js'
import type { XmlNode } from '../lib/xml/xml.js'
import { checkStructure } from '../model/check.js'
import type { Model } from '../model/grammar.js'
import { readTree } from '../model/read.js'
import { cadenaTimbre } from '../sat/cfdi40/cfdi.js'
import type { ParsedCfdi } from '../sat/parse.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import { instantsOf } from './policy.js'
import { checkSignature } from './signature.js'
import { type Failure, type TimbreVerdict, verdictFailure } from './verdict.js'

const tfd: Model = { document: timbreFiscalDigital, complements: [] }

/** Message for a document without a stamp. */
const unstamped = 'El documento está sin timbre: no es un comprobante fiscal.'

/**
 * Returns the document's only stamp, or the reason why it has none: in the wrong place, malformed,
 * missing or repeated.
 */
export function readOnlyTimbre({ source, tree, root }: ParsedCfdi): TimbreFiscalDigital | Failure {
  const slots = listChildElements(tree).filter((node) =>
    isNamed(node, { ...root.model.document, name: 'Complemento' }),
  )
  const [node, another] = slots
    .flatMap(listChildElements)
    .filter((one) => isNamed(one, timbreFiscalDigital))
  if (node === undefined) return verdictFailure('absent', unstamped)
  if (another !== undefined)
    return verdictFailure('repeated', 'El comprobante tiene más de un timbre.')
  const { document, departures } = readTree(tfd, node, source)
  const [departure] = departures
  if (departure !== undefined) return malformedTimbre(departure.finding.message)
  const entries = Object.entries(document as Record<string, string>).map(([name, value]) => [
    name,
    collapseSpace(value),
  ])
  const timbre = Object.fromEntries(entries) as unknown as TimbreFiscalDigital
  return checkTimbreForm(timbre) ?? timbre
}

/** The pattern of `Leyenda` is not checked: the PAC signs a Leyenda that the XSD refuses. */
export function checkTimbreForm(timbre: TimbreFiscalDigital): Failure | undefined {
  const problem = checkStructure(tfd, timbre).find(
    ({ severity, field }) => severity === 'error' && field !== 'Leyenda',
  )
  return problem && malformedTimbre(problem.message)
}

function malformedTimbre(message: string): Failure {
  return verdictFailure('form', `El timbre no es un TFD 1.1: ${message}`)
}

/** Whether the stamp certifies a document with this `Sello`. */
export function checkOwnDocument(
  { SelloCFD }: TimbreFiscalDigital,
  sello: string,
): Failure | undefined {
  if (SelloCFD === collapseSpace(sello)) return undefined
  return verdictFailure(
    'other-document',
    'El timbre es de otro comprobante: SelloCFD no es su Sello.',
  )
}

/** Bytes of the signatures that certificates of PACs make: RSA of 1024 to 4096 bits. */
const signatureSizes = [128, 256, 384, 512]

/** Checks without the PAC's certificate whether SelloSAT can be a signature. */
export function checkSelloSat({ SelloSAT }: TimbreFiscalDigital): Failure | undefined {
  const bytes = decodeBase64(SelloSAT)
  if (bytes === undefined) return verdictFailure('base64', 'SelloSAT no es Base64.')
  if (signatureSizes.includes(bytes.length)) return undefined
  return verdictFailure(
    'length',
    `SelloSAT tiene ${bytes.length} bytes; el de un PAC tiene ${signatureSizes[1]}.`,
  )
}

/**
 * Hours after `Fecha` within which a PAC may stamp (Anexo 20; rule 401 of the validation matrix).
 */
const maxHours = 72

/** Milliseconds by which the clock of a PAC may be ahead. */
const clockSkew = 5 * 60_000

/**
 * Checks the time of a stamp. `Fecha` has no zone, so the stamp is out of time only if it is so in
 * every Mexican zone. FechaTimbrado is time of central Mexico.
 */
export function checkStampTime(
  Fecha: string,
  { FechaTimbrado }: TimbreFiscalDigital,
  now?: Date,
): Failure | undefined {
  const { first, last } = instantsOf(Fecha)
  const stamped = instant(FechaTimbrado, central).getTime()
  if (stamped < first)
    return verdictFailure(
      'stamp-date',
      `FechaTimbrado (${FechaTimbrado}) es anterior a la Fecha del comprobante (${Fecha}).`,
    )
  if (stamped > last + maxHours * 3_600_000)
    return verdictFailure(
      'stamp-date',
      `FechaTimbrado (${FechaTimbrado}) es de más de ${maxHours} horas después de Fecha (${Fecha}).`,
    )
  if (now !== undefined && stamped > now.getTime() + clockSkew)
    return verdictFailure('stamp-date', `FechaTimbrado (${FechaTimbrado}) está en el futuro.`)
  return undefined
}

/**
 * Verifies that the stamp belongs to a document with this `Sello`, and that the certificate's key
 * made SelloSAT.
 */
export async function verifyTimbreSignature(
  timbre: TimbreFiscalDigital,
  sello: string,
  certificate: Certificate,
): Promise<TimbreVerdict> {
  const foreign = checkOwnDocument(timbre, sello)
  if (foreign !== undefined) return foreign
  const cadena = cadenaTimbre(timbre)
  const { SelloSAT, NoCertificadoSAT } = timbre
  const stated = { name: 'SelloSAT', sello: SelloSAT, number: NoCertificadoSAT, cadena } as const
  return (await checkSignature(stated, certificate)) ?? { ok: true, cadena, certificate, timbre }
}

/** Whether an element has the name and namespace of a declaration. */
function isNamed(
  node: XmlNode,
  schema: { readonly name: string; readonly namespace: string },
): boolean {
  return node.local === schema.name && node.namespace === schema.namespace
}
