/** One news mail in so many days for each person. */
export const newsEveryDays = 7
/** From so many people on, another operator agrees. */
export const aloneUpTo = 1_000
export const usualPerMinute = 120
/** Legal notices are few and awaited. */
export const legalPerMinute = 300
const stepSeconds = 10

/** How many are told in one step, and when the next step is: together never more than `perMinute` in a minute. */
export const planStep = (perMinute: number): { readonly people: number; readonly seconds: number } =>
  perMinute >= 60 / stepSeconds
    ? { people: Math.floor((perMinute * stepSeconds) / 60), seconds: stepSeconds }
    : { people: 1, seconds: Math.ceil(60 / perMinute) }

/** While so many of a quarter of an hour wait for the mail server, no one more is told: an outage makes a mailing late, and no large heap. */
export const mostWaiting = (perMinute: number): number => Math.max(20, perMinute * 2)
