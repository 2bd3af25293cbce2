/**
 * Contract of a declared complement, as a test suite for any runner: examples of it are checked,
 * stamped by the sandbox, written, read and verified.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { isRecord } from '../../lib/json.js'
import type { Complement } from '../../model/grammar.js'
import { ContractViolation, type TestRunner } from '../../pac/contract.js'
import { createSandboxPac } from '../../pac/sandbox/sandbox.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  outlineRoot,
  readCfdi,
  writeCfdi,
} from '../../sat/cfdi40/cfdi.js'
import type { ComprobanteDraft } from '../../sat/cfdi40/draft.js'
import { type Registered, registeredRoots } from '../../sat/registered.js'
import type { RetencionesDraft } from '../../sat/retenciones20/draft.js'
import type { Root } from '../../sat/root.js'
import { verifyCfdi } from '../../seal/verifyCfdi.js'
import { createEngine } from '../engine.js'
import { requireEqual, requireHolds } from '../storeChecks.js'

export type { Complement, ComprobanteDraft, RetencionesDraft, Root, TestRunner }
export { ContractViolation }

/** The complement under test. */
export interface ComplementSubject {
  /** Its declaration. */
  readonly complement: Complement
  /** Contents of the complement, as a draft has them: `{ Version: '1.0', … }`. */
  readonly examples: readonly object[]
  /**
   * A document for the examples. Defaults to a sale, which a complement of types N and P or of a
   * retención cannot have.
   */
  readonly draft?: ComprobanteDraft | RetencionesDraft | undefined
  /** The document that has its place, if not CFDI 4.0: `[retenciones20]`. */
  readonly documents?: readonly Root[] | undefined
  /** Throws or rejects for XML that does not satisfy the SAT's XSD. Without it the check is left out. */
  readonly validate?: ((xml: string) => unknown) | undefined
  /**
   * Returns or resolves to the text that the SAT's XSLT prints for the whole document, by libxslt. Without it
   * the check is left out.
   */
  readonly transform?: ((xml: string) => string | Promise<string>) | undefined
}

/**
 * Declares the contract of a complement as tests.
 * @example With vitest
 * describeComplement('Reciclaje 1.0', { complement: reciclaje, examples: [example] }, { describe, it })
 */
export function describeComplement(
  name: string,
  subject: ComplementSubject,
  { describe, it }: TestRunner,
): void {
  const { examples, validate, transform } = subject
  const given: Registered = { complements: [subject.complement], documents: subject.documents }
  describe(name, () => {
    it('is a valid declaration of a complement that the library does not have', async () => {
      registeredRoots(outlineRoot, 'describeComplement', given)
    })
    it('has examples', async () => requireHolds(examples.length > 0, 'examples must not be empty'))
    for (const [index, example] of examples.entries()) {
      let stamped: Promise<string> | undefined
      const check = (title: string, run?: (xml: string) => Promise<void>) =>
        it(`example ${index + 1} ${title}`, async () => {
          stamped ??= stampExample(subject, given, example)
          const xml = await stamped
          await run?.(xml)
        })
      check('is checked, sealed, stamped and verified')
      check('is read and written the same', async (xml) => {
        const document = readCfdi(xml, given)
        requireHolds(
          hasComplement(document, subject.complement),
          'the complement must be read as JSON',
        )
        requireEqual(readCfdi(writeCfdi(document, given), given), document, 'the document')
      })
      check('has one cadena original, in XML and JSON', async (xml) => {
        const cadena = cadenaOriginal(readCfdi(xml, given), given)
        requireEqual(cadenaOriginalXml(xml, given), cadena, 'the cadena original')
        const bare = cadenaOriginal(withoutComplement(xml, subject.complement, given), given)
        requireEqual(
          cadena !== bare,
          subject.complement.cadena,
          'whether it has fields in the cadena',
        )
      })
      if (validate !== undefined)
        check('satisfies the schema', async (xml) => void (await validate(xml)))
      if (transform !== undefined)
        check('has the cadena original of the transformation', async (xml) =>
          requireEqual(cadenaOriginalXml(xml, given), await transform(xml), 'the cadena original'),
        )
    }
  })
}

const sale: ComprobanteDraft = {
  Version: '4.0',
  Fecha: 'AUTO',
  FormaPago: '03',
  Moneda: 'MXN',
  TipoDeComprobante: 'I',
  Exportacion: '01',
  MetodoPago: 'PUE',
  LugarExpedicion: '64000',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '601' },
  Receptor: {
    Rfc: 'TOAM850417U21',
    Nombre: 'MARIANA TORRES ACOSTA',
    DomicilioFiscalReceptor: '06600',
    RegimenFiscalReceptor: '612',
    UsoCFDI: 'G03',
  },
  Conceptos: [
    {
      ClaveProdServ: '60131300',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Ejemplo',
      ValorUnitario: '100.00',
      ObjetoImp: '01',
    },
  ],
}

/** Resolves to the XML of a stamped document with an example. @throws ContractViolation */
async function stampExample(
  { complement, draft = sale }: ComplementSubject,
  given: Registered,
  example: object,
): Promise<string> {
  const pac = createSandboxPac(given)
  const signers = await pac.issueCsd({
    rfc: 'PLO150312QT1',
    name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
  })
  const engine = createEngine({ signers, provider: pac, complete: true, ...given })
  const answer = await engine.stamp(withComplement(draft, complement, example))
  if (!answer.ok) throw new ContractViolation(answer.message, answer.errors)
  const xml = new TextDecoder().decode(decodeBase64(answer.cfdi.XML))
  const { verdict, message } = await verifyCfdi(xml, { ...(await pac.trust()), ...given })
  requireHolds(verdict === 'valid', message, verdict)
  return xml
}

/** Returns a draft with the complement in its place. */
function withComplement(
  draft: ComprobanteDraft | RetencionesDraft,
  { at, name }: Complement,
  content: object,
): Record<string, unknown> {
  const { Complemento, Conceptos, ...others } = draft as unknown as Slots
  if (at !== 'concepto') return { ...draft, Complemento: { ...Complemento, [name]: content } }
  const [first, ...more] = Array.isArray(Conceptos) ? (Conceptos as readonly object[]) : []
  const concepto = { ...first, ComplementoConcepto: { [name]: content } }
  return { ...others, Complemento, Conceptos: [concepto, ...more] }
}

type Slots = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

function hasComplement(document: object, { at, name }: Complement): boolean {
  const { Complemento, Conceptos } = document as Slots
  if (at !== 'concepto') return isRecord(Complemento?.[name])
  for (const { ComplementoConcepto } of Conceptos as unknown as readonly Slots[])
    if (isRecord(ComplementoConcepto?.[name])) return true
  return false
}

/** Returns the document without the complement. */
function withoutComplement(
  xml: string,
  { name }: Complement,
  given: Registered,
): ReturnType<typeof readCfdi> {
  return JSON.parse(JSON.stringify(readCfdi(xml, given)), (key, value: unknown) =>
    key === name && isRecord(value) ? undefined : value,
  ) as ReturnType<typeof readCfdi>
}
