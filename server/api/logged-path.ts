const slash = '(?:/|%(?:25)*2f)'
/**
 * `/s/`, and the links in messages about a change of an account, and what is served as one of them or was meant so: letters in
 * percent, also twice, and in capitals.
 */
const link = new RegExp(
  `^(.*?${slash}(?:${letters('s')}|${letters('account-change')}${slash}(?:${letters('stop')}|${letters('confirm')})))${slash}.*`,
  'i',
)

/** What of an address may be written down: no query, and of a link no token. Both open something. */
export const loggedPath = (url: string): string => (url.split('?', 1)[0] as string).replace(link, '$1/…')

/** A pattern for a word, each sign of it as it is or in percent, small or capital. */
function letters(word: string): string {
  const code = (sign: string) => sign.charCodeAt(0).toString(16)
  return [...word].map((sign) => `(?:${sign}|%(?:25)*(?:${code(sign)}|${code(sign.toUpperCase())}))`).join('')
}
