const code = (sign: string): number => sign.charCodeAt(0)
const newline = code('\n')
const backslash = code('\\')
const single = code("'")
const double = code('"')
const backtick = code('`')
const hash = code('#')
const dash = code('-')
const slash = code('/')
const star = code('*')
const bang = code('!')

/**
 * Token of a MySQL dump. `word`: keyword, number, NULL or a literal such as 0x4142. `name`: quoted by backticks.
 * `at` and `end`: bytes of the token, with its quotes.
 */
export type SqlToken = {
  readonly kind: 'word' | 'name' | 'string' | 'sign'
  readonly at: number
  readonly end: number
}

const isBlank = (byte: number): boolean => byte <= 32
const isWord = (byte: number): boolean =>
  byte >= 128 ||
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte === 95 ||
  byte === 36 ||
  byte === 43 ||
  byte === dash ||
  byte === 46 ||
  byte === 64

/** First bytes of `/*!999999\- enable the sandbox mode`, which MariaDB's dump writes before everything else. */
const sandbox = Buffer.from('/*!999999')

/**
 * Next token of an SQL text at or after `from`; null if the bytes end before the token does. `skipped`: position after
 * the blanks and comments before the token. Conditional comments (`/*!40101 …`) are read like SQL, because MySQL runs
 * them.
 */
export function nextToken(bytes: Buffer, from: number, isLast: boolean): { token: SqlToken | null; skipped: number } {
  let at = from
  for (;;) {
    while (at < bytes.length && isBlank(bytes[at] as number)) at++
    if (at >= bytes.length) return { token: null, skipped: at }
    const byte = bytes[at] as number
    const next = bytes[at + 1]
    // At the end of a chunk it is still unknown whether this sign begins a comment.
    if (next === undefined && !isLast && (byte === dash || byte === slash || byte === star))
      return { token: null, skipped: at }
    if (byte === star && next === slash) {
      at += 2
      continue
    }
    if (byte === slash && next === star) {
      if (bytes[at + 2] === undefined && !isLast) return { token: null, skipped: at }
      if (at + sandbox.length > bytes.length && !isLast) return { token: null, skipped: at }
      const isSandbox = bytes.subarray(at, at + sandbox.length).equals(sandbox)
      const isConditional = bytes[at + 2] === bang && !isSandbox
      if (isConditional) {
        let end = at + 3
        while (end < bytes.length && (bytes[end] as number) >= 48 && (bytes[end] as number) <= 57) end++
        if (end >= bytes.length && !isLast) return { token: null, skipped: at }
        at = end
        continue
      }
      const close = bytes.indexOf('*/', at + 2)
      if (close === -1) return { token: null, skipped: isLast ? bytes.length : at }
      at = close + 2
      continue
    }
    const third = bytes[at + 2]
    if (byte === dash && next === dash && third === undefined && !isLast) return { token: null, skipped: at }
    if (byte === hash || (byte === dash && next === dash && (third === undefined || isBlank(third)))) {
      const end = bytes.indexOf(newline, at)
      if (end === -1) return { token: null, skipped: isLast ? bytes.length : at }
      at = end + 1
      continue
    }
    return { token: readToken(bytes, at, isLast), skipped: at }
  }
}

function readToken(bytes: Buffer, at: number, isLast: boolean): SqlToken | null {
  const byte = bytes[at] as number
  if (byte === single || byte === double || byte === backtick) {
    const end = endOfQuoted(bytes, at, isLast)
    return end === null ? null : { kind: byte === backtick ? 'name' : 'string', at, end }
  }
  if (!isWord(byte)) return { kind: 'sign', at, end: at + 1 }
  let end = at + 1
  while (end < bytes.length && isWord(bytes[end] as number)) end++
  return end >= bytes.length && !isLast ? null : { kind: 'word', at, end }
}

/** End of a quoted text. Null if the bytes end before the text does. */
function endOfQuoted(bytes: Buffer, at: number, isLast: boolean): number | null {
  const mark = bytes[at] as number
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next]
    if (byte === backslash && mark !== backtick) {
      next++
      continue
    }
    if (byte !== mark) continue
    if (bytes[next + 1] === mark) {
      next++
      continue
    }
    // A doubled quote does not end the text, and the second quote may be at the start of the next chunk.
    if (next + 1 >= bytes.length && !isLast) return null
    return next + 1
  }
  return null
}

const escapes: Readonly<Record<string, string>> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' }

/** Contents of a quoted token, a word or a sign. Invalid UTF-8, such as an emoji cut by utf8mb3, becomes U+FFFD. */
export function textOf(bytes: Buffer, { kind, at, end }: SqlToken): string {
  if (kind === 'word' || kind === 'sign') return bytes.toString('utf8', at, end)
  const text = bytes.toString('utf8', at + 1, end - 1)
  if (kind === 'name') return text.replaceAll('``', '`')
  const mark = String.fromCharCode(bytes[at] as number)
  if (!text.includes('\\') && !text.includes(mark)) return text
  return text.replaceAll(/\\([\s\S])|''|""/g, (found, escaped: string | undefined) =>
    escaped === undefined ? (found === mark + mark ? mark : found) : (escapes[escaped] ?? escaped),
  )
}
