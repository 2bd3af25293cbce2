/**
 * The wire of a fake, made from a wire contract.
 * @module
 */
import { fillReply, replyInstead, replyNameOf, valuesOf } from './contractReply.js'
import { readRequest } from './contractRequest.js'
import type { Wire } from './wire.js'
import type { WireContract, WireReply, WireRequest } from './wireContract.js'

/** Address without a service. */
const notFound: WireReply = {
  status: 404,
  format: 'html',
  body: '<html><title>Not Found</title></html>',
  from: [],
}

/**
 * Paths of the hosts in one server: the first one has its own; others, which are other machines,
 * are below their name.
 */
export function mountsOf({ hosts }: WireContract): Readonly<Record<string, string>> {
  const [first] = Object.values(hosts.test)
  const mounts: Record<string, string> = {}
  for (const [name, { url }] of Object.entries(hosts.test)) {
    const { host, pathname } = new URL(url)
    const path = pathname === '/' ? '' : pathname
    mounts[name] = host === new URL(first?.url ?? '').host ? path : `/~${host}${path}`
  }
  return mounts
}

/** Creates a wire that reads and writes by a contract. */
export function wireOf(contract: WireContract): Wire {
  const mounts = mountsOf(contract)
  const { dedup, earlier, findsBy, lockAfter, blockAbove, tokens } = contract.memory
  const problems: Record<string, readonly [string, string, number | undefined]> = {}
  for (const [name, { code, message, status }] of Object.entries(contract.problems))
    problems[name] = [code, message, status]
  return {
    dedup,
    earlier,
    ...(findsBy && { findsBy }),
    ...(lockAfter !== undefined && { lockAfter }),
    ...(blockAbove !== undefined && { blockAbove }),
    ...(tokens && { tokens }),
    problems: problems as Wire['problems'],
    archives: Object.values(contract.requests).some(({ replies }) =>
      replies?.fresh?.body?.includes('{{cfdi:zip}}'),
    ),
    read: async (request) => {
      const reading = await readRequest(contract, request, (host) => mounts[host] ?? '')
      if ('call' in reading) return { ...reading.call, request: reading.name }
      const { refused, reason, name } = reading
      const template = contract.refusals[refused] ?? notFound
      const operation = name === undefined ? reason : operationOf(contract.requests[name])
      const values = { field: reason.replace(/^\w+ /, '').split(':')[0] ?? '', operation }
      return {
        refusal: `${refused}: ${name === undefined ? '' : `${name}: `}${reason}`,
        reply: fillReply(template, values, contract.envelopes),
      }
    },
    write: (said, ask, packing) => {
      const request = contract.requests[ask.request ?? '']
      const name = replyNameOf(said, ask.op === 'find')
      const instead = replyInstead[name] ?? name
      const all = { ...contract.replies, ...request?.replies }
      const template = all[name] ?? all[instead]
      // Not a reply of a PAC: a trick replaces it.
      if (template === undefined) return fillReply({ status: 500, format: 'html', from: [] }, {})
      const status =
        said.kind === 'problem' && said.status !== undefined ? { status: said.status } : {}
      const values = { ...valuesOf(said), operation: operationOf(request) }
      return fillReply({ ...template, ...status }, values, contract.envelopes, packing)
    },
  }
}

function operationOf(request: WireRequest | undefined): string {
  if (request?.body?.kind === 'soap') return request.body.operation
  return ''
}
