/** Only web addresses are followed, whatever an answer says. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
