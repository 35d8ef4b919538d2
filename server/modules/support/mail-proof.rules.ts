import type { MailHeaders } from './mail-text.rules.ts'

/**
 * Whether the operator's own mail server says that a mail is from the domain of its From line (RFC 8601). The topmost result
 * alone is looked at, since that is the one this server wrote: all below it came with the mail. `server` is the name it signs
 * its results with; null where none is known.
 */
export function isDmarcPassed(headers: MailHeaders, server: string | null, fromDomain: string): boolean {
  const result = headers.find(({ key }) => key.toLowerCase() === 'authentication-results')
  if (server === null || !result) return false
  const [id, ...methods] = withoutRemarks(result.value)
    .split(';')
    .map((part) => part.trim().toLowerCase())
  if (id?.split(/\s/, 1)[0] !== server.toLowerCase()) return false
  const results = methods.filter((method) => /^dmarc\b/.test(method))
  return (
    results.length === 1 &&
    results.every((method) => {
      const [first, ...properties] = withoutGaps(method).split(/\s+/)
      return first === 'dmarc=pass' && properties.includes(`header.from=${fromDomain.toLowerCase()}`)
    })
  )
}

/** `dmarc = pass` is `dmarc=pass`. */
const withoutGaps = (method: string): string =>
  method
    .split('=')
    .map((part) => part.trim())
    .join('=')

/** Without remarks in brackets and quoted strings: what a sender chose may stand in them. Empty where one has no end. */
function withoutRemarks(value: string): string {
  let kept = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] as string
    if (sign === '\\') at++
    else if (isQuoted) isQuoted = sign !== '"'
    else if (sign === '"' && depth === 0) isQuoted = true
    else if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth === 0) kept += sign
  }
  return isQuoted || depth > 0 ? '' : kept
}
