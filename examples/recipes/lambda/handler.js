/**
 * Una función de AWS Lambda detrás de API Gateway: POST con el borrador, y el pedido en la ruta. Y
 * otra que EventBridge llama cada minuto.
 * @module
 */
import { operateOnce } from 'cfdi-stamp'

const json = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

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

/**
 * El handler. `openEngine` se llama una vez por instancia, en la primera petición: abrir el CSD y
 * los catálogos cuesta más que timbrar. Una instancia no guarda nada: las llaves van en PostgreSQL,
 * porque la siguiente petición puede ser de otra.
 */
export function createHandler(openEngine) {
  let opening
  return async ({ body, isBase64Encoded = false, pathParameters }) => {
    opening ??= openEngine()
    const engine = await opening.catch((error) => {
      opening = undefined
      throw error
    })
    const text = isBase64Encoded ? Buffer.from(body, 'base64') : body
    const answer = await engine.stamp(text, { key: pathParameters.pedido })
    if (!answer.ok)
      return json(statusOf[answer.code] ?? 503, {
        code: answer.code,
        message: answer.message,
        errors: answer.errors,
      })
    return json(201, { UUID: answer.cfdi.UUID, XML: answer.cfdi.XML })
  }
}

/**
 * La ronda de cada minuto: entrega lo que timbró una instancia que se cayó, busca segundos timbres
 * y sigue las cancelaciones. `openStamping` da el motor y su PAC; `deliver` guarda en su base de
 * datos, y puede recibir lo mismo dos veces. Lo que falla llega a las alarmas de Lambda, y la ronda
 * siguiente lo intenta de nuevo.
 */
export function createRound(openStamping, deliver) {
  let opening
  return async () => {
    opening ??= openStamping()
    const { engine, provider, store } = await opening.catch((error) => {
      opening = undefined
      throw error
    })
    const { tasks } = await operateOnce(engine, {
      provider,
      store,
      deliver,
      cancelDuplicates: true,
      roundTimeout: 45_000,
    })
    const failed = tasks.find(({ cause }) => cause !== undefined)
    if (failed !== undefined) throw failed.cause
    return tasks.map(({ task, delivered, waiting }) => ({ task, delivered, waiting }))
  }
}
