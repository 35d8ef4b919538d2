import type { MailHeaders } from './mail-text.rules.ts'

/**
 * True if the shop's own mail server confirms the domain of the From line (RFC 8601). Reads only the topmost result,
 * which this server added; a forger may have written those below. `server`: name by which the server marks its results;
 * null if unknown.
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

/** Removes blanks around `=`: `dmarc = pass` becomes `dmarc=pass`. */
const withoutGaps = (method: string): string =>
  method
    .split('=')
    .map((part) => part.trim())
    .join('=')

/**
 * Removes comments and quoted strings from a mail header, because the sender controls them. Returns an empty text if
 * one is not closed.
 */
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
