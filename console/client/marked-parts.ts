type Part = { readonly text: string; readonly isMarked: boolean }

/** Separators that people add or leave out when they type numbers and codes. */
const loose = /[\s\u00a0().+-]/

/** Characters of a text without separators, each with its position in the text. */
function lettersOf(text: string): readonly (readonly [letter: string, at: number])[] {
  let at = 0
  return [...text].flatMap((sign) => {
    const place = at
    at += sign.length
    return loose.test(sign)
      ? []
      : sign
          .normalize('NFKC')
          .toLowerCase()
          .split('')
          .map((letter) => [letter, place] as const)
  })
}

/** Maps similar characters to one digit, because people confuse O with 0 and I or L with 1. */
const asCode = (letters: string): string => letters.replaceAll('o', '0').replaceAll(/[il]/g, '1')

/**
 * Range of the text that matches what was typed, ignoring separators. Prefers a match at the end, unless the text also
 * begins with it.
 */
function rangeOf(text: string, typed: string): readonly [from: number, to: number] | null {
  const letters = lettersOf(text)
  const sought = lettersOf(typed).map(([letter]) => letter)
  if (sought.length === 0) return null
  const [whole, part] = [letters.map(([letter]) => letter).join(''), sought.join('')]
  const find = (inside: string, what: string) =>
    inside.endsWith(what) && !inside.startsWith(what) ? inside.length - what.length : inside.indexOf(what)
  const plain = find(whole, part)
  const start = plain === -1 ? find(asCode(whole), asCode(part)) : plain
  const [first, last] = [letters[start], letters[start + part.length - 1]]
  if (start === -1 || !first || !last) return null
  return [first[1], last[1] + String.fromCodePoint(text.codePointAt(last[1]) ?? 0).length]
}

/**
 * Splits a search result's text into marked and unmarked parts. `isWords`: marks each typed word, for names; otherwise
 * the whole input, ignoring separators, for numbers and codes.
 */
export function markedParts(text: string, typed: string, isWords = false): readonly Part[] {
  const ranges = (isWords ? typed.split(/\s+/) : [typed])
    .flatMap((word) => {
      const range = rangeOf(text, word)
      return range ? [range] : []
    })
    .toSorted(([a], [b]) => a - b)
  const parts: Part[] = []
  let done = 0
  for (const [from, to] of ranges) {
    if (from < done) continue
    parts.push({ text: text.slice(done, from), isMarked: false }, { text: text.slice(from, to), isMarked: true })
    done = to
  }
  return [...parts, { text: text.slice(done), isMarked: false }].filter((part) => part.text !== '')
}
