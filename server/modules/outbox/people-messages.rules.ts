import type { Currency } from '#shared/money.ts'
import type { HoldReason } from '#shared/risk-rules.ts'

/** Amount in minor units. Times below are ISO strings, because facts are stored as JSON. */
type Money = { readonly amountMinor: number; readonly currency: Currency }

/** Facts stored with each message: those that may change later. All others are read when it is rendered. */
export type Facts = {
  receipt: {
    readonly orderId: string
    readonly at: string
    /** End of the membership; null while the order waits for a group. */
    readonly expiresAt: string | null
    readonly group: { readonly id: string; readonly endsAt: string } | null
  }
  refund: Money & {
    readonly orderId: string
    readonly at: string
    /** Amounts received and refunded for the order in this currency. */
    readonly paidMinor: number
    readonly refundedMinor: number
    /**
     * `twice`: the order was already paid. `over`: more than its total came. `unused`: the money never bought anything. `free`:
     * an order of total 0 was reversed; all amounts are 0.
     */
    readonly why: 'part' | 'whole' | 'twice' | 'over' | 'unused' | 'group' | 'free'
    /** Days of membership taken by a partial refund; absent if none. */
    readonly takenDays?: number
  }
  'refund-failed': Money & { readonly orderId: string; readonly at: string }
  review: Money & {
    readonly orderId: string
    readonly at: string
    /** `short`: the time for paying the rest is over. `contested`: the bank disputes the payment. */
    readonly why: 'differs' | 'short' | 'contested' | 'other'
  }
  'group-joined': {
    readonly groupId: string
    readonly personId: string
    readonly taken: number
    readonly size: number
    readonly endsAt: string
    /** True if all seats were prepaid, so nobody is refunded. */
    readonly isPaid: boolean
  }
  'group-full': {
    readonly groupId: string
    readonly size: number
    readonly expiresAt: string | null
    /** Amount that this user paid for their own seats; null if someone else paid. */
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
    /** True for the former owner of the seat, with the reason; false for the group's creator. */
    readonly isOwn: boolean
    readonly reason: string | null
    /** Refund to the reader. */
    readonly back: Money | null
    /**
     * State of the seat afterwards. `open`: for sale. `free`: paid and free to take. `creator`: the creator has its time.
     * `closed`: gone.
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
    /** First of the voided commissions' orders. */
    readonly orderId: string
    /** Number of commissions; absent: one. */
    readonly commissions?: number
    readonly at: string
    readonly reason: string
    /** Part that had been paid out. */
    readonly paidMinor: number
  }
  'aff-prepared': Money & {
    readonly payoutId: string
    readonly period: string
    readonly at: string
    /** Time until which a new address is not paid; null if it may be paid now, or there is no address. */
    readonly restsUntil: string | null
    /** Amounts kept in the reserve, and paid from it for earlier commissions; absent in older mails. */
    readonly reserveKeptMinor?: number
    readonly reservePaidMinor?: number
  }
  'aff-held': {
    readonly at: string
    readonly why: HoldReason
    /** Text by an operator to the affiliate. */
    readonly reason: string | null
  }
  'aff-name-removed': {
    readonly at: string
    /** Last part of the link's URL; null if the name in the greeting was removed. */
    readonly link: string | null
    /** Text by an operator to the affiliate. */
    readonly reason: string
  }
  /** The affiliate earns nothing from now on and is not paid. */
  'aff-suspended': {
    readonly at: string
    /** Text by an operator to the affiliate. */
    readonly reason: string
  }
  'aff-resumed': { readonly at: string }
  /** Cancels a payout that was announced. */
  'aff-cancelled': Money & { readonly payoutId: string; readonly period: string; readonly at: string }
  'aff-payout': Money & {
    readonly payoutId: string
    readonly period: string
    readonly chain: string
    readonly addressEnd: string
    readonly transactionHash: string
  }
  /** `reason`: text by an operator to the user. `stopsTime`: the membership is paused meanwhile. */
  'account-blocked': { readonly at: string; readonly reason: string; readonly stopsTime?: boolean }
  /** `givenBack`: paused time was returned. */
  'account-unblocked': { readonly at: string; readonly givenBack?: boolean }
  /** An operator opened the account; its owner has no password yet. */
  'account-opened': { readonly at: string }
  'new-sign-in': {
    readonly at: string
    readonly browser: string | null
    readonly system: string | null
    /** Name that the app gives its device; null in a browser. */
    readonly device: string | null
  }
  'support-answer': {
    /** Encrypted answer, read when the message is sent. */
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
    /** Time until which nothing is paid. */
    readonly restsUntil: string
  }
  /** Text of the mailing, approved with it and read when it is sent. */
  mailing: { readonly mailingId: string }
  /** New version of a legal text. */
  'legal-changed': { readonly mailingId: string }
}
export type PeopleTemplate = keyof Facts

/** Changes of sign-in methods, contact data or the account's existence. */
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

/** Optional messages with a link to unsubscribe. */
const reminders: readonly string[] = [
  'group-joined',
  'expiry-7',
  'expiry-1',
  'expired',
  'aff-first',
] satisfies PeopleTemplate[]
export const isReminder = (template: PeopleTemplate): boolean => reminders.includes(template)

/** True for mass mails, sent at the rate of their lane. */
export const isMailing = (template: string): boolean => template === 'mailing' || template === 'legal-changed'
/** True for news, sent only to subscribers, with a link to unsubscribe. */
export const isNews = (template: PeopleTemplate): boolean => template === 'mailing'

/** True for mails shown in the account as well, because mailbox and account may have different readers. */
export const staysInAccount = (template: PeopleTemplate): boolean => template === 'change-asked'

/** True for notices shown only in the account: the current mail address may be what was changed. */
export const isOnlyInAccount = (template: PeopleTemplate): boolean => template === 'account-changed'

/** Message to one user. `event`: key by which each user is told once. */
export type PersonMessage = {
  [T in PeopleTemplate]: {
    readonly userId: string
    readonly event: string
    readonly template: T
    readonly facts: Facts[T]
  }
}[PeopleTemplate]

const day = 86_400_000

/** Time until which a reminder or news is worth sending; null: always. */
export function usefulUntil(message: PersonMessage, now: Date): Date | null {
  const { template, facts } = message
  if (isNews(template)) return new Date(now.getTime() + 2 * day)
  if (template === 'expired') return new Date(new Date(facts.endsAt).getTime() + 3 * day)
  return isReminder(template) && 'endsAt' in facts ? new Date(facts.endsAt) : null
}
