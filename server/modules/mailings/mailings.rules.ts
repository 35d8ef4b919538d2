/** Days between news mails to a person. */
export const newsEveryDays = 7
/** Number of recipients that an operator may mail alone. */
export const aloneUpTo = 1_000
export const usualPerMinute = 120
/** Higher rate: legal notices are rare and expected. */
export const legalPerMinute = 300
const stepSeconds = 10

/** Recipients of a step and seconds to the next; never exceeds `perMinute`. */
export const planStep = (perMinute: number): { readonly people: number; readonly seconds: number } =>
  perMinute >= 60 / stepSeconds
    ? { people: Math.floor((perMinute * stepSeconds) / 60), seconds: stepSeconds }
    : { people: 1, seconds: Math.ceil(60 / perMinute) }

/** Pauses a mailing while this many mails are queued, so that an outage delays it instead of filling the outbox. */
export const mostWaiting = (perMinute: number): number => Math.max(20, perMinute * 2)
