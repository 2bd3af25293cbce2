/**
 * What is said of a text, JSON or XML, and what becomes of it. Everything happens here: nothing is
 * sent.
 * @module
 */
import {
  cadenaOriginalXml,
  cadenaTimbre,
  createEngine,
  createSandboxPac,
  preview,
  verifyCfdi,
} from 'cfdi-stamp'
import { retenciones20 } from 'cfdi-stamp/retenciones'
import { knownPacs, satAnchors } from 'cfdi-stamp/trust'
import { renderSVG } from 'uqr'

/** Documents that the page takes besides CFDI 4.0. */
const documents = [retenciones20]

/** `xml` when it begins as that. */
export const languageOf = (text) => (/^\s*</.test(text) ? 'xml' : 'json')

/** The findings of a text; of JSON also the document that it becomes, and its totals. */
export async function judge(text, { complete }) {
  if (text.trim() === '') return { findings: [] }
  return languageOf(text) === 'xml' ? judgeXml(text) : judgeJson(text, complete)
}

function judgeJson(text, complete) {
  const { findings, document, totals } = preview(text, { complete, documents })
  return { findings, document, totals }
}

async function judgeXml(text) {
  const { verdict, message, steps, findings, document } = await verifyCfdi(text, {
    ...(await trust()),
    documents,
  })
  const unread = steps.readable.state === 'failed' ? [findingOf(steps.readable)] : []
  return {
    findings: [...unread, ...findings],
    document,
    verdict,
    message,
    steps: Object.entries(steps),
  }
}

/** XML that cannot be read has no findings of its own. */
function findingOf({ reason, message }) {
  return { code: reason, severity: 'error', element: 'Comprobante', field: '', message, path: '' }
}

/** The authorities of the SAT, and the sandbox of this page once it has stamped. */
async function trust() {
  if (pac === undefined) return { anchors: satAnchors }
  const own = await pac.trust()
  const pacs = { date: knownPacs.date, pacs: [...knownPacs.pacs, ...own.pacs.pacs] }
  return { ...own, anchors: [...satAnchors, ...own.anchors], pacs }
}

let pac

/**
 * A certificate of the sandbox for the issuer of a draft; for a company of its own when it says
 * "AUTO".
 */
async function csdFor(draft) {
  pac ??= createSandboxPac({ documents })
  const { RfcE = 'AUTO', NomDenRazSocE = 'AUTO' } = draft.Emisor ?? {}
  const { Rfc = RfcE, Nombre = NomDenRazSocE } = draft.Emisor ?? {}
  const rfc = Rfc === 'AUTO' ? 'PLO150312QT1' : Rfc
  return pac.issueCsd({ rfc, name: Nombre === 'AUTO' ? 'PAPELERIA LUNA DE OCTUBRE' : Nombre })
}

/** Seals a draft and stamps it with the sandbox. */
export async function stamp(text, { complete }) {
  const draft = JSON.parse(text)
  const signers = await csdFor(draft)
  const engine = createEngine({ signers, provider: pac, complete, documents })
  const answer = await engine.stamp(draft)
  return answer.ok
    ? stampedOf(answer)
    : { ok: false, code: answer.code, message: answer.message, findings: answer.errors }
}

function stampedOf({ cfdi, timbre }) {
  const xml = new TextDecoder().decode(
    Uint8Array.from(atob(cfdi.XML), (octet) => octet.charCodeAt(0)),
  )
  return {
    ok: true,
    uuid: cfdi.UUID,
    xml,
    cadena: cadenaOriginalXml(xml, { documents }),
    cadenaTimbre: cadenaTimbre(timbre),
    url: cfdi.UrlVerificacion,
    qr: renderSVG(cfdi.UrlVerificacion, { ecc: 'M', border: 2 }),
  }
}
