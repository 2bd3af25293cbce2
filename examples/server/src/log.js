/**
 * A log of JSON, a line for each event: names and numbers, and never what a request, a document or a setting holds.
 * @module
 */

/** `log(level, event, facts)`. Of what was thrown only its name and code are written: its message may quote anything. */
export function createLog({ write = (line) => process.stdout.write(line), clock = () => new Date() } = {}) {
  /** @param {{ cause?: unknown, [name: string]: unknown }} [given] */
  const log = (level, event, given = {}) => {
    const { cause, ...facts } = given
    const failure = cause === undefined ? {} : { failure: failureOf(cause) }
    write(`${JSON.stringify({ time: clock().toISOString(), level, event, ...facts, ...failure })}\n`)
  }
  return log
}

/**
 * What a person may read of why it does not start. Our own words (a TypeError without the code that Node's have, a CsdError) name what is
 * to be mended and hold no secret; of what others threw, its name and code, and of the system which address and port.
 */
function reasonOf(cause) {
  const isOurs = (cause instanceof TypeError && !('code' in cause)) || cause?.name === 'CsdError'
  const { syscall, address, port } = Object(cause)
  const where = [syscall, address, port].filter((one) => one !== undefined).join(' ')
  return isOurs ? cause.message : `${failureOf(cause)}${where && ` (${where})`}`
}

/** What nobody caught ends the process. Node would print all that is in it: the URL of a mail server with its password, for one. */
export function endOnFailure(log) {
  process.once('uncaughtException', (cause) => {
    log('error', 'failed', { cause })
    process.stderr.write(`${reasonOf(cause)}\n`)
    process.exit(1)
  })
}

/** Causes of causes too: a failed statement says what the database answered in its cause. */
function failureOf(cause) {
  const { name, code, cause: behind } = Object(cause)
  const told = [name, code].filter((one) => typeof one === 'string' || typeof one === 'number').join(' ')
  return behind === undefined ? told : `${told} < ${failureOf(behind)}`
}
