/**
 * The sandbox without an account at any PAC: a PAC, a SAT and CSDs of this process, worth nothing
 * outside of it.
 *
 * CSDs are stored in the database with the root that signed them, so that documents sealed before a
 * crash stay valid. Stamps and cancellations are in memory: a document stamped before a restart is
 * registered at the SAT again on its first lookup.
 * @module
 */
import { readCfdi } from 'cfdi-stamp'
import { defaultPolicy } from 'cfdi-stamp/cancel'
import { createSandboxPac, createSandboxSat } from 'cfdi-stamp/pac/sandbox'
import { openCsdWebCrypto } from 'cfdi-stamp/seal'
import { documents } from './documents.js'

/** Named taxpayers of the sandbox; others receive a generic name. */
const names = {
  TOAM850417U21: 'MARIANA TORRES ACOSTA',
  PLO150312QT1: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
}
const second = 1000

/** A PAC and the CSDs that it trusts. */
export function createSandbox({ keep, documentStore }) {
  const anchors = []
  const sat = createSandboxSat({ needsConsent: () => false })
  const pac = createSandboxPac({ sat, anchors, documents })
  const known = new Set()
  const register = (document, uuid) => {
    if ('CveRetenc' in document) sat.registerRetenciones(uuid, document.Emisor.RfcE)
    else sat.register(document, uuid)
  }
  const recall = async (uuid) => {
    if (known.has(uuid)) return
    const xml = await documentStore.get('xml', uuid)
    if (xml !== undefined) register(readCfdi(xml, { documents }), uuid)
    known.add(uuid)
  }
  const stamp = async (sealed, signal) => {
    const outcome = await pac.stamp(sealed, signal)
    if (outcome.kind === 'stamped') known.add(outcome.timbre.UUID)
    return outcome
  }
  return {
    signers: createSigners(pac, keep, anchors),
    provider: {
      id: pac.id,
      capabilities: pac.capabilities,
      ping: () => pac.ping(),
      stamp,
      find: (sealed) => pac.find(sealed),
      cancel: async (request, signal) => {
        await recall(request.uuid)
        return pac.cancel(request, signal)
      },
      status: async (query) => {
        await recall(query.uuid)
        return pac.status(query)
      },
    },
    cancelPolicy: {
      ...defaultPolicy,
      accepted: { ...defaultPolicy.accepted, waits: [second, 5 * second, 60 * second] },
    },
  }
}

/** Creates the source of signers. The CSD of an RFC is created on first use. */
function createSigners(pac, keep, anchors) {
  const opened = new Map()
  return (rfc) => {
    if (!opened.has(rfc)) opened.set(rfc, open(rfc))
    return opened.get(rfc)
  }
  async function open(rfc) {
    const { cer, key, root } = JSON.parse(await keep(`sandbox csd ${rfc}`, () => issue(pac, rfc)))
    anchors.push(root)
    return openCsdWebCrypto({ cer, key })
  }
}

async function issue({ authority }, rfc) {
  const holder = { rfc, name: names[rfc] ?? 'CONTRIBUYENTE DE PRUEBAS' }
  const [{ certificateDer, privateKeyPkcs8 }, root] = await Promise.all([
    authority.issueCsd(holder),
    authority.root(),
  ])
  const [cer, key] = [certificateDer, privateKeyPkcs8].map((bytes) =>
    Buffer.from(bytes).toString('base64'),
  )
  return JSON.stringify({ cer, key, root: root.base64 })
}
