/**
 * A log of JSON, a line for each event: names and numbers, never contents of a request, a document
 * or a setting.
 * @module
 */

/**
 * Creates `log(level, event, facts)`. For errors it writes only the name and the code: the message
 * may quote anything.
 */
export function createLog({
  write = (line) => process.stdout.write(line),
  clock = () => new Date(),
} = {}) {
  /** @param {{ cause?: unknown, [name: string]: unknown }} [given] */
  const log = (level, event, given = {}) => {
    const { cause, ...facts } = given
    const failure = cause === undefined ? {} : { failure: failureOf(cause) }
    write(
      `${JSON.stringify({ time: clock().toISOString(), level, event, ...facts, ...failure })}\n`,
    )
  }
  return log
}

/**
 * Returns the reason of a failed start for the operator. Errors of this server (a TypeError without
 * a Node code, a CsdError) name the setting to correct and contain no secret. Of other errors it
 * shows the name and code, and the address and port of system errors.
 */
function reasonOf(cause) {
  const isOurs = (cause instanceof TypeError && !('code' in cause)) || cause?.name === 'CsdError'
  const { syscall, address, port } = Object(cause)
  const where = [syscall, address, port].filter((one) => one !== undefined).join(' ')
  return isOurs ? cause.message : `${failureOf(cause)}${where && ` (${where})`}`
}

/**
 * Ends the process on uncaught errors. Node would print their contents, such as the URL of a mail
 * server with its password.
 */
export function endOnFailure(log) {
  process.once('uncaughtException', (cause) => {
    log('error', 'failed', { cause })
    process.stderr.write(`${reasonOf(cause)}\n`)
    process.exit(1)
  })
}

/** Follows nested causes: a failed statement has the error of the database as its cause. */
function failureOf(cause) {
  const { name, code, cause: behind } = Object(cause)
  const told = [name, code]
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .join(' ')
  return behind === undefined ? told : `${told} < ${failureOf(behind)}`
}
