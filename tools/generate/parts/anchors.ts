/**
 * Anchors of headings, as GitHub and the site make them.
 * @module
 */

/** The anchor of a heading, by its Markdown. */
export function anchorOf(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}
