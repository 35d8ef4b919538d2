/** True for http and https URLs. URLs in server answers may have other schemes, which must never be followed. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
