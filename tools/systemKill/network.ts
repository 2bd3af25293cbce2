/** The hosts' connection to PostgreSQL, which can be cut or made to drop data. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A controllable connection to a server. */
export interface Network {
  readonly port: number
  /** Ends every connection. */
  cut(): void
  /** Drops all data of open and new connections for that many milliseconds, then ends them. */
  swallow(ms: number): Promise<void>
  close(): void
}

/** Opens a connection to a socket. */
export async function openNetwork(path: string): Promise<Network> {
  const open = new Set<Socket>()
  let isSwallowing = false
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  }
  const server = createServer((socket) => {
    keep(socket)
    if (isSwallowing) return
    const behind = connect(path)
    keep(behind)
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
    socket.pipe(behind)
    behind.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async swallow(ms) {
      isSwallowing = true
      for (const socket of open) socket.unpipe().pause()
      await new Promise((resolve) => setTimeout(resolve, ms))
      isSwallowing = false
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
