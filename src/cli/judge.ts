/**
 * Judges documents one by one: an unreadable one does not hide the others.
 * @module
 */
import { CfdiError } from '../errors.js'
import { messageOf } from '../lib/message.js'
import { type Exit, UnreadableError, type World } from './command.js'
import type { Source } from './documents.js'
import { Progress } from './output.js'

/** Report about a document, or the reason why it cannot be read. */
export type Judged<Report> = Report | Unread

/** A document that could not be read. */
export interface Unread {
  /** Name as the user typed it. */
  readonly file: string
  /** Reason in Spanish, beginning with the file name. */
  readonly unreadable: string
}

/** Judges each source in order, with its progress on a terminal. */
export async function* judgeEach<Report>(
  sources: readonly Source[],
  judge: (source: Source) => Promise<Report>,
  { stderr }: World,
): AsyncGenerator<Judged<Report>> {
  const progress = new Progress(stderr, sources.length)
  for (const [at, source] of sources.entries()) {
    progress.show(at + 1)
    const judged = await judge(source).catch((error: unknown) => {
      const file = source.name
      if (error instanceof UnreadableError) return { file, unreadable: error.message }
      if (error instanceof CfdiError) return { file, unreadable: `${file}: ${error.message}` }
      return {
        file,
        unreadable: `${file}: este programa falló al revisarlo, avise a sus autores (${messageOf(error)}).`,
      }
    })
    progress.clear()
    yield judged
  }
}

/** Adds the exit code of each document to `ends`, and yields its mapped report. */
export async function* followEnds<Report, Mapped>(
  reports: AsyncIterable<Report>,
  exitsOf: (report: Report) => readonly Exit[],
  ends: Set<Exit>,
  map: (report: Report) => Mapped,
): AsyncGenerator<Mapped> {
  for await (const report of reports) {
    for (const exit of exitsOf(report)) ends.add(exit)
    yield map(report)
  }
}
