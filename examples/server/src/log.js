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

/** Causes of causes too: a failed statement says what the database answered in its cause. */
function failureOf(cause) {
  const { name, code, cause: behind } = Object(cause)
  const told = [name, code].filter((one) => typeof one === 'string' || typeof one === 'number').join(' ')
  return behind === undefined ? told : `${told} < ${failureOf(behind)}`
}
