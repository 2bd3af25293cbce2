/**
 * A database of the main thread for another thread: statements and transactions as messages. PGlite
 * is of one thread.
 * @module
 */

/** Answers the statements of a thread. */
export function serveSql(port, client) {
  const sessions = new Map()
  const ends = new Map()
  const begin = (session) =>
    client.transaction((open) => {
      sessions.set(session, open)
      port.postMessage({ begun: session })
      return new Promise((resolve, reject) => ends.set(session, { resolve, reject }))
    })
  port.on('message', async ({ sql, text, params, session, begins, ends: end, isDone }) => {
    if (begins !== undefined) {
      const error = await begin(begins).then(() => undefined, plain)
      sessions.delete(begins)
      port.postMessage({ ended: begins, error })
    }
    if (end !== undefined) {
      if (isDone) ends.get(end)?.resolve()
      else ends.get(end)?.reject(new Error('rolled back'))
      ends.delete(end)
    }
    if (sql === undefined) return
    const over = session === undefined ? client : sessions.get(session)
    const answer = await over.query(text, params).then(
      ({ rows }) => ({ rows }),
      (cause) => ({ error: plain(cause) }),
    )
    port.postMessage({ sql, ...answer })
  })
  port.on('exit', () => {
    for (const { reject } of ends.values()) reject(new Error('the thread ended'))
  })
}

/** SQLSTATE and message of an error: the store decides by them. */
function plain(cause) {
  return { message: String(cause?.message ?? cause), code: cause?.code }
}

/** Opens the database on the other side, in the shape of `openDatabase`. */
export function openPort(port) {
  const waiting = new Map()
  let count = 0
  const settle = (name, value, error) => {
    const { resolve, reject } = waiting.get(name) ?? {}
    waiting.delete(name)
    if (error === undefined) resolve?.(value)
    else reject?.(Object.assign(new Error(error.message), { code: error.code }))
  }
  port.on('message', ({ sql, begun, ended, rows, error }) => {
    if (sql !== undefined) settle(`sql ${sql}`, { rows }, error)
    if (begun !== undefined) settle(`begin ${begun}`)
    if (ended !== undefined) {
      settle(`begin ${ended}`, undefined, error)
      settle(`end ${ended}`, undefined, error)
    }
  })
  const send = (name, message) => {
    const answer = new Promise((resolve, reject) => waiting.set(name, { resolve, reject }))
    port.postMessage(message)
    return answer
  }
  const query = (text, params, session) => {
    const sql = ++count
    return send(`sql ${sql}`, { sql, text, params: [...params], session })
  }
  const client = {
    query: (text, params) => query(text, params),
    async transaction(run) {
      const session = ++count
      await send(`begin ${session}`, { begins: session })
      let result
      try {
        result = await run({ query: (text, params) => query(text, params, session) })
      } catch (error) {
        await send(`end ${session}`, { ends: session, isDone: false }).catch(() => {})
        throw error
      }
      await send(`end ${session}`, { ends: session, isDone: true })
      return result
    },
  }
  const close = async () => {}
  return { kind: 'pglite', client, close, folder: undefined }
}
