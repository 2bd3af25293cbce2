/**
 * SIFEI's wire, after its WSDL: documents in archives, trouble in Faults. The codes of its account troubles, and of a hash
 * that it does not know, are not known: they have none here.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { readText } from '../adapter/reply.js'
import { readZip, writeZip } from '../adapter/zip.js'
import { satWire } from './satWire.js'
import { element, isWsdl, nameOf, readCall, soapFault, soapReply, texts, wsdl } from './soapWire.js'
import type { FakeCall, FakeReply, Packing, Wire } from './wire.js'

const operations: Readonly<Record<string, FakeCall['op']>> = {
  getCFDI: 'stamp',
  getXML: 'find',
  cancelaCFDISignature: 'cancel',
}

/** What each operation calls its fields. */
const fields: Readonly<Partial<Record<FakeCall['op'], readonly [user: string, password: string, archive: string]>>> = {
  stamp: ['Usuario', 'Password', 'archivoXMLZip'],
  find: ['rfc', 'pass', 'hash'],
  cancel: ['usuarioSIFEI', 'passUser', 'archivoZIP'],
}

/** SIFEI's wire. */
export const sifeiWire: Wire = satWire({
  dedup: 'bytes',
  earlier: 'never',
  findsBy: 'cadena',
  archives: true,
  problems: {
    login: ['', 'Usuario o contraseña inválidos'],
    credits: ['', 'Sin timbres disponibles'],
    blocked: ['', 'Usuario bloqueado'],
  },
  async read(request) {
    if (isWsdl(request)) return { op: 'ping' }
    const call = readCall(request)
    const op = call && operations[call.operation]
    const [user, password, content] = (op && fields[op]) ?? []
    if (op === undefined || user === undefined || password === undefined || content === undefined) return undefined
    const account = { user: call?.field(user) ?? '', password: call?.field(password) ?? '' }
    const text = call?.field(content)
    return op === 'find' ? { op, ...account, key: text } : { op, ...account, xml: await unzipped(text ?? '') }
  },
  write(said, { op }, packing) {
    switch (said.kind) {
      case 'alive':
        return wsdl
      case 'cancelled':
        return result(op, said.acuse)
      case 'absent':
        return exception('', 'No existe el CFDI')
      case 'rejected':
      case 'problem':
        return exception(said.code, said.message)
      case 'stamped':
        if (op === 'find') return result(op, said.tfd ?? '')
        if (said.when === 'earlier') return exception('307', 'El CFDI contiene un timbre previo')
        return result(op, said.cfdi === undefined ? '' : encodeBase64(packed(said.cfdi, packing)))
      default:
        return soapFault('')
    }
  },
})

async function unzipped(text: string): Promise<string | undefined> {
  const bytes = decodeBase64(text)
  return bytes && readText({ body: await readZip(bytes) })
}

function result(op: FakeCall['op'], text: string): FakeReply {
  const name = nameOf(operations, op)
  return soapReply(element(`ns2:${name}Response`, texts('', { return: text }), ' xmlns:ns2="http://MApeados/"'))
}

function exception(codigo: string, error: string): FakeReply {
  const inner = element('ns2:SifeiException', texts('', { codigo, error }), ' xmlns:ns2="http://MApeados/"')
  return soapFault(error, element('detail', inner))
}

/** The archive, or one that is flawed: what its directory says is changed after the fact. */
function packed(cfdi: string, packing?: Packing): Uint8Array {
  const archive = writeZip('cfdi.xml', new TextEncoder().encode(cfdi))
  const end = archive.length - 22
  const view = new DataView(archive.buffer)
  if (packing === 'two' || packing === 'none') view.setUint16(end + 10, packing === 'two' ? 2 : 0, true)
  // What it announces to inflate to: the greatest that a ZIP can.
  if (packing === 'bomb') view.setUint32(view.getUint32(end + 16, true) + 24, 0xffffffff, true)
  return archive
}
