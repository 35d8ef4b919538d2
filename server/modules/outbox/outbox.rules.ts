/** Days for which the account shows undeliverable messages. */
export const noticeDays = 90
/** Days for which sent events are remembered, so that a late repeat is not sent again. */
export const toldDays = 400
