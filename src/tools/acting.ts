/**
 * Tools that act or send requests: stamp, cancel, find, status, balance.
 * @module
 */
import { withDescription, findings, flag, listSchema, objectOf, text, whole } from './answers.js'
import { problem } from './args.js'
import { isCancelled } from '../cancel/status.js'
import type { Motivo } from '../cancel/sign.js'
import type { FoundCfdi, ToolHost } from './host.js'
import { binding, declareTool, failed, failureOf, looking, toldFindings } from './tool.js'

const folio = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'
const uuid = {
  kind: 'text',
  pattern: folio,
  most: 36,
  description: 'Folio fiscal (UUID).',
} as const
const day = '^[0-9]{4}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])$'

const cfdi = objectOf({
  UUID: withDescription(text, 'Folio fiscal.'),
  'XML?': withDescription(text, 'El XML timbrado, en Base64.'),
  'Serie?': text,
  'Folio?': text,
  'Moneda?': text,
  'SubTotal?': text,
  'Total?': withDescription(text, 'Lo que se paga.'),
  'Fecha?': text,
  'FechaTimbrado?': text,
  'UrlVerificacion?': withDescription(text, 'La página del SAT que lo verifica.'),
})

export const stamp = declareTool({
  name: 'stamp',
  title: 'Timbrar un CFDI',
  description:
    'TIENE EFECTO FISCAL Y GASTA UN TIMBRE: sella el CFDI y lo timbra ante el SAT. No se deshace: solo se cancela. Antes use draft y pida confirmación. La misma key es siempre la misma factura: ante la duda repita con la misma key, nunca con otra.',
  annotations: binding,
  effect: 'fiscal',
  args: {
    json: {
      kind: 'json',
      required: true,
      description: 'El borrador, como en draft: el mismo que se confirmó.',
    },
    key: {
      kind: 'text',
      pattern: '^[!-~]{1,128}$',
      most: 128,
      required: true,
      description: 'Referencia del pedido o del ticket: una key, una factura.',
    },
  },
  answers: { cfdi, warnings: findings.findings, 'more?': whole },
  async run({ json, key }, { engine, host }) {
    const answer = await (host.stamp?.(json, key) ?? engine.stamp(json, { key }))
    if (!answer.ok) return failureOf(answer)
    const { findings: warnings, ...more } = toldFindings(answer.warnings)
    return { ok: true, cfdi: answer.cfdi, warnings, ...more }
  },
})

export const find = declareTool({
  name: 'find',
  title: 'Buscar CFDI timbrados',
  description: 'Busca entre los CFDI timbrados, el más reciente primero. Sin filtros, los últimos.',
  annotations: looking,
  effect: 'none',
  needs: 'find',
  args: {
    uuid,
    serie: { kind: 'text', most: 25, description: 'Serie.' },
    folio: { kind: 'text', most: 40, description: 'Folio interno.' },
    receptor: { kind: 'text', most: 13, description: 'RFC del receptor.' },
    desde: {
      kind: 'text',
      pattern: day,
      most: 10,
      description: 'Primer día de emisión, AAAA-MM-DD.',
    },
    hasta: {
      kind: 'text',
      pattern: day,
      most: 10,
      description: 'Último día de emisión, AAAA-MM-DD.',
    },
    limit: {
      kind: 'count',
      least: 1,
      most: 50,
      description: 'Cuántos, a lo más. 10 si no se indica.',
    },
    cursor: {
      kind: 'text',
      most: 400,
      description: 'El cursor de la respuesta anterior, para seguir.',
    },
  },
  answers: {
    cfdis: listSchema(objectOf({ UUID: text })),
    'cursor?': withDescription(text, 'Para pedir los que siguen, si los hay.'),
  },
  async run({ limit = 10, ...query }, { host }) {
    const { cfdis, cursor } = await host.find!({ ...query, limit })
    return { ok: true, cfdis, ...(cursor !== undefined && { cursor }) }
  },
})

export const cancel = declareTool({
  name: 'cancel',
  title: 'Cancelar un CFDI',
  description:
    'TIENE EFECTO FISCAL: pide al SAT cancelar un CFDI. No se deshace. Sin confirmacion no pide nada: devuelve la oración que una persona debe confirmar; repítalo con ella. Que se pida no es que esté cancelado: el receptor puede tener que aceptar; vea status.',
  annotations: binding,
  effect: 'fiscal',
  needs: 'cancel',
  args: {
    uuid: { ...uuid, required: true },
    motivo: {
      kind: 'choice',
      choices: ['01', '02', '03', '04'],
      required: true,
      description:
        '01 con errores y ya hay sustituto, 02 con errores, 03 no se llevó a cabo, 04 está en una global.',
    },
    folioSustitucion: {
      ...uuid,
      description: 'Solo con el motivo 01: folio fiscal del que lo sustituye.',
    },
    confirmacion: {
      kind: 'text',
      most: 300,
      description: 'La oración que devolvió este mismo tool, confirmada por una persona.',
    },
  },
  answers: {
    UUID: text,
    'phase?': withDescription(text, 'Dónde está: cancelled es cancelado.'),
    'how?': text,
    'confirmacion?': withDescription(
      text,
      'No se pidió nada: muéstrela a una persona y, si la confirma, repita con ella.',
    ),
  },
  async run({ uuid: UUID, motivo, folioSustitucion, confirmacion }, { host }) {
    if ((motivo === '01') !== (folioSustitucion !== undefined))
      return failed(needsSubstitute, [problem('folioSustitucion', needsSubstitute)])
    const wish = {
      motivo: motivo as Motivo,
      ...(folioSustitucion !== undefined && { folioSustitucion }),
    }
    const expected = await confirmationOf({ uuid: UUID, ...wish }, host)
    if (confirmacion === undefined) return { ok: true, UUID, confirmacion: expected }
    if (confirmacion !== expected)
      return failed(otherConfirmation, [problem('confirmacion', otherConfirmation)])
    const answer = await host.cancel!({ uuid: UUID, ...wish })
    if (!answer.ok) return failureOf(answer)
    return {
      ok: true,
      UUID,
      phase: answer.phase,
      ...(answer.how !== undefined && { how: answer.how }),
    }
  },
})

/**
 * Sentence that a person confirms. It contains facts of the invoice, where the host can look it up,
 * so that a client that shows the call shows them too.
 */
async function confirmationOf(
  { uuid, motivo, folioSustitucion }: Parameters<NonNullable<ToolHost['cancel']>>[0],
  { find }: ToolHost,
): Promise<string> {
  const [found] = find === undefined ? [] : (await find({ uuid, limit: 1 })).cfdis
  const { Total, Moneda, Receptor }: FoundCfdi = found ?? { UUID: uuid }
  const facts = [Total, Moneda].filter((fact) => typeof fact === 'string').join(' ')
  return [
    `Cancelar ${uuid}`,
    ...(facts === '' ? [] : [`de ${facts}`]),
    ...(typeof Receptor === 'string' ? [`a ${Receptor}`] : []),
    `con motivo ${motivo}`,
    ...(folioSustitucion === undefined ? [] : [`y sustituto ${folioSustitucion}`]),
  ].join(' ')
}

const otherConfirmation =
  'La confirmación no es de esta cancelación: pídala de nuevo, sin confirmacion.'
const needsSubstitute = 'El motivo 01 lleva folioSustitucion, y ningún otro.'

export const status = declareTool({
  name: 'status',
  title: 'Estado de un CFDI ante el SAT',
  description:
    'Pregunta al SAT por un CFDI: si está vigente, si se puede cancelar, si ya se canceló.',
  annotations: { ...looking, openWorldHint: true },
  effect: 'none',
  needs: 'status',
  args: { uuid: { ...uuid, required: true } },
  answers: {
    UUID: text,
    state: withDescription(
      text,
      'Lo que significa lo que dijo el SAT; unavailable si no dijo nada.',
    ),
    cancelled: flag,
    'phase?': withDescription(text, 'Dónde está su cancelación, si se pidió.'),
  },
  async run({ uuid: UUID }, { host }) {
    const answer = await host.status!(UUID)
    if (!answer.ok) return failureOf(answer)
    const { state, phase } = answer
    return {
      ok: true,
      UUID,
      state,
      cancelled: isCancelled(state),
      ...(phase !== undefined && { phase }),
    }
  },
})

export const balance = declareTool({
  name: 'balance',
  title: 'Timbres disponibles',
  description: 'Cuántos timbres quedan.',
  annotations: looking,
  effect: 'none',
  needs: 'balance',
  args: {},
  answers: {
    available: withDescription(whole, 'Los que se pueden usar ahora.'),
    'balance?': whole,
    'reserved?': whole,
  },
  async run(_, { host }) {
    const { available, balance: left, reserved } = await host.balance!()
    return {
      ok: true,
      available,
      ...(left !== undefined && { balance: left }),
      ...(reserved !== undefined && { reserved }),
    }
  },
})
