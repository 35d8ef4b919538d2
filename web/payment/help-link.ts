import { readPageData } from '#web/client/page-data.ts'

/** Reasons to write to support about an order. The form in the account fills in a message for each. */
const helpSubjects = ['refund', 'short', 'order'] as const
type HelpSubject = (typeof helpSubjects)[number]

/** True if the shop has its own inbox and this page knows it. `supportUrl` may still be an external help desk. */
export const hasInbox = (supportUrl: string | null): boolean =>
  supportUrl === '/user/help' || readPageData().supportInbox === true

/**
 * Link to support with a message about the order filled in, if the shop has its own inbox and this page knows it. An
 * external help desk has a form of its own, so its address stays as it is; null if the shop has neither.
 */
export const helpLink = (supportUrl: string | null, about: HelpSubject, number: string): string | null =>
  hasInbox(supportUrl) ? `/user/help?about=${about}&order=${encodeURIComponent(number)}` : supportUrl

/** Reads a link made by `helpLink`. Null for anything else, so that a link cannot put words into somebody's message. */
export function readHelpLink(search: string): { readonly about: HelpSubject; readonly number: string } | null {
  const asked = new URLSearchParams(search)
  const about = helpSubjects.find((subject) => subject === asked.get('about'))
  const number = asked.get('order') ?? ''
  return about && /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(number) ? { about, number } : null
}
