/** Parses a day field; null if absent. */
export const readMoment = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))
