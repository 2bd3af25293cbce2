/**
 * What is said of a text, JSON or XML, and what becomes of it. Everything happens here: nothing is sent.
 * @module
 */
import {
  cadenaOriginalXml,
  cadenaTimbre,
  checkXml,
  createEngine,
  createSandboxPac,
  preview,
  readCfdi,
  verifySello,
} from 'cfdi-stamp'
import { renderSVG } from 'uqr'

/** `xml` when it begins as that. */
export const languageOf = (text) => (/^\s*</.test(text) ? 'xml' : 'json')

/** The findings of a text; of JSON also the document that it becomes, and its totals. */
export async function judge(text, { complete }) {
  if (text.trim() === '') return { findings: [] }
  return languageOf(text) === 'xml' ? judgeXml(text) : judgeJson(text, complete)
}

function judgeJson(text, complete) {
  const { findings, document, totals } = preview(text, { complete })
  return { findings, document, totals }
}

async function judgeXml(text) {
  const findings = checkXml(text)
  const verdict = await verifySello(text).catch((error) => ({ ok: false, message: error.message }))
  return {
    findings,
    document: readOrNothing(text),
    sealed: verdict.ok,
    seal: verdict.message,
  }
}

function readOrNothing(text) {
  try {
    return readCfdi(text)
  } catch {
    return undefined
  }
}

let pac

/** A certificate of the sandbox for the issuer of a draft; for a company of its own when it says "AUTO". */
async function csdFor(draft) {
  pac ??= createSandboxPac()
  const { Rfc = 'AUTO', Nombre = 'AUTO' } = draft.Emisor ?? {}
  const rfc = Rfc === 'AUTO' ? 'PLO150312QT1' : Rfc
  return pac.issueCsd({ rfc, name: Nombre === 'AUTO' ? 'PAPELERIA LUNA DE OCTUBRE' : Nombre })
}

/** Seals a draft and stamps it with the sandbox. */
export async function stamp(text, { complete }) {
  const draft = JSON.parse(text)
  const engine = createEngine({ signers: await csdFor(draft), provider: pac, complete })
  const answer = await engine.stamp(draft)
  return answer.ok
    ? stampedOf(answer)
    : { ok: false, code: answer.code, message: answer.message, findings: answer.errors }
}

function stampedOf({ cfdi, timbre }) {
  const xml = new TextDecoder().decode(Uint8Array.from(atob(cfdi.XML), (octet) => octet.charCodeAt(0)))
  return {
    ok: true,
    uuid: cfdi.UUID,
    xml,
    cadena: cadenaOriginalXml(xml),
    cadenaTimbre: cadenaTimbre(timbre),
    url: cfdi.UrlVerificacion,
    qr: renderSVG(cfdi.UrlVerificacion, { ecc: 'M', border: 2 }),
  }
}
