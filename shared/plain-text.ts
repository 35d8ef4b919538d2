/**
 * Matches invisible characters: control characters (with tabs and line ends), direction marks, zero-width characters,
 * and other characters without a shape.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u{E0000}-\u{E007F}]/gu

const shown = (character: string): string =>
  character === '\t' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * Escapes invisible characters other than tabs and LF in a multi-line text from outside, so that a terminal shows them
 * instead of executing them.
 */
export const plainText = (text: string): string =>
  text.replace(unseen, (character) => (character === '\n' ? character : shown(character)))

/**
 * Escapes invisible characters other than tabs in a text from outside, line ends included, so that it cannot look like
 * a line of our own output.
 */
export const plainLine = (text: string): string => text.replace(unseen, shown)
