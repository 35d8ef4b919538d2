/** Longest text of one SMS: 160 characters of the GSM alphabet, otherwise 70. */
const fitsOneSms = (text: string): boolean => text.length <= (/^[\x20-\x7e\n]*$/.test(text) ? 160 : 70)

/**
 * Adds the last line that binds a code to the site, so that phones fill it in on this site alone and not on a copy of
 * it. Left out where it would cost a second SMS.
 */
export function withDomain(text: string, code: string, publicOrigin: string): string {
  const bound = `${text}\n\n@${new URL(publicOrigin).hostname} #${code}`
  return fitsOneSms(bound) ? bound : text
}
