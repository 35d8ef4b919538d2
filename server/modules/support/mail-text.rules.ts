export type MailHeaders = readonly { readonly key: string; readonly value: string }[]

const valueOf = (headers: MailHeaders, name: string): string =>
  headers
    .find(({ key }) => key.toLowerCase() === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** True for auto-replies, bounces and mailing lists. Answering such a mail could start an endless loop. */
export function isFromMachine(headers: MailHeaders, from: string): boolean {
  const submitted = valueOf(headers, 'auto-submitted')
  if (submitted !== '' && submitted !== 'no') return true
  if (/^(?:bulk|junk|list|auto_reply)$/.test(valueOf(headers, 'precedence'))) return true
  if (['x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some((name) => valueOf(headers, name) !== ''))
    return true
  if (valueOf(headers, 'return-path') === '<>') return true
  return /^(?:mailer-daemon|postmaster|no-?reply)(?:\+[^@]*)?@/i.test(from) || from === ''
}

/** Lines with which common mail programs begin quoted text. */
const quoteBegins = [
  /^-{2,}\s*(?:original message|forwarded message|原始邮件|转发邮件|原邮件)\s*-{2,}$/i,
  /^_{10,}$/,
  /^on .{4,200} wrote:$/i,
  /^在.{4,200}写道[：:]$/,
  /^.{4,200}于.{4,100}写道[：:]$/,
  /^(?:from|发件人)\s*[：:].{2,200}$/i,
  /^--\s?$/,
]

export function withoutQuoted(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const own: string[] = []
  for (const [index, line] of lines.entries()) {
    const plain = line.trim()
    // The line "On 3 May, Support <…> wrote:", which begins quoted text, may continue on the next line.
    const both = `${plain} ${lines[index + 1]?.trim() ?? ''}`.trim()
    if (quoteBegins.some((begins) => begins.test(plain)) || /^on .{4,200} wrote:$/i.test(both)) break
    if (!plain.startsWith('>')) own.push(line)
  }
  return own.join('\n').trim()
}

const hiding = new Set(['style', 'script', 'head', 'title', 'blockquote'])
const breaking = new Set(['br', '/p', '/div', '/li', '/tr'])

/** Text of an HTML mail. Scans the HTML in a single pass, because it is untrusted and could be made to take hours. */
export function plainOf(html: string): string {
  let words = ''
  let hidden = ''
  let depth = 0
  for (const [token] of html.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const name = token.endsWith('>') ? (/^<(\/?[a-z]+)\b/i.exec(token)?.[1]?.toLowerCase() ?? '') : ''
    if (depth > 0) {
      // The closing tag of the HTML element `head` is optional.
      if (hidden === 'head' && name === 'body') depth = 0
      else if (name === hidden) depth++
      else if (name === `/${hidden}`) depth--
    } else if (hiding.has(name)) {
      hidden = name
      depth = 1
    } else if (breaking.has(name)) words += '\n'
    else if (!/^<.*>$/s.test(token)) words += token
  }
  return words
    .replaceAll(/&nbsp;|&#160;/gi, ' ')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&#39;|&apos;/gi, "'")
    .replaceAll(/&amp;/gi, '&')
}
