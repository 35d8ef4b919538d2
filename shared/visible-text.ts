/**
 * What makes a line of text look like something else than it is: control characters, the marks that turn its direction round, and other
 * ends of lines.
 */
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
const everyUnseen = new RegExp(unseen.source, 'gu')

export const hasUnseen = (text: string): boolean => unseen.test(text)
/** With a space in place of each of them. */
export const withoutUnseen = (text: string): string => text.replaceAll(everyUnseen, ' ')
/** Which of them are in a text of several lines, each once, by its number: U+202E. Ends of lines and tabs are none. */
export const unseenIn = (text: string): string[] => [
  ...new Set(
    (text.replaceAll(/\r?\n|\t/g, '').match(everyUnseen) ?? []).map(
      (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    ),
  ),
]
/** Whether nothing of it is to be seen: spaces, and marks of no width. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(text)
