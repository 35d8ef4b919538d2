/**
 * Everything that is no letter, digit, sign or space: control characters and escapes, marks that turn the direction of text
 * around, ends of lines that are no \n, characters without width.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u{E0000}-\u{E007F}]/gu

const shown = (character: string): string =>
  character === '\t' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A text of several lines that someone else wrote: nothing in it is obeyed, all of it is shown. */
export const plainText = (text: string): string =>
  text.replace(unseen, (character) => (character === '\n' ? character : shown(character)))

/** The same for what is one line: an end of a line in it is shown, so that no one's text looks like a line of ours. */
export const plainLine = (text: string): string => text.replace(unseen, shown)
