import type { Currency } from '#shared/money.ts'
import type { HoldReason } from '#shared/risk-rules.ts'

/** Amount in minor units. Times below are ISO strings, because facts are stored as JSON. */
type Money = { readonly amountMinor: number; readonly currency: Currency }

/**
 * Facts stored with a message, because they may change before it is sent. All other data is read when the message is
 * rendered.
 */
export type Facts = {
  receipt: {
    readonly orderId: string
    readonly at: string
    /** End of the membership. Null while the order waits for its group to fill. */
    readonly expiresAt: string | null
    readonly group: { readonly id: string; readonly endsAt: string } | null
  }
  refund: Money & {
    readonly orderId: string
    readonly at: string
    readonly paidMinor: number
    readonly refundedMinor: number
    /**
     * Reason of the refund. `twice`: the order was already paid. `over`: more than its total was paid. `unused`: the
     * money paid for nothing. `free`: an order with a total of 0 was revoked; all amounts are 0.
     */
    readonly why: 'part' | 'whole' | 'twice' | 'over' | 'unused' | 'group' | 'free'
    /** Days of membership that a partial refund took; absent if none. */
    readonly takenDays?: number
  }
  'refund-failed': Money & { readonly orderId: string; readonly at: string }
  review: Money & {
    readonly orderId: string
    readonly at: string
    /**
     * Reason why a payment is under review. `short`: the time for paying the rest is over. `contested`: the bank
     * disputes the payment.
     */
    readonly why: 'differs' | 'short' | 'contested' | 'other'
  }
  'group-joined': {
    readonly groupId: string
    readonly personId: string
    readonly taken: number
    readonly size: number
    readonly endsAt: string
    readonly isPaid: boolean
  }
  'group-full': {
    readonly groupId: string
    readonly size: number
    readonly expiresAt: string | null
    readonly paid: Money | null
    readonly isTaken: boolean
  }
  'group-expired': Money & {
    readonly groupId: string
    readonly orderId: string
    readonly at: string
    readonly why: 'expired' | 'closed' | 'no-seat'
  }
  'group-removed': {
    readonly groupId: string
    readonly at: string
    /**
     * True if the reader had the removed group seat; `reason` is then the operator's reason. False if the reader is the
     * group's creator.
     */
    readonly isOwn: boolean
    readonly reason: string | null
    readonly back: Money | null
    /**
     * State of the group seat afterwards. `open`: for sale. `free`: paid by the creator and free to take. `creator`:
     * the creator gets its membership time. `closed`: gone.
     */
    readonly becomes: 'open' | 'free' | 'creator' | 'closed'
  }
  'expiry-7': { readonly endsAt: string }
  'expiry-1': { readonly endsAt: string }
  expired: { readonly endsAt: string }
  'aff-approved': { readonly at: string }
  'aff-first': Money & {
    readonly orderId: string
    readonly campaignId: string | null
    readonly rateBps: number
    readonly base: Money
    readonly heldUntil: string
  }
  'aff-void': Money & {
    readonly orderId: string
    /** Number of voided commissions. Absent if it is one. */
    readonly commissions?: number
    readonly at: string
    readonly reason: string
    /** Part of the voided commissions that had already been paid out. */
    readonly paidMinor: number
  }
  'aff-prepared': Money & {
    readonly payoutId: string
    readonly period: string
    readonly at: string
    /** Time until which a new wallet address is not paid. Null if it may be paid now, or there is no wallet address. */
    readonly restsUntil: string | null
    /** Amount withheld from this payout as reserve, and reserve released from earlier commissions. */
    readonly reserveKeptMinor: number
    readonly reservePaidMinor: number
  }
  'aff-held': {
    readonly at: string
    readonly why: HoldReason
    /** Text that an operator wrote for the affiliate. */
    readonly reason: string | null
  }
  'aff-name-removed': {
    readonly at: string
    /** Last part of the affiliate link's URL. Null if the name in the greeting was removed. */
    readonly link: string | null
    readonly reason: string
  }
  /** Message: the affiliate earns nothing from now on and is not paid. */
  'aff-suspended': {
    readonly at: string
    readonly reason: string
  }
  'aff-resumed': { readonly at: string }
  /** Message: a payout that was announced has been cancelled. */
  'aff-cancelled': Money & { readonly payoutId: string; readonly period: string; readonly at: string }
  'aff-payout': Money & {
    readonly payoutId: string
    readonly period: string
    readonly chain: string
    readonly addressEnd: string
    readonly transactionHash: string
  }
  /**
   * Message about a blocked account. `reason`: text by an operator for the user. `stopsTime`: the membership is paused
   * during the block.
   */
  'account-blocked': { readonly at: string; readonly reason: string; readonly stopsTime?: boolean }
  /** Message about an unblocked account. `givenBack`: the paused time was returned. */
  'account-unblocked': { readonly at: string; readonly givenBack?: boolean }
  /** Message: the password from the shop's earlier system was accepted once and no longer works. */
  'choose-password': { readonly at: string }
  /** Message: an operator opened the account, which has no password yet. */
  'account-opened': { readonly at: string }
  'new-sign-in': {
    readonly at: string
    readonly browser: string | null
    readonly system: string | null
    /** Name of the device that the app sent at sign-in. Null for a browser. */
    readonly device: string | null
    /**
     * Session that the sign-in opened. This session does not see the notice; other sessions of the account's owner can
     * end it from the notice.
     */
    readonly sessionId: string
  }
  'support-answer': {
    /** Id of an encrypted support answer, which is read when the message is sent. */
    readonly entryId: string
  }
  'change-asked': {
    readonly changeId: string
    readonly kind: 'factor' | 'email' | 'phone'
    readonly at: string
    readonly dueAt: string
  }
  'account-changed': { readonly at: string; readonly what: SecurityChange }
  'payout-changed': {
    readonly at: string
    readonly before: string | null
    readonly after: string
    readonly chain: string
    readonly restsUntil: string
  }
  mailing: { readonly mailingId: string }
  'legal-changed': { readonly mailingId: string }
}
export type PeopleTemplate = keyof Facts

export const securityChanges = [
  'password-changed',
  'password-reset',
  'app-password-made',
  'email-changed',
  'phone-changed',
  'name-changed',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-made',
  'passkey-added',
  'passkey-removed',
  'factors-removed',
  'deletion-requested',
] as const
export type SecurityChange = (typeof securityChanges)[number]

/** Templates of optional messages, which contain a link to unsubscribe. */
export const reminders: readonly string[] = [
  'group-joined',
  'expiry-7',
  'expiry-1',
  'expired',
  'aff-first',
] satisfies PeopleTemplate[]
export const isReminder = (template: PeopleTemplate): boolean => reminders.includes(template)

/** True if a template is a mass mail. Mass mails have a job queue of their own with a rate limit. */
export const isMailing = (template: string): boolean => template === 'mailing' || template === 'legal-changed'
/** True for news, which is sent only to subscribers and has a link to unsubscribe. */
export const isNews = (template: PeopleTemplate): boolean => template === 'mailing'

/** True for mails that the account area shows as well, because somebody else may read the mailbox or the account. */
export const staysInAccount = (template: PeopleTemplate): boolean => template === 'change-asked'

/** True for notices that only the account area shows and no mail, because the email address may be what was changed. */
export const isOnlyInAccount = (template: PeopleTemplate): boolean => template === 'account-changed'

/** Message to one user. `event`: deduplication key; a user is told once per event. */
export type PersonMessage = {
  [T in PeopleTemplate]: {
    readonly userId: string
    readonly event: string
    readonly template: T
    readonly facts: Facts[T]
  }
}[PeopleTemplate]

const day = 86_400_000

export function usefulUntil(message: PersonMessage, now: Date): Date | null {
  const { template, facts } = message
  if (isNews(template)) return new Date(now.getTime() + 2 * day)
  if (template === 'expired') return new Date(new Date(facts.endsAt).getTime() + 3 * day)
  return isReminder(template) && 'endsAt' in facts ? new Date(facts.endsAt) : null
}
