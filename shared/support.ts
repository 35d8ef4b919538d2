/** Characters that one message to support has at most. */
export const maxSupportText = 4_000
/** Days for which a closed thread is kept. */
export const supportDays = 180
/** Days after which a thread in which nothing more was asked closes by itself. */
export const supportIdleDays = 14
