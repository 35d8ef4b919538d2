/** A field that the registry declares as a day; null where it was not given. */
export const readMoment = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))
