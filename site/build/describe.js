/**
 * The description of a page: its first paragraph, without Markdown, at most 160 letters.
 * @module
 */

const longest = 160

/** Returns the first paragraph of a page that is prose. */
export function describePage(text) {
  const paragraphs = text.replace(/^```[\s\S]*?^```/gm, '').split(/\n{2,}/)
  const first = paragraphs.find((one) => /^[\p{L}`"«]/u.test(one.trim())) ?? ''
  const plain = first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= longest) return plain
  return `${plain.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`
}
