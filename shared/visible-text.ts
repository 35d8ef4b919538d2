/**
 * Matches invisible characters that can disguise a line of text: control characters, direction marks, and other line
 * ends.
 */
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
const everyUnseen = new RegExp(unseen.source, 'gu')

export const hasInvisibleCharacters = (text: string): boolean => unseen.test(text)
export const replaceInvisibleCharacters = (text: string): string => text.replaceAll(everyUnseen, ' ')
export const listInvisibleCharacters = (text: string): string[] => [
  ...new Set(
    (text.replaceAll(/\r?\n|\t/g, '').match(everyUnseen) ?? []).map(
      (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    ),
  ),
]
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(text)
