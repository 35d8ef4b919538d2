/** Characters that one message to support has at most. */
export const maxSupportText = 4_000
/** Hours within which operators aim to answer. */
export const supportAimHours = 24
/** Days for which a closed thread is kept. */
export const supportDays = 180
/** Days after which a thread in which nothing more was asked closes by itself. */
export const supportIdleDays = 14
/** Pictures that one message has at most, and bytes of one as it is sent. */
export const maxSupportImages = 3
export const maxImageBytes = 4 * 1024 * 1024
