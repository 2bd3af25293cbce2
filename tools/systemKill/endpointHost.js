/** `examples/recipes/endpoint`, started as its README says. */
import { fromPg } from 'cfdi-stamp/postgres'
import { createServer } from '../../examples/recipes/endpoint/server.js'
import { openPacs, openPool, openSigner, receive, tell } from './host.js'

const pool = openPool()
const server = await createServer({
  client: fromPg(pool),
  signers: await openSigner(),
  providers: openPacs(),
  entregar: async (key, { UUID }) => tell({ key, uuid: UUID }),
  avisar: receive,
  every: 5_000,
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
