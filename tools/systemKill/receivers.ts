/**
 * Receivers of events: the webhook of the server's client, the tickets of the worker's shop, the
 * files of the recipes.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { linesOf } from './judge.js'

/** Events received from a host. */
export interface Told {
  /** The invoices of each key. */
  readonly of: Map<string, Set<string>>
  /** Reported second stamps, with the kept one. */
  readonly duplicates: Map<string, string>
  /** Documents reported as cancelled. */
  readonly cancelled: Set<string>
  /** Other events. */
  readonly others: string[]
}

function nothingTold(): Told {
  return { of: new Map(), duplicates: new Map(), cancelled: new Set(), others: [] }
}

function add(of: Map<string, Set<string>>, key: string, uuid: string): void {
  of.set(key, (of.get(key) ?? new Set()).add(uuid.toUpperCase()))
}

/** Reads the events that a recipe recorded (`host.js`). */
export function readTold(path: string): Told {
  const told = nothingTold()
  for (const line of linesOf<Record<string, string>>(path)) {
    const { key, uuid, kept, duplicate, phase } = line
    if (key !== undefined && uuid !== undefined) add(told.of, key, uuid)
    else if (kept !== undefined && duplicate !== undefined) told.duplicates.set(duplicate, kept)
    else if (uuid === undefined || phase === undefined) told.others.push(JSON.stringify(line))
    else if (phase === 'cancelled') told.cancelled.add(uuid)
  }
  return told
}

/** A row of the worker's table. */
export interface Ticket {
  readonly id: string
  readonly item: string
  readonly uuid: string | null
  readonly refusal: string | null
  readonly duplicate: string | null
}

export const ticketQuery =
  "select id, draft->'Conceptos'->0->>'NoIdentificacion' as item, uuid, refusal, duplicate from tickets"

/** Converts the shop's tickets to events. */
export function toldOfTickets(tickets: readonly Ticket[]): Told {
  const told = nothingTold()
  for (const { id, uuid, refusal, duplicate } of tickets) {
    if (uuid !== null) add(told.of, id, uuid)
    if (refusal !== null) told.others.push(`ticket ${id}: ${refusal}`)
    if (duplicate !== null && uuid !== null)
      told.duplicates.set(duplicate.toUpperCase(), uuid.toUpperCase())
  }
  return told
}

/**
 * The receiver of the server's webhooks. It fails one event in ten, once: after a second failure
 * the server would wait for minutes.
 */
export async function startReceiver() {
  const told = nothingTold()
  const failed = new Set<string>()
  let count = 0
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, type, data } = JSON.parse(Buffer.concat(chunks).toString())
    if (++count % 10 === 0 && !failed.has(id)) {
      failed.add(id)
      return void response.writeHead(500).end()
    }
    if (type === 'cfdi.stamped') add(told.of, data.key, data.UUID)
    else if (type === 'invoice.duplicated') told.duplicates.set(data.duplicate, data.UUID)
    else if (type === 'cfdi.cancelled') told.cancelled.add(data.UUID)
    else told.others.push(type)
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    told,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
