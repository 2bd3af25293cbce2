/**
 * Tools of the MCP server: over a service, or over a sandbox in memory.
 * @module
 */
import { parseDraft } from '../../engine/draft.js'
import type { Engine } from '../../engine/engine.js'
import { isEnd } from '../../engine/stepResult.js'
import { limitsOf } from '../../lib/limits.js'
import { createTools } from '../../tools/createTools.js'
import { overService } from '../../tools/overService.js'
import type { Tool } from '../../tools/tool.js'
import { type ReadingWorld, UsageError } from '../command.js'
import { Sandbox, withIssuer } from '../sandbox.js'
import { createRemoteService } from './remoteService.js'
import { openSandboxHost } from './sandboxHost.js'

/** Settings of the MCP server. */
export interface McpSettings {
  /** URL of the service; without it, a sandbox in memory. */
  readonly url: string | undefined
  /** API key of the account. */
  readonly key: string | undefined
  /** Whether the tools with fiscal effect are left out. */
  readonly isReadOnly: boolean
}

/** Opens the tools. @throws UsageError for a URL without a key, or that is not safe */
export async function openMcpTools(
  { url, key, isReadOnly }: McpSettings,
  world: ReadingWorld,
): Promise<readonly Tool[]> {
  const host =
    url === undefined
      ? await openSandboxHost(world)
      : overService(createRemoteService(requireSafeUrl(url), world.send), requireAccountKey(key))
  // Engine that checks and prepares the drafts of any issuer, with CSDs of the sandbox.
  // The issuer that a service fills in is not shown, because only the service knows it.
  const sandbox = new Sandbox(world, true)
  const isRemote = url !== undefined
  const opened = async (json: unknown) => {
    const parsed = parseDraft(json, limitsOf(undefined))
    if (isEnd(parsed)) return { engine: await sandbox.engineFor({}), draft: json, isNamed: true }
    const draft = withIssuer(parsed.value)
    const isNamed = draft === parsed.value
    return { engine: await sandbox.engineFor(parsed.value), draft, isNamed }
  }
  return createTools({
    engine: {
      async check(json: unknown) {
        const { engine, draft } = await opened(json)
        return engine.check(draft)
      },
      async prepare(json: unknown) {
        const { engine, draft, isNamed } = await opened(json)
        const prepared = await engine.prepare(draft)
        if (!isRemote || isNamed || prepared.document === undefined) return prepared
        const { Emisor, ...rest } = prepared.document as { readonly Emisor?: object }
        const { Rfc: _, Nombre: __, ...own } = (Emisor ?? {}) as Record<string, unknown>
        return {
          ...prepared,
          document: { ...rest, Emisor: own } as unknown as typeof prepared.document,
        }
      },
      stamp: () => Promise.reject(new Error('the host stamps')),
    } as Pick<Engine, 'check' | 'prepare' | 'stamp'>,
    host,
    ...world.registered,
    allow: isReadOnly ? [] : ['stamp', 'cancel'],
  })
}

function requireAccountKey(key: string | undefined): string {
  if (key !== undefined && /^[!-~]+$/.test(key)) return key
  throw new UsageError('mcp: falta la llave de la cuenta: defina CFDI_STAMP_KEY.')
}

/** The key must not travel in clear text, except within this machine. */
function requireSafeUrl(url: string): string {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return url
  throw new UsageError('mcp: --url debe ser https, o http de esta máquina.')
}
