/** What came with a mail besides its words, as it was sent. */
export type MailFile = { readonly encoding: string; readonly body: string }
/** `words`: the first part that is words, as a mail of its own, cut; null where there is none. */
export type MailParts = { readonly words: string | null; readonly files: readonly MailFile[]; readonly more: number }

/** More of either is no mail of a person; what is left is counted, and not read. */
const maxDepth = 10
const maxParts = 100
const maxHead = 64 * 1024

type Walk = { words: string | null; readonly files: MailFile[]; parts: number; more: number }

/**
 * The parts of a mail, byte for byte one character (latin1). Anyone may send any mail: each level of it is passed over once,
 * and what is declared of a part is no promise about its bytes. `maxWords`: so many characters of a part of words.
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
    // Of both kinds, mail programs put the plain one first.
    into.words ??= `${head}\r\n\r\n${body.slice(0, maxWords)}`
  } else into.files.push({ encoding: headerOf(head, 'content-transfer-encoding').trim().toLowerCase(), body })
}

/** A part begins with its headers, or with the empty line below none. */
function cutHead(text: string): { head: string; body: string } {
  const bare = /^\r?\n/.exec(text)
  if (bare) return { head: '', body: text.slice(bare[0].length) }
  const end = /\r?\n\r?\n/.exec(text.slice(0, maxHead))
  if (!end) return { head: text.slice(0, maxHead), body: '' }
  return { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) }
}

/** The first of this name, with the lines that it goes on in; empty where there is none. */
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

/** Each is a slice of the mail, which is held once: a copy at each level would be held as long as any file of that level. */
function sectionsOf(body: string, boundary: string): string[] {
  const mark = `\n--${boundary}`
  const next = (from: number) => {
    const at = body.indexOf(mark, from)
    return at === -1 ? body.length : at
  }
  const sections: string[] = []
  let begin = -1
  // The first may stand in the first line, with no line end before it.
  for (let at = body.startsWith(mark.slice(1)) ? -1 : next(0); at < body.length; at = next(at + 1)) {
    const line = body.indexOf('\n', at + mark.length)
    const rest = body.slice(at + mark.length, line === -1 ? body.length : line)
    const isEnd = rest.startsWith('--')
    // The boundary of another level may begin with the same signs.
    if (!isEnd && rest.trim() !== '') continue
    if (begin !== -1) sections.push(body.slice(begin, at))
    if (isEnd || line === -1 || sections.length > maxParts) return sections
    begin = line + 1
  }
  if (begin !== -1) sections.push(body.slice(begin))
  return sections
}

/** What was sent, at most so many bytes. Null for more, and for what no mail program sends a file in. */
export function bytesOf({ encoding, body }: MailFile, maxBytes: number): Buffer | null {
  // In base64 a third is added, and a line break to each line.
  if (body.length > maxBytes * 1.5) return null
  const isPlain = encoding === '' || encoding === 'binary' || encoding === '8bit' || encoding === '7bit'
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : isPlain ? Buffer.from(body, 'latin1') : null
  return bytes && bytes.byteLength <= maxBytes ? bytes : null
}
