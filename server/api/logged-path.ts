const slash = '(?:/|%(?:25)*2f)'
/**
 * Matches URL paths that contain secrets: `/s/`, `/sub/` and account-change links, including misspellings with capitals
 * or (double) percent-encoding.
 */
const link = new RegExp(
  `^(.*?${slash}(?:${letters('s')}|${letters('sub')}|${letters('account-change')}${slash}(?:${letters('stop')}|${letters('confirm')})))${slash}.*`,
  'i',
)

/**
 * Matches what may be a token: 20 or more base64url characters, also percent-encoded. Our own paths consist of
 * lower-case words.
 */
const tokenLike = /(?:[\w-]|%(?:25)*[0-9a-f]{2}){20,}/gi

/** Path for logs, without query and without anything that may be a token. Also removes tokens from misspelled links. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] as string)
    .replace(link, '$1/…')
    .replaceAll(tokenLike, (run) => (/[0-9A-Z]/.test(run) ? '…' : run))

function letters(word: string): string {
  const code = (sign: string) => sign.charCodeAt(0).toString(16)
  return [...word].map((sign) => `(?:${sign}|%(?:25)*(?:${code(sign)}|${code(sign.toUpperCase())}))`).join('')
}
