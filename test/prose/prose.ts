/**
 * English prose of the project, and its rates of words that stand for an unnamed noun or actor.
 *
 * Limits are occurrences per 1,000 words, about twice the maximum of eight admired codebases (jose,
 * hono, protobuf-es, sigstore-js, pg-boss, temporal, noble-curves and zod).
 * @module
 */

/** A kind of words, with its limit per 1,000 words of prose. */
export interface Kind {
  readonly name: string
  readonly expression: RegExp
  readonly limit: number
}

/** The measured kinds. */
export const kinds: readonly Kind[] = [
  { name: 'what', expression: /\bwhat\b/gi, limit: 2.5 },
  { name: 'say, says, said', expression: /\b(?:say|says|said)\b/gi, limit: 0.5 },
  { name: 'ask, asks, asked', expression: /\b(?:ask|asks|asked)\b/gi, limit: 0.5 },
  { name: 'who, whoever, nobody', expression: /\b(?:who|whoever|nobody)\b/gi, limit: 0.7 },
  { name: 'tell, tells, told', expression: /\b(?:tell|tells|told)\b/gi, limit: 0.5 },
  {
    name: 'a sentence that opens with Of or What',
    expression: /(?:^|[.:;]\s+)(?:Of|What)\b/gm,
    limit: 0.4,
  },
  { name: 'is no …, a no', expression: /(?<!there )\b(?:is|are|was) no\b|\ba no\b/gi, limit: 0.8 },
]

/** Prose of one file. */
export interface Prose {
  readonly file: string
  /** Paragraphs without code. */
  readonly paragraphs: readonly string[]
}

/**
 * Reads the prose of a Markdown page or of a source's comments. Spanish paragraphs are left out.
 */
export function readProse(file: string, text: string): Prose {
  const paragraphs = file.endsWith('.md')
    ? text.replace(/^```[\s\S]*?^```/gm, '\n').split(/\n\s*\n/)
    : commentsOf(text)
  return {
    file,
    paragraphs: paragraphs.map(withoutCode).filter((paragraph) => !isSpanish(paragraph)),
  }
}

const withoutCode = (text: string): string =>
  text
    .replace(/`[^`]*`/g, ' ')
    .replace(/\{@link [^}]*\}/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')

/**
 * Comments of a source: blocks without their examples, runs of line comments, and comments after
 * code.
 */
function commentsOf(source: string): string[] {
  const found: string[] = []
  let run: string[] = []
  let isBlock = false
  const end = (): void => {
    if (run.length > 0) found.push(run.join('\n').replace(/^@example[\s\S]*/m, ''))
    run = []
  }
  for (const line of source.split('\n').map((each) => each.trim())) {
    if (!isBlock && line.startsWith('/*')) end()
    isBlock ||= line.startsWith('/*')
    const text = isBlock
      ? line.replace(/^\/?\*+\/?|\*+\/.*$/g, '')
      : /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1]
    if (text !== undefined) run.push(text.trim())
    if (text === undefined || (isBlock && line.includes('*/'))) end()
    if (line.includes('*/')) isBlock = false
  }
  end()
  return found
}

/** Whether Spanish function words outnumber English ones. */
function isSpanish(text: string): boolean {
  const spanish =
    text.match(/\b(?:el|la|los|las|una|para|con|por|que|del|de|se|en)\b/gi)?.length ?? 0
  const english = text.match(/\b(?:the|and|for|with|that|is|are|of|to|in|an?)\b/gi)?.length ?? 0
  return spanish > english
}

/** Number of words in some prose. */
export function countWords({ paragraphs }: Prose): number {
  return paragraphs.reduce(
    (sum, paragraph) => sum + (paragraph.match(/[A-Za-z']+/g)?.length ?? 0),
    0,
  )
}

/** Number of occurrences of a kind. */
export function countKind({ paragraphs }: Prose, { expression }: Kind): number {
  return paragraphs.reduce((sum, paragraph) => sum + (paragraph.match(expression)?.length ?? 0), 0)
}

/** Returns the kinds whose rate over all files exceeds the limit, each with its rate. */
export function ratesOver(all: readonly Prose[]): string[] {
  const words = all.reduce((sum, prose) => sum + countWords(prose), 0)
  return kinds.flatMap((kind) => {
    const rate = (all.reduce((sum, prose) => sum + countKind(prose, kind), 0) / words) * 1000
    return rate > kind.limit
      ? [`${kind.name}: ${rate.toFixed(2)} of ${kind.limit} per 1,000 words`]
      : []
  })
}

/**
 * Returns the sentences with the most occurrences of all kinds, at most `most`, each with its file.
 */
export function worstSentences(all: readonly Prose[], most: number): string[] {
  const sentences = all.flatMap(({ file, paragraphs }) =>
    paragraphs
      .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.:;]) /))
      .map((sentence) => ({
        hits: countAll({ file, paragraphs: [sentence] }),
        line: `${file}: ${sentence.trim()}`,
      })),
  )
  const found = sentences.filter(({ hits }) => hits > 0).sort((a, b) => b.hits - a.hits)
  return found.slice(0, most).map(({ line }) => line)
}

/** Number of occurrences of all kinds. */
export function countAll(prose: Prose): number {
  return kinds.reduce((sum, kind) => sum + countKind(prose, kind), 0)
}
