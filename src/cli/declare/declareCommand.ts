/**
 * `declare`: the declaration of a complement, from the SAT's XSD and XSLT.
 * @module
 */
import { basename } from 'node:path'
import { limitsOf } from '../../lib/limits.js'
import { isDay } from '../../lib/time.js'
import { parseXml } from '../../lib/xml/xml.js'
import { writeDeclaration } from '../../model/host/declaration.js'
import { decodeXml } from '../../model/source.js'
import { complements } from '../../sat/declarations.js'
import { place as retencion } from '../../sat/retenciones20/complement.js'
import { complementosDeRetencion } from '../../sat/retenciones20/model.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  UnreadableError,
  UsageError,
  type World,
} from '../command.js'
import { onlySource } from '../documents.js'
import { rawOption, writeExact } from '../output.js'
import { safe } from '../safeText.js'
import { writeModule } from './declarationWriter.js'
import { type ComplementFacts, declareComplement } from './declareComplement.js'
import { attributeIn, elementsOf } from './nodes.js'

/** `declare`. */
export const declareCommand: Command = {
  name: 'declare',
  takes: 'complemento.xsd [catálogos.xsd…] --xslt complemento.xslt',
  says: 'Escribe la declaración de un complemento, de los archivos del SAT, para la opción complements de la biblioteca.',
  options: {
    xslt: { type: 'string', value: 'ARCHIVO', says: 'la transformación del complemento' },
    'without-xslt': { type: 'boolean', says: 'el complemento no entra en la cadena original' },
    at: {
      type: 'string',
      value: 'LUGAR',
      says: 'comprobante, concepto o retencion; por omisión, según el espacio de nombres',
    },
    tipos: { type: 'string', value: 'I,E', says: 'los tipos de comprobante; todos por omisión' },
    desde: { type: 'string', value: 'AAAA-MM-DD', says: 'el primer día de sus documentos' },
    url: { type: 'string', value: 'URL', says: 'la del XSD, para xsi:schemaLocation' },
    js: { type: 'boolean', says: 'JavaScript en lugar de TypeScript' },
    json: { type: 'boolean', says: 'JSON en lugar de TypeScript' },
    ...rawOption,
  },
  run: runDeclare,
}

async function runDeclare(call: Call, world: World): Promise<Exit> {
  if (call.positionals.length === 0) throw new UsageError('declare: falta el XSD del complemento.')
  if (call.has('js') && call.has('json')) throw new UsageError('Dé --js o --json, no ambos.')
  const stated = statedFacts(call)
  const [xslt, ...schemas] = await Promise.all([
    transformationOf(call, world),
    ...call.positionals.map(async (file) => ({ file, xsd: await readXml(file, world) })),
  ])
  const main =
    schemas.find(({ xsd }) => {
      // Whether a schema has an element: those of catalogues and types have none.
      try {
        return elementsOf(parseXml(xsd), 'element').length > 0
      } catch {
        return false
      }
    }) ?? (schemas[0] as (typeof schemas)[0])
  const imported = schemas.flatMap((one) => (one === main ? [] : [one.xsd]))
  const { file, xsd } = main
  const made = orUnreadable(file, () => {
    const facts = supposeFacts(file, attributeIn(parseXml(xsd), 'targetNamespace') ?? '', stated)
    return declareComplement({ xsd, xslt, imported }, facts)
  })
  const { complement } = made
  const isNew = known.every(({ name }) => name !== complement.name)
  const module = call.has('json')
    ? writeDeclaration(complement)
    : writeModule({ ...made, isTyped: !call.has('js'), isNew })
  writeExact(world.stdout, module.trimEnd(), call.has('raw'))
  for (const note of made.notes) world.stderr.write(safe`  ${note}\n`)
  const at = complement.previous === undefined && { at: complement.at }
  for (const [option, value] of Object.entries({ ...at, url: complement.xsd }))
    if (call.text(option) === undefined)
      world.stderr.write(safe`Se supuso --${option} ${value}: los archivos no lo dicen.\n`)
  if (made.notes.length > 0) return exits.findings
  return exits.ok
}

/** @throws UsageError without a transformation, unless the option `without-xslt` is given */
function transformationOf(call: Call, world: World): Promise<string> | undefined {
  const xslt = call.text('xslt')
  if ((xslt !== undefined) === call.has('without-xslt'))
    throw new UsageError('declare: dé --xslt, o --without-xslt si el SAT no publica uno.')
  if (xslt === undefined) return undefined
  return readXml(xslt, world)
}

async function readXml(name: string, world: World): Promise<string> {
  const bytes = await onlySource([name], world).read()
  return orUnreadable(name, () => decodeXml(bytes, limitsOf(undefined)))
}

function orUnreadable<Result>(name: string, make: () => Result): Result {
  try {
    return make()
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof UsageError) throw cause
    throw new UnreadableError(`${name}: ${cause.message}.`, { cause })
  }
}

const known = [...complements, ...complementosDeRetencion]

const everyType = ['I', 'E', 'T', 'N', 'P']

/** Facts of the call; others are derived from the XSD. */
interface StatedFacts {
  readonly at: string | undefined
  readonly tipos: readonly string[] | undefined
  readonly desde: string | undefined
  readonly url: string | undefined
}

const places = ['comprobante', 'concepto', retencion]

function statedFacts(call: Call): StatedFacts {
  const [at, desde, url] = [call.text('at'), call.text('desde'), call.text('url')]
  const tipos = call.text('tipos')?.split(',')
  if (at !== undefined && !places.includes(at))
    throw new UsageError(`declare: --at es ${places.join(', ')}.`)
  if (tipos?.some((tipo) => !everyType.includes(tipo)))
    throw new UsageError(`declare: --tipos son de ${everyType.join(',')}.`)
  if (at === retencion && tipos !== undefined)
    throw new UsageError('declare: una retención no tiene --tipos.')
  if (desde !== undefined && !isDay(desde))
    throw new UsageError('declare: --desde es un día, AAAA-MM-DD.')
  return { at, tipos, desde, url }
}

/** Every complement of a retención has a namespace below this one, which is also its folder. */
const ofRetenciones = 'http://www.sat.gob.mx/esquemas/retencionpago/'

function supposeFacts(file: string, namespace: string, stated: StatedFacts): ComplementFacts {
  const previous = known.find((one) => one.namespace === namespace)
  if (previous !== undefined && stated.desde === undefined)
    throw new UsageError(
      `declare: es una revisión de ${previous.name} ${previous.version ?? ''}: dé --desde, el primer día de sus documentos.`,
    )
  const isOfRetenciones = namespace.startsWith(ofRetenciones)
  const supposed = isOfRetenciones ? retencion : 'comprobante'
  const { at = previous?.at ?? supposed, tipos = previous?.tipos, desde, url } = stated
  const folder = basename(file).replace(/v?[\d_]{0,8}\.xsd$/i, '')
  const site =
    previous?.xsd.replace(/\/[^/]*$/, '') ??
    (isOfRetenciones ? namespace : `http://www.sat.gob.mx/sitio_internet/cfd/${folder}`)
  return {
    at,
    tipos: tipos ?? (at === retencion ? [] : everyType),
    ...(desde !== undefined && { desde }),
    ...(previous !== undefined && { previous }),
    xsd: url ?? `${site}/${basename(file)}`,
  }
}
