/**
 * Report of one browser error. Browser and server both remove what may be personal data, with the rules of this file.
 */
export type ErrorReport = {
  readonly kind: 'error' | 'rejection' | 'boundary'
  readonly message: string
  readonly stack: string
  readonly place: string
}
export const errorReportLimits = { message: 300, stack: 4000, place: 200 } as const
export const errorReportDays = 30

/** Maximum lengths of an error report's fields before any parsing, because anyone can post one. */
const looksAt = { message: 2_000, stack: 20_000, line: 400, place: 2_000 } as const

/** Replaces a word that contains an email address. Splitting into words first keeps the search fast in long texts. */
const withoutMail = (word: string): string => (/@[\w-]+\.\w/.test(word) ? '[address]' : word)

/** Removes possible personal data from an error text: hosts, queries, quoted values, addresses, numbers, tokens. */
export const cleanErrorText = (text: string): string =>
  text
    .slice(0, looksAt.message)
    .replaceAll(/\b(?:https?|wss?|file|blob):\/\/[^\s/?#)"']*/g, '')
    .replaceAll(/[?#][^\s):"']*/g, '')
    // Removes up to the last quotation mark: JavaScript engines quote input that they could not parse, and it may
    // contain quotes itself.
    .replace(/"[^]*"/, '"…"')
    .replaceAll(/[^\s()<>"']+/g, withoutMail)
    .replaceAll(/[\w-]{32,}/g, '[token]')
    .replaceAll(/\+?\d(?:[ -]?\d){6,}/g, '[number]')
    .replaceAll(/\p{Cc}+/gu, ' ')

const isFrame = (line: string): boolean =>
  /^\s*at /.test(line) || (line.includes('@') && /:\d{1,9}:\d{1,9}$/.test(line))

/**
 * Returns at most twenty frames of a stack, cleaned, each of at most 190 characters. Omits lines that are no frames,
 * such as a first line that repeats the error message.
 */
export const cleanErrorStack = (stack: string): string =>
  stack
    .slice(0, looksAt.stack)
    .split('\n')
    .map((line) => line.slice(0, looksAt.line))
    .filter(isFrame)
    .slice(0, 20)
    .map((line) => cleanErrorText(line).trim().slice(0, 190))
    .join('\n')

export const cleanErrorPlace = (path: string): string =>
  (path.slice(0, looksAt.place).split(/[?#]/, 1)[0] ?? '')
    .replace(/^\/(?:en|zh-CN)(?=\/|$)/, '')
    .split('/')
    .map((part) => (/\d|%|.{40}/.test(part) ? ':id' : part))
    .join('/') || '/'

export const cleanErrorReport = ({ kind, message, stack, place }: ErrorReport): ErrorReport => ({
  kind,
  message: cleanErrorText(message).slice(0, errorReportLimits.message),
  stack: cleanErrorStack(stack).slice(0, errorReportLimits.stack),
  place: cleanErrorPlace(place).slice(0, errorReportLimits.place),
})
