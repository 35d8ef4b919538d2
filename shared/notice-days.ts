/** Days for which the account lists messages that could not be mailed, read or not. */
export const noticeDays = 90
