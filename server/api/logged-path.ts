/** `/s/` and what is served as that, or was meant so: any of it in percent, also twice, and in capitals. */
const link = /^(.*?(?:\/|%(?:25)*2f)(?:s|%(?:25)*[57]3))(?:\/|%(?:25)*2f).*/i

/** What of an address may be written down: no query, and of a link no token. Both open something. */
export const loggedPath = (url: string): string => (url.split('?', 1)[0] as string).replace(link, '$1/…')
