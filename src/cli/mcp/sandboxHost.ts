/**
 * Sandbox of the MCP server: a service in memory with one account, which issues for any taxpayer. It
 * ends with the process.
 * @module
 */
import { parseDraft } from '../../engine/draft.js'
import { isEnd } from '../../engine/stepResult.js'
import { limitsOf } from '../../lib/limits.js'
import { createSandboxPac } from '../../pac/sandbox/sandbox.js'
import { createSandboxSat } from '../../pac/sandbox/sat.js'
import { createMemoryServiceStore } from '../../service/memoryStore.js'
import { createService } from '../../service/service.js'
import type { ToolHost } from '../../tools/host.js'
import { overService } from '../../tools/overService.js'
import type { ReadingWorld } from '../command.js'
import { issuerOf, withIssuer } from '../sandbox.js'

const account = 'mcp'

/** Opens the sandbox. */
export async function openSandboxHost({
  clock,
  registered,
}: ReadingWorld): Promise<Required<ToolHost>> {
  const sat = createSandboxSat({ clock, needsConsent: () => false })
  const pac = createSandboxPac({ clock, sat, ...registered })
  const first = issuerOf({})
  const names = new Map([[first.rfc, first.name]])
  const csds = new Map<string, ReturnType<typeof pac.issueCsd>>()
  const signers = (given: string | undefined) => {
    const rfc = given ?? first.rfc
    const csd = csds.get(rfc) ?? pac.issueCsd({ rfc, name: names.get(rfc) ?? rfc })
    csds.set(rfc, csd)
    return csd
  }
  const service = createService({
    environments: {
      sandbox: {
        ...{ signers, provider: pac, store: createMemoryServiceStore(), complete: true },
        ...registered,
      },
    },
    links: { base: 'http://localhost', secret: crypto.getRandomValues(new Uint8Array(32)) },
    clock,
  })
  const accounts = service.accounts('sandbox')
  await accounts.create({ id: account, name: 'Pruebas', issuers: [first.rfc] })
  await accounts.grant(account, 1_000_000, 'sandbox')
  const { key } = await accounts.issueKey({ account })
  const host = overService(service, key)
  const issued = async (json: unknown): Promise<unknown> => {
    const parsed = parseDraft(json, limitsOf(undefined))
    if (isEnd(parsed)) return json
    const issuer = issuerOf(parsed.value)
    if (!names.has(issuer.rfc)) {
      names.set(issuer.rfc, issuer.name)
      await accounts.update(account, { issuers: [...names.keys()] })
    }
    return withIssuer(parsed.value)
  }
  return {
    ...host,
    prepare: async (json) => host.prepare(await issued(json)),
    async stamp(json, stampKey) {
      const told = await host.stamp(await issued(json), stampKey)
      if (!told.ok) return told
      // Links of a service in memory lead nowhere.
      const { UrlXml: _, UrlPdf: __, ...cfdi } = told.cfdi as Record<string, unknown>
      return { ...told, cfdi }
    },
    async status(uuid) {
      await service.refresh()
      return host.status(uuid)
    },
  }
}
