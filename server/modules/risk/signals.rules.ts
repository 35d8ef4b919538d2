/** So long a trait that an account no longer has is still held against another: longer than any reward waits. */
export const signalDays = 90
