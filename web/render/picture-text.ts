import { escapeHtml } from './html.ts'

/** Matches Chinese characters, including punctuation and full-width forms, which need another font. */
const chinese = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u
const runs =
  /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]+|[^\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]+/gu

type Place = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill?: string
  readonly anchor?: 'middle' | 'end'
}

/**
 * Line of text in an SVG picture. Sets the font for each run of Latin or Chinese characters: otherwise the renderer
 * would draw the whole line in the one font that has all characters.
 */
export function textLine(text: string, { x, y, size, fill = '#12221c', anchor }: Place): string {
  const spans = (text.match(runs) ?? []).map(
    (run) =>
      `<tspan font-family="${chinese.test(run) ? pictureFonts.chinese : pictureFonts.latin}">${escapeHtml(run)}</tspan>`,
  )
  const at = anchor ? ` text-anchor="${anchor}"` : ''
  return `<text xml:space="preserve" x="${x}" y="${Math.round(y)}" font-size="${size}" font-weight="800" fill="${fill}"${at}>${spans.join('')}</text>`
}

const pictureFonts = { latin: 'Overpass', chinese: 'Noto Sans SC Thin' } as const

/** Estimated width of a line, slightly too large. Chinese characters are square, others about half as wide. */
export const lineWidth = (text: string, size: number): number =>
  Math.round([...text].reduce((sum, letter) => sum + (chinese.test(letter) ? 1 : widthOf(letter)), 0) * size)

const widthOf = (letter: string): number => {
  if (/[\s.,:;'’|ijl!]/.test(letter)) return 0.28
  if (/[A-ZWMmw@%&]/.test(letter)) return 0.72
  return letter < '\u0250' ? 0.58 : 0.9
}

export const fitSize = (text: string, largest: number, width: number): number =>
  Math.min(largest, Math.floor(width / Math.max(0.01, lineWidth(text, 1000) / 1000)))
