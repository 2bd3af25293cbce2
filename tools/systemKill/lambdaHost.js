/**
 * `examples/recipes/lambda` with the signer of `examples/recipes/kms`: an instance, and the
 * schedule that calls its round.
 */
import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import { createEngine, failover } from 'cfdi-stamp'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'
import { openCsdDeKms } from '../../examples/recipes/kms/kmsSigner.js'
import { createHandler, createRound } from '../../examples/recipes/lambda/handler.js'
import { bytesOf, openPacs, openPool, receive, serveOrders } from './host.js'

const key = createPrivateKey({
  key: bytesOf('company.key'),
  format: 'der',
  type: 'pkcs8',
  passphrase: '12345678a',
})
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
const firmar = async (digest) =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([digestInfo, digest]))
const client = fromPg(openPool())

async function openStamping() {
  await migrate(client)
  const store = createPostgresStore(client)
  const { journal, orders, folios, cancellations } = store
  const provider = failover(openPacs(), { journal })
  const signers = await openCsdDeKms({ cer: bytesOf('company.cer'), firmar })
  return {
    engine: createEngine({ signers, provider, complete: true, orders, folios, cancellations }),
    provider,
    store,
  }
}

let opening
const stamping = () =>
  (opening ??= openStamping().catch((cause) => {
    opening = undefined
    throw cause
  }))
const handler = createHandler(async () => (await stamping()).engine)
const round = createRound(stamping, receive)
serveOrders(async (pedido, body) => {
  const answer = await handler({ body, pathParameters: { pedido } })
  return [answer.statusCode, answer.body]
})
for (;;) {
  await round().catch((cause) => console.error('round', cause?.code ?? cause?.message))
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}
