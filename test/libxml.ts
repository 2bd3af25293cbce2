/**
 * libxml2 (the npm package libxml2-wasm) as an independent reference for reading, writing and
 * schemas: well-formedness, equality of documents, validity under an XSD.
 * @module
 */
import {
  closeBuffer,
  openBuffer,
  readBuffer,
  XmlC14NMode,
  XmlDocument,
  XmlLibError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'

/** Whether it is well formed, namespaces included. */
export function isWellFormed(xml: string | Uint8Array): boolean {
  return passes(() => withDocument(xml, () => {}))
}

/** Exclusive canonical XML, without comments: where a namespace is declared does not matter. */
export function canonical(xml: string): string {
  const chunks: Buffer[] = []
  const write = (chunk: Uint8Array): number => chunks.push(Buffer.from(chunk)) && chunk.length
  const mode = XmlC14NMode.XML_C14N_EXCLUSIVE_1_0
  withDocument(xml, (document) => document.canonicalize({ write, close: () => true }, { mode }))
  return Buffer.concat(chunks).toString('utf8')
}

/** The text of the element or attribute that an XPath leads to. */
export function textAt(xml: string, path: string): string | undefined {
  return withDocument(xml, (document) => document.get(path)?.content)
}

type Files = Readonly<Record<string, string>>

/** Whether an XSD admits a document. */
export type Judge = (xml: string | Uint8Array) => boolean

/**
 * Compiles an XSD: `index.xsd` of the files, with its imports among them. It takes 0.4 s for those
 * of `xsd/`.
 * @throws Error when it does not compile, and when an imported file is missing, for which libxml2
 * only warns
 */
export function schemaOf(files: Files): Judge {
  const validator = XsdValidator.fromDoc(readable(files))
  if (missing.length > 0) throw new Error(`not there: ${missing}`)
  return (xml) => withDocument(xml, (document) => passes(() => validator.validate(document)))
}

const folder = 'memory:/'
/** Files for libxml2's imports, and the missing ones. */
let present: Files = {}
let missing: string[] = []

function readable(files: Files): XmlDocument {
  present = files
  missing = []
  return XmlDocument.fromString(files['index.xsd']!, { url: `${folder}index.xsd` })
}

xmlRegisterInputProvider({
  match: (url) => url.startsWith(folder),
  open(url) {
    const name = url.slice(folder.length)
    const text = present[name]
    if (text === undefined) missing.push(name)
    return text === undefined ? undefined : openBuffer(Buffer.from(text))
  },
  read: readBuffer,
  close(file) {
    closeBuffer(file)
    return true
  },
})

function withDocument<T>(xml: string | Uint8Array, use: (document: XmlDocument) => T): T {
  const document =
    typeof xml === 'string' ? XmlDocument.fromString(xml) : XmlDocument.fromBuffer(xml)
  try {
    return use(document)
  } finally {
    document.dispose()
  }
}

/** Whether libxml2 finds no fault; anything else that is thrown is not its verdict. */
function passes(judge: () => void): boolean {
  try {
    judge()
    return true
  } catch (error) {
    if (error instanceof XmlLibError) return false
    throw error
  }
}
