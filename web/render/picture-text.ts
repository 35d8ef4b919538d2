import { escapeHtml } from './escape-html.ts'

/** Chinese, its punctuation and its wide forms: their font is another one than that of the rest. */
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
 * A line of text for a picture. Its runs name their fonts, since the renderer would else draw a whole line in the font
 * that has all of it.
 */
export function textLine(text: string, { x, y, size, fill = '#12221c', anchor }: Place): string {
  const spans = (text.match(runs) ?? []).map(
    (run) =>
      `<tspan font-family="${chinese.test(run) ? pictureFonts.chinese : pictureFonts.latin}">${escapeHtml(run)}</tspan>`,
  )
  const at = anchor ? ` text-anchor="${anchor}"` : ''
  return `<text xml:space="preserve" x="${x}" y="${Math.round(y)}" font-size="${size}" font-weight="800" fill="${fill}"${at}>${spans.join('')}</text>`
}

/** As the fonts call themselves. */
const pictureFonts = { latin: 'Overpass', chinese: 'Noto Sans SC Thin' } as const

/** About how wide a line is: Chinese letters fill their square, others about half of it. A little too wide, so that nothing is cut. */
export const lineWidth = (text: string, size: number): number =>
  Math.round([...text].reduce((sum, letter) => sum + (chinese.test(letter) ? 1 : widthOf(letter)), 0) * size)

const widthOf = (letter: string): number => {
  if (/[\s.,:;'’|ijl!]/.test(letter)) return 0.28
  if (/[A-ZWMmw@%&]/.test(letter)) return 0.72
  return letter < '\u0250' ? 0.58 : 0.9
}

/** The size, `largest` at most, at which a line fits a width. */
export const fitSize = (text: string, largest: number, width: number): number =>
  Math.min(largest, Math.floor(width / Math.max(0.01, lineWidth(text, 1000) / 1000)))
