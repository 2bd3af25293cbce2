/**
 * Replies of a wire contract: templates filled with the answer of a fake.
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import { escapeText } from '../../lib/xml/escape.js'
import { writeZip } from '../adapter/zip.js'
import type { FakeAnswer, FakeReply, Packing } from './wire.js'
import type { ReplyName, WireContract, WireReply } from './wireContract.js'

/** Values of a template, by name. */
export type Values = Readonly<Record<string, Value>>
type Value = string | readonly (string | Values)[]

/** The reply that a kind of answer is written with. */
export function replyNameOf(said: FakeAnswer, isFind: boolean): ReplyName {
  switch (said.kind) {
    case 'stamped':
      if (isFind) return 'found'
      if (said.when === 'fresh') return 'fresh'
      if (said.cfdi === undefined) return 'earlierEmpty'
      return 'earlier'
    case 'pending':
      if (said.uuids.length === 0) return 'noPending'
      return 'pending'
    case 'related':
      if (said.code === '2000') return 'related'
      return 'unrelated'
    default:
      return said.kind
  }
}

/** Used in place of a reply that a contract does not have. */
export const replyInstead: Readonly<Partial<Record<ReplyName, ReplyName>>> = {
  earlier: 'earlierEmpty',
  earlierEmpty: 'earlier',
  noPending: 'pending',
  unrelated: 'related',
}

/**
 * The values of an answer: `cfdi`, `cfdiBare` (without its Addenda), `tfd`, `uuid`, `code`,
 * `message`, `acuse`, `left`, `token`, `expires` (seconds since 1970), `uuids`, `padres`, `hijos`
 * (each with `uuid`, `rfcEmisor`, `rfcReceptor`), `codigoEstatus`, `estado`, `esCancelable`,
 * `estatusCancelacion`. In a list, `comma` is empty for the first item alone.
 */
export function valuesOf(said: FakeAnswer): Values {
  switch (said.kind) {
    case 'stamped': {
      const { cfdi = '', tfd = '' } = said
      return {
        cfdi,
        cfdiBare: withoutAddenda(cfdi),
        tfd,
        uuid: /\bUUID="([^"]+)"/.exec(tfd)?.[1] ?? '',
      }
    }
    case 'open':
      return { token: said.token, expires: String(Math.floor(said.expires / 1000)) }
    case 'state': {
      const { estado, esCancelable = '', estatusCancelacion = '' } = said.state
      const codigoEstatus =
        estado === 'No Encontrado'
          ? 'N - 602: Comprobante no encontrado.'
          : 'S - Comprobante obtenido satisfactoriamente.'
      return { codigoEstatus, estado, esCancelable, estatusCancelacion }
    }
    case 'balance':
      return { left: String(said.left) }
    case 'related':
      return {
        code: said.code,
        padres: said.padres.map(relatedValues),
        hijos: said.hijos.map(relatedValues),
      }
    case 'absent':
    case 'alive':
      return {}
    case 'problem':
      return { code: said.code, message: said.message }
    default: {
      const { kind: _, ...values } = said
      return values
    }
  }
}

function relatedValues(one: { uuid: string; rfcEmisor?: string; rfcReceptor?: string }): Values {
  return { uuid: one.uuid, rfcEmisor: one.rfcEmisor ?? '', rfcReceptor: one.rfcReceptor ?? '' }
}

function withoutAddenda(cfdi: string): string {
  const [from, end] = [cfdi.indexOf('<cfdi:Addenda>'), '</cfdi:Addenda>']
  const to = cfdi.lastIndexOf(end)
  if (from === -1 || to < from) return cfdi
  return cfdi.slice(0, from) + cfdi.slice(to + end.length)
}

const contentTypes = {
  xml: 'text/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const

/** Fills a reply. */
export function fillReply(
  { status = 200, headers = {}, body = '', within = [], format = 'xml' }: WireReply,
  values: Values,
  envelopes: WireContract['envelopes'] = {},
  packing?: Packing,
): FakeReply {
  const outer = within.at(-1) === undefined ? format : 'xml'
  let content = fill(body, values, format, packing)
  for (const name of within)
    content = fill(envelopes[name] ?? '{{content}}', { ...values, content }, 'xml')
  const filled: Record<string, string> = { 'content-type': contentTypes[outer] }
  for (const [name, template] of Object.entries(headers)) {
    const value = fill(template, values, 'text')
    if (value !== '') filled[name] = value
  }
  return { status, headers: filled, body: content }
}

type Format = NonNullable<WireReply['format']>

function fill(template: string, values: Values, format: Format, packing?: Packing): string {
  const open = template.indexOf('{{')
  if (open < 0) return template
  const close = template.indexOf('}}', open)
  const [tag, head, rest] = [
    template.slice(open + 2, close),
    template.slice(0, open),
    template.slice(close + 2),
  ]
  if (!tag.startsWith('#'))
    return head + encodeValue(tag, values, format, packing) + fill(rest, values, format, packing)
  const name = tag.slice(1)
  const end = rest.indexOf(`{{/${name}}}`)
  const inner = rest.slice(0, end)
  let sections = ''
  for (const scope of scopesOf(values[name] ?? '', values))
    sections += fill(inner, scope, format, packing)
  return head + sections + fill(rest.slice(end + name.length + 5), values, format, packing)
}

/** The values inside a section: once for each item of a list; once, or never, for a text. */
function scopesOf(value: Value, values: Values): readonly Values[] {
  if (typeof value === 'string') return value === '' ? [] : [values]
  return value.map((item, at) => {
    const comma = at === 0 ? '' : ','
    if (typeof item === 'string') return { ...values, comma, '.': item }
    return { ...values, comma, ...item }
  })
}

function encodeValue(tag: string, values: Values, format: Format, packing?: Packing): string {
  const [name = '', encoding] = tag.split(':')
  const value = values[name] ?? ''
  const text = typeof value === 'string' ? value : ''
  switch (encoding) {
    case 'raw':
      return text
    case 'base64':
      return text && encodeTextBase64(text)
    case 'zip':
      return text && encodeBase64(archiveOf(text, packing))
    default:
      if (format === 'json') return JSON.stringify(text).slice(1, -1)
      if (format === 'text') return text
      return escapeText(text)
  }
}

/** The archive, or one that is flawed: its directory is changed after the fact. */
function archiveOf(text: string, packing?: Packing): Uint8Array {
  const archive = writeZip('cfdi.xml', new TextEncoder().encode(text))
  const end = archive.length - 22
  const view = new DataView(archive.buffer)
  if (packing === 'two' || packing === 'none')
    view.setUint16(end + 10, packing === 'two' ? 2 : 0, true)
  // The size that it announces to inflate to: the greatest that a ZIP can.
  if (packing === 'bomb') view.setUint32(view.getUint32(end + 16, true) + 24, 0xffffffff, true)
  return archive
}
