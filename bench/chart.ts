/**
 * Draws the composition of a stamp's time as an SVG for a README, readable on light and dark pages.
 * @module
 */

export interface Bar {
  readonly name: string
  /** Sum of the parts, formatted. */
  readonly label: string
  /** Lengths in the unit of the axis, in legend order. */
  readonly parts: readonly number[]
}

/**
 * A colour for each part of a bar, the last for the signature; distinguishable with colour
 * blindness.
 */
export interface Part {
  readonly name: string
  readonly color: string
}

export interface Chart {
  readonly title: string
  readonly subtitle: string
  readonly parts: readonly Part[]
  readonly bars: readonly Bar[]
}

const [width, left, right, barHeight, gap, top, columns] = [860, 130, 140, 26, 16, 132, 4] as const

/** Draws horizontal bars of full width, as shares of their own total. */
export function drawChart({ title, subtitle, parts, bars }: Chart): string {
  const height = top + bars.length * (barHeight + gap) + 14
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${title}. ${subtitle}`)}">`,
    `<style>${style(parts)}</style>`,
    `<text class="title" x="24" y="34">${escaped(title)}</text>`,
    `<text class="note" x="24" y="56">${escaped(subtitle)}</text>`,
    ...legend(parts),
    ...bars.flatMap((bar, index) => drawBar(bar, parts, top + index * (barHeight + gap))),
    '</svg>',
    '',
  ].join('\n')
}

function style(parts: readonly Part[]): string {
  return [
    'text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}',
    '.title{font-size:17px;font-weight:600}.note{fill:#59636e}.end{text-anchor:end}',
    '.in{font-size:11px;text-anchor:middle;fill:#fff}',
    ...parts.map(({ color }, index) => `.p${index}{fill:${color}}`),
    '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#9198a1}.in{fill:#fff}}',
  ].join('')
}

/** In columns, because the width of text depends on the reader's fonts. */
function legend(parts: readonly Part[]): string[] {
  return parts.map(({ name }, index) => {
    const [x, y] = [24 + (index % columns) * 206, 74 + Math.floor(index / columns) * 22]
    return `<rect class="p${index}" x="${x}" y="${y}" width="12" height="12" rx="2"/><text class="note" x="${x + 18}" y="${y + 10.5}">${escaped(name)}</text>`
  })
}

function drawBar({ name, label, parts }: Bar, names: readonly Part[], y: number): string[] {
  const total = parts.reduce((sum, part) => sum + part, 0)
  const scale = (width - left - right) / total
  const middle = y + barHeight / 2 + 4.5
  let x = left as number
  const drawn = parts.map((part, index) => {
    const long = part * scale
    const share = `${Math.round((part / total) * 100)} %`
    const text =
      long < 34
        ? ''
        : `<text class="in" x="${round(x + long / 2)}" y="${middle - 0.5}">${share}</text>`
    const rect = `<rect class="p${index}" x="${round(x)}" y="${y}" width="${round(long)}" height="${barHeight}"><title>${escaped(names[index]!.name)} ${share}</title></rect>`
    x += long
    return rect + text
  })
  return [
    `<text class="end" x="${left - 12}" y="${middle}">${escaped(name)}</text>`,
    ...drawn,
    `<text class="note" x="${width - right + 12}" y="${middle}">${escaped(label)}</text>`,
  ]
}

const round = (value: number): string => String(Math.round(value * 10) / 10)

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
