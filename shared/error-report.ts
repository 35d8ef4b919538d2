/** What crosses from a browser about one error. Nothing of it names a person: both sides clean it by these rules. */
export type ErrorReport = {
  readonly kind: 'error' | 'rejection' | 'boundary'
  readonly message: string
  readonly stack: string
  readonly place: string
}
export const errorReportLimits = { message: 300, stack: 4000, place: 200 } as const
/** So long an error is kept after it was last seen. */
export const errorReportDays = 30

/** What is longer is cut before anything looks at it: anyone may post a report. */
const looksAt = { message: 2_000, stack: 20_000, line: 400, place: 2_000 } as const

/** A word with an address of mail in it. Words are taken whole, so that each letter is looked at once. */
const withoutMail = (word: string): string => (/@[\w-]+\.\w/.test(word) ? '[address]' : word)

/** Text of an error without what may be someone's: hosts, queries, quoted values, addresses, numbers, tokens. */
export const cleanErrorText = (text: string): string =>
  text
    .slice(0, looksAt.message)
    .replaceAll(/\b(?:https?|wss?|file|blob):\/\/[^\s/?#)"']*/g, '')
    .replaceAll(/[?#][^\s):"']*/g, '')
    // An engine quotes what it could not read; quotes inside it are anyone's.
    .replace(/"[^]*"/, '"…"')
    .replaceAll(/[^\s()<>"']+/g, withoutMail)
    .replaceAll(/[\w-]{32,}/g, '[token]')
    .replaceAll(/\+?\d(?:[ -]?\d){6,}/g, '[number]')
    .replaceAll(/\p{Cc}+/gu, ' ')

/** A line of a stack as V8 writes it, or as others do. */
const isFrame = (line: string): boolean =>
  /^\s*at /.test(line) || (line.includes('@') && /:\d{1,9}:\d{1,9}$/.test(line))

/** The frames of a stack, at most twenty; its first line repeats the message and is left out. */
export const cleanErrorStack = (stack: string): string =>
  stack
    .slice(0, looksAt.stack)
    .split('\n')
    .map((line) => line.slice(0, looksAt.line))
    .filter(isFrame)
    .slice(0, 20)
    .map((line) => cleanErrorText(line).trim().slice(0, 190))
    .join('\n')

/** A path as a pattern: `/zh-CN/crypto-pay/plan-12` → `/crypto-pay/:id`. */
export const cleanErrorPlace = (path: string): string =>
  (path.slice(0, looksAt.place).split(/[?#]/, 1)[0] ?? '')
    .replace(/^\/(?:en|zh-CN)(?=\/|$)/, '')
    .split('/')
    .map((part) => (/\d|%|.{40}/.test(part) ? ':id' : part))
    .join('/') || '/'

/** A report as it may leave a browser, and as it may be kept: cleaned, and no longer than is kept. */
export const cleanErrorReport = ({ kind, message, stack, place }: ErrorReport): ErrorReport => ({
  kind,
  message: cleanErrorText(message).slice(0, errorReportLimits.message),
  stack: cleanErrorStack(stack).slice(0, errorReportLimits.stack),
  place: cleanErrorPlace(place).slice(0, errorReportLimits.place),
})
