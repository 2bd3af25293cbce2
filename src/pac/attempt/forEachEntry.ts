/**
 * Walks of a journal with bounded concurrency.
 * @module
 */

/**
 * Works on entries, at most `parallel` at a time. Nothing continues after it has ended, even if it
 * failed. Each worker has a signal that follows the given one: a signal of all would have their
 * listeners, and Node warns of more than ten.
 * @throws what `work` throws
 */
export async function forEachEntry<Entry>(
  entries: AsyncIterable<Entry>,
  parallel: number,
  signal: AbortSignal | undefined,
  work: (entry: Entry, signal: AbortSignal | undefined) => Promise<void>,
): Promise<void> {
  const controls = Array.from({ length: parallel }, () => new AbortController())
  const abort = () => {
    for (const each of controls) each.abort(signal?.reason)
  }
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const iterator = entries[Symbol.asyncIterator]()
  const worker = async (control: AbortController) => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      await work(next.value, signal && control.signal)
  }
  const ended = await Promise.allSettled(controls.map(worker))
  signal?.removeEventListener('abort', abort)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
