const slash = '(?:/|%(?:25)*2f)'
/**
 * `/s/`, and the links in messages about a change of an account, and what is served as one of them or was meant so: letters in
 * percent, also twice, and in capitals.
 */
const link = new RegExp(
  `^(.*?${slash}(?:${letters('s')}|${letters('account-change')}${slash}(?:${letters('stop')}|${letters('confirm')})))${slash}.*`,
  'i',
)

/** A run that a token could be: 20 signs of base64url or more, also in percent. Our own addresses have words there, in small letters. */
const tokenLike = /(?:[\w-]|%(?:25)*[0-9a-f]{2}){20,}/gi

/**
 * What of an address may be written down: no query, of a link no token, and nothing else that could be one. All of them open
 * something, also where a person or a program spelt the rest of the link wrong.
 */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] as string)
    .replace(link, '$1/…')
    .replaceAll(tokenLike, (run) => (/[0-9A-Z]/.test(run) ? '…' : run))

/** A pattern for a word, each sign of it as it is or in percent, small or capital. */
function letters(word: string): string {
  const code = (sign: string) => sign.charCodeAt(0).toString(16)
  return [...word].map((sign) => `(?:${sign}|%(?:25)*(?:${code(sign)}|${code(sign.toUpperCase())}))`).join('')
}
