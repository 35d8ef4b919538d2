/** True if a text fits into one SMS: 160 characters if all of them are ASCII, otherwise 70. */
const fitsOneSms = (text: string): boolean => text.length <= (/^[\x20-\x7e\n]*$/.test(text) ? 160 : 70)

/**
 * Adds the line that binds a one-time code to the site's domain. Phones then fill in the code only on this site and not
 * on a copy of it. The line is left out if it would cost a second SMS.
 */
export function withDomain(text: string, code: string, publicOrigin: string): string {
  const bound = `${text}\n\n@${new URL(publicOrigin).hostname} #${code}`
  return fitsOneSms(bound) ? bound : text
}
