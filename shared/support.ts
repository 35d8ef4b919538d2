export const maxSupportText = 4_000
/** Target response time of operators, in hours. */
export const supportAimHours = 24
export const supportDays = 180
/** Days without a new question after which a thread closes automatically. */
export const supportIdleDays = 14
export const maxSupportImages = 3
export const maxImageBytes = 4 * 1024 * 1024
