type MailFile = { readonly encoding: string; readonly body: string }
/**
 * Parts of a received mail. `words`: first text part as a mail of its own, truncated; null if there is none. `more`:
 * number of parts that were not read.
 */
export type MailParts = { readonly words: string | null; readonly files: readonly MailFile[]; readonly more: number }

/** Limits beyond any normal mail. Further MIME parts are counted but not read. */
const maxDepth = 10
const maxParts = 100
const maxHead = 64 * 1024

type Walk = { words: string | null; readonly files: MailFile[]; parts: number; more: number }

/**
 * Splits a received mail (latin1: one character per byte) into parts. The input is untrusted: every level is scanned
 * only once, and declared types are not trusted. `maxWords`: maximum number of characters of the text part.
 */
export function readMailParts(raw: string, maxWords: number): MailParts {
  const into: Walk = { words: null, files: [], parts: 0, more: 0 }
  walk(raw, 0, maxWords, into)
  return { words: into.words, files: into.files, more: into.more }
}

function walk(text: string, depth: number, maxWords: number, into: Walk): void {
  into.parts += 1
  if (into.parts > maxParts) {
    into.more += 1
    return
  }
  const { head, body } = cutHead(text)
  const type = headerOf(head, 'content-type') || 'text/plain'
  const kind = /^[^;\s]*/.exec(type)?.[0].toLowerCase() ?? ''
  const isAttached = headerOf(head, 'content-disposition').toLowerCase().startsWith('attachment')
  if (kind.startsWith('multipart/')) {
    const boundary = depth < maxDepth ? boundaryOf(type) : null
    if (boundary === null) into.more += 1
    else for (const section of sectionsOf(body, boundary)) walk(section, depth + 1, maxWords, into)
  } else if ((kind === 'text/plain' || kind === 'text/html') && !isAttached) {
    // Keeps the first text part. Mail programs put the plain text before the HTML.
    into.words ??= `${head}\r\n\r\n${body.slice(0, maxWords)}`
  } else into.files.push({ encoding: headerOf(head, 'content-transfer-encoding').trim().toLowerCase(), body })
}

/** Splits a MIME part into headers and body. A part starts with its headers, or with an empty line if it has none. */
function cutHead(text: string): { head: string; body: string } {
  const bare = /^\r?\n/.exec(text)
  if (bare) return { head: '', body: text.slice(bare[0].length) }
  const end = /\r?\n\r?\n/.exec(text.slice(0, maxHead))
  if (!end) return { head: text.slice(0, maxHead), body: '' }
  return { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) }
}

function headerOf(head: string, name: string): string {
  const lines = head.replaceAll(/\r?\n[ \t]/g, ' ').split('\n')
  const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return line === undefined ? '' : line.slice(name.length + 1).trim()
}

function boundaryOf(type: string): string | null {
  const [, quoted, bare] =
    /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type.slice(0, 2_000)) ?? []
  return quoted ?? bare ?? null
}

/**
 * Splits a MIME body at its boundary. Returns slices, so that the mail is held in memory once instead of once per
 * level.
 */
function sectionsOf(body: string, boundary: string): string[] {
  const mark = `\n--${boundary}`
  const next = (from: number) => {
    const at = body.indexOf(mark, from)
    return at === -1 ? body.length : at
  }
  const sections: string[] = []
  let begin = -1
  // The first MIME boundary may be in the first line of the body.
  for (let at = body.startsWith(mark.slice(1)) ? -1 : next(0); at < body.length; at = next(at + 1)) {
    const line = body.indexOf('\n', at + mark.length)
    const rest = body.slice(at + mark.length, line === -1 ? body.length : line)
    const isEnd = rest.startsWith('--')
    // The boundary of another MIME level may begin with the same characters.
    if (!isEnd && rest.trim() !== '') continue
    if (begin !== -1) sections.push(body.slice(begin, at))
    if (isEnd || line === -1 || sections.length > maxParts) return sections
    begin = line + 1
  }
  if (begin !== -1) sections.push(body.slice(begin))
  return sections
}

/** Decodes an attachment. Null if it is larger than `maxBytes` or has an unusual encoding. */
export function bytesOf({ encoding, body }: MailFile, maxBytes: number): Buffer | null {
  // Base64 text is a third larger than its contents, and has line breaks.
  if (body.length > maxBytes * 1.5) return null
  const isPlain = encoding === '' || encoding === 'binary' || encoding === '8bit' || encoding === '7bit'
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : isPlain ? Buffer.from(body, 'latin1') : null
  return bytes && bytes.byteLength <= maxBytes ? bytes : null
}
