/** Characters that one message to support has at most. */
export const maxSupportText = 4_000
