/**
 * POST /api/facturas: el borrador en el cuerpo, y el pedido en la cabecera Idempotency-Key.
 * @module
 */
import { stamping } from '../../../engine.js'

/** La llave firma con Node: no corre en el edge. */
export const runtime = 'nodejs'

/** Lo que un cliente puede corregir; lo demás se vuelve a pedir, con el mismo pedido. */
const statusOf = {
  701: 400,
  702: 422,
  703: 422,
  705: 422,
  711: 409,
  714: 409,
  715: 409,
  716: 409,
}

export async function POST(request) {
  const key = request.headers.get('idempotency-key')
  if (!key)
    return Response.json(
      { message: 'Falta Idempotency-Key: el número de pedido.' },
      { status: 400 },
    )
  const { engine } = await stamping()
  const answer = await engine.stamp(await request.text(), { key })
  if (answer.ok)
    return Response.json({ UUID: answer.cfdi.UUID, XML: answer.cfdi.XML }, { status: 201 })
  const { code, message, errors } = answer
  return Response.json({ code, message, errors }, { status: statusOf[code] ?? 503 })
}
