/** What of an address may be written down: no query, and of a link no token. Both open something. */
export const loggedPath = (url: string): string => (url.split('?', 1)[0] as string).replace(/^(.*\/s)\/.*/, '$1/…')
