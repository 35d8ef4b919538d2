export const maxSupportText = 4_000
export const supportAimHours = 24
export const supportDays = 180
export const supportIdleDays = 14
export const maxSupportImages = 3
export const maxImageBytes = 4 * 1024 * 1024
