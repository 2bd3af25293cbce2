/**
 * CSDs of a sandbox: one for each RFC, issued at the first use and kept in the records, so that
 * documents sealed before a crash, or by another process, stay valid.
 * @module
 */
import type { Signer } from '../../certificate/signer.js'
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Authority } from '../../pac/sandbox/authority.js'
import { openCsdWebCrypto } from '../../seal/webcrypto.js'
import { openText, sealText, type Vault } from '../account/vault.js'
import type { ServiceStore } from '../ports.js'
import { never } from '../records.js'

/** A CSD of the sandbox. */
export interface SandboxCsd {
  readonly signer: Signer
  /** Certificate of the authority that issued it, in Base64. */
  readonly root: string
}

interface CsdSettings {
  readonly store: ServiceStore
  readonly authority: Authority
  readonly nameOf: ((rfc: string) => string | undefined) | undefined
  readonly vault: Vault | undefined
}

/** CSDs that a process keeps open. */
const most = 500

/** Owner of the records of issued CSDs. */
export const issuedOwner = 'csd'

const usualName = 'CONTRIBUYENTE DE PRUEBAS'

/** Creates the source of CSDs. */
export function createSandboxCsds(settings: CsdSettings): (rfc: string) => Promise<SandboxCsd> {
  const opened = new Map<string, Promise<SandboxCsd>>()
  return (rfc) => {
    const known = opened.get(rfc)
    if (known !== undefined) return known
    for (const oldest of opened.keys()) {
      if (opened.size < most) break
      opened.delete(oldest)
    }
    const csd = openSandboxCsd(settings, rfc)
    opened.set(rfc, csd)
    csd.catch(() => opened.delete(rfc))
    return csd
  }
}

/** An issued CSD, as the records of the sandbox hold it: `csd/` and its RFC. */
export interface KeptCsd {
  readonly cer: string
  /** In Base64; sealed by the vault, if the service has one. */
  readonly key: string
  readonly root: string
  readonly isSealed?: boolean
}

async function openSandboxCsd(settings: CsdSettings, rfc: string): Promise<SandboxCsd> {
  const { sandbox } = settings.store
  const id = `csd/${rfc}`
  const load = async () => (await sandbox.get(id))?.content as KeptCsd | undefined
  let kept = await load()
  if (kept === undefined) {
    const content = await issueSandboxCsd(settings, rfc)
    // Of two processes the first prevails.
    const isFirst = await sandbox.insert({ id, owner: issuedOwner, at: never, content })
    kept = content
    if (!isFirst) kept = (await load()) ?? content
  }
  const { vault } = settings
  let opened = await openKey(kept, rfc, vault)
  if (opened === undefined || (vault !== undefined && kept.isSealed !== true)) {
    // A key that was stored in the clear is sealed; one whose master key is lost is issued anew.
    kept =
      opened === undefined ? await issueSandboxCsd(settings, rfc) : await sealKey(kept, rfc, vault)
    opened ??= await openKey(kept, rfc, vault)
    await sandbox.put({ id, owner: issuedOwner, at: never, content: kept })
  }
  const key = decodeBase64(opened ?? '') ?? new Uint8Array()
  const cer = decodeBase64(kept.cer) ?? new Uint8Array()
  return { signer: await openCsdWebCrypto({ cer, key }), root: kept.root }
}

/** Context of the sealed key of an issued CSD. */
export function issuedContextOf(rfc: string): string {
  return `sandbox/issued/${rfc}`
}

async function openKey({ key, isSealed }: KeptCsd, rfc: string, vault: Vault | undefined) {
  if (isSealed !== true) return key
  return vault && openText(vault, key, issuedContextOf(rfc))
}

async function sealKey(csd: KeptCsd, rfc: string, vault: Vault | undefined): Promise<KeptCsd> {
  if (vault === undefined) return csd
  return { ...csd, key: await sealText(vault, csd.key, issuedContextOf(rfc)), isSealed: true }
}

async function issueSandboxCsd(
  { authority, nameOf, vault }: CsdSettings,
  rfc: string,
): Promise<KeptCsd> {
  const holder = { rfc, name: nameOf?.(rfc) ?? usualName }
  const [{ certificateDer, privateKeyPkcs8 }, root] = await Promise.all([
    authority.issueCsd(holder),
    authority.root(),
  ])
  const csd = {
    cer: encodeBase64(certificateDer),
    key: encodeBase64(privateKeyPkcs8),
    root: root.base64,
  }
  return sealKey(csd, rfc, vault)
}
