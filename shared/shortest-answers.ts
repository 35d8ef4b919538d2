/**
 * Shortest answers of an affiliate application, in characters: single letters say nothing to whoever decides. They stand
 * apart from the affiliate terms, which most public pages load.
 */
export const shortestAnswers = { channel: 2, audience: 2, message: 5, contact: 3 } as const
