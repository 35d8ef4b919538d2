export type Part = { readonly text: string; readonly isMarked: boolean }

/** Signs that people type or leave out within a number or a code. */
const loose = /[\s\u00a0().+-]/

/** The letters of a text as they are compared, one for each place of a string, each with the place of its sign in the text. */
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

/** People read O for 0 and I or L for 1. */
const asCode = (letters: string): string => letters.replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** From where to where the text holds this, whatever is written between its letters; at its end before anywhere but its beginning. */
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
 * A text in pieces: what was typed is marked in it. `isWords`: each word by itself, as names of places and actions are found; else the
 * whole, as numbers, codes and addresses are, whatever spaces and dashes stand in them.
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
