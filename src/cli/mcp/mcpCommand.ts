/**
 * `mcp`: the tools for language models as an MCP server over the standard input and output.
 * @module
 */
import { type Call, type Command, type Exit, exits, type ReadingWorld } from '../command.js'

/** Environment variables of the service and of the account's key. */
const variables = { url: 'CFDI_STAMP_URL', key: 'CFDI_STAMP_KEY' } as const

/** `mcp`. */
export const mcpCommand: Command = {
  name: 'mcp',
  takes: '',
  says: `Servidor MCP por la entrada y la salida estándar, para asistentes y agentes: con un ambiente de pruebas en memoria, o con el servicio de ${variables.url} y la llave de ${variables.key}.`,
  options: {
    url: {
      type: 'string',
      value: 'URL',
      says: `el servicio que timbra (${variables.url} por omisión); su llave va en ${variables.key}`,
    },
    'read-only': { type: 'boolean', says: 'sin stamp ni cancel' },
  },
  run: runMcp,
}

async function runMcp(call: Call, world: ReadingWorld): Promise<Exit> {
  // Loaded here only, because the service takes longer to load than the other commands.
  const { serveMcp } = await import('./serveMcp.js')
  const url = call.text('url') ?? world.env[variables.url]
  await serveMcp({ url, key: world.env[variables.key], isReadOnly: call.has('read-only') }, world)
  return exits.ok
}
