/** Days for which the account shows undeliverable messages. */
export const noticeDays = 90
/** Days for which sent events are remembered, longer than anything repeats them. */
export const toldDays = 400
