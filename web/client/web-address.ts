/** True for http and https URLs. Answers may contain other schemes, which must never be followed. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
