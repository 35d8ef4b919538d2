export const newsEveryDays = 7
/** Number of recipients up to which one operator may start a mailing alone. */
export const aloneUpTo = 1_000
export const usualPerMinute = 120
/** Mails per minute for notices about legal texts. More than for news, because such notices are rare and expected. */
export const legalPerMinute = 300
const stepSeconds = 10

export const planStep = (perMinute: number): { readonly people: number; readonly seconds: number } =>
  perMinute >= 60 / stepSeconds
    ? { people: Math.floor((perMinute * stepSeconds) / 60), seconds: stepSeconds }
    : { people: 1, seconds: Math.ceil(60 / perMinute) }

/**
 * A mailing pauses while this many of its mails are queued, so that an outage delays it instead of filling the outbox.
 */
export const mostWaiting = (perMinute: number): number => Math.max(20, perMinute * 2)
