import { replyPlaceholders, type ReplyPlaceholder, type ReplySituation } from '#shared/support-limits.ts'

export type ReplyFacts = Readonly<Record<ReplyPlaceholder, string | null>>

const placeholder = /\{\{([^{}]*)\}\}/g
const isKnown = (name: string): name is ReplyPlaceholder => (replyPlaceholders as readonly string[]).includes(name)
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim())),
]

/** True if a text has a placeholder of canned replies. Such a text is never sent. */
export const hasPlaceholder = (text: string): boolean => namesIn(text).some(isKnown)

export const unknownPlaceholders = (text: string): string[] => namesIn(text).filter((name) => !isKnown(name))

/** Fills a canned reply. Placeholders without a value stay in the text and are listed in `missing`. */
export function fillReply(text: string, facts: ReplyFacts): { readonly text: string; readonly missing: string[] } {
  const missing = new Set<string>()
  const filled = text.replaceAll(placeholder, (whole, typed: string) => {
    const name = typed.trim()
    const value = isKnown(name) ? facts[name] : null
    if (value === null) missing.add(name)
    return value ?? whole
  })
  return { text: filled, missing: [...missing] }
}

/** True if a text has something like an HTML tag. Replies are plain text, so the customer would read the tag. */
export const hasTag = (text: string): boolean => /<\/?[a-z][^<>]*>/i.test(text)

const day = 86_400_000
export const daysLeft = (expiresAt: Date, now: Date): number => Math.ceil((expiresAt.getTime() - now.getTime()) / day)

type CustomerFacts = {
  readonly now: Date
  readonly expiresAt: Date | null
  readonly openReviews: number
  /** Newest order, unless it belongs to a rehearsal. */
  readonly order: { readonly createdAt: Date; readonly paidAt: Date | null } | null
  /** True if a VPN panel did not take the last change of this customer. */
  readonly isPanelBehind: boolean
}

/** Days for which an order counts as the reason why a customer writes. */
const recentDays = 3

export function situationsOf({ now, expiresAt, openReviews, order, isPanelBehind }: CustomerFacts): ReplySituation[] {
  const isRecent = (at: Date) => now.getTime() - at.getTime() < recentDays * day
  const isActive = expiresAt !== null && expiresAt > now
  const paidAt = order?.paidAt ?? null
  const found: [ReplySituation, boolean][] = [
    ['payment-held', openReviews > 0],
    ['payment-arrived', openReviews === 0 && isActive && paidAt !== null && isRecent(paidAt)],
    ['payment-missing', openReviews === 0 && order !== null && paidAt === null && isRecent(order.createdAt)],
    ['membership-ended', expiresAt !== null && !isActive],
    ['app-fails', isPanelBehind],
  ]
  return found.filter(([, applies]) => applies).map(([situation]) => situation)
}
