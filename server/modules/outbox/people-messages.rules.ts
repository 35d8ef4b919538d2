import type { Currency } from '#shared/money.ts'
import type { HoldReason } from '#shared/risk-rules.ts'

/** Sums in minor units; times as ISO, because facts are kept as JSON. */
type Money = { readonly amountMinor: number; readonly currency: Currency }

/** What each message is about: what could change until it is read is a fact here, the rest is looked up when it is written. */
export type Facts = {
  receipt: {
    readonly orderId: string
    readonly at: string
    /** Until when the membership runs by it; null where it waits for a group. */
    readonly expiresAt: string | null
    readonly group: { readonly id: string; readonly endsAt: string } | null
  }
  refund: Money & {
    readonly orderId: string
    readonly at: string
    /** All that came in for the order, and all that went back of it, in this currency. */
    readonly paidMinor: number
    readonly refundedMinor: number
    /** `twice`: it had been paid for already. `over`: more had come than was asked. `unused`: it never bought anything. `free`: an order of total 0 was taken back; all sums are 0. */
    readonly why: 'part' | 'whole' | 'twice' | 'over' | 'unused' | 'group' | 'free'
    /** Days of membership that went with a part of the money; absent where all of them stay. */
    readonly takenDays?: number
  }
  'refund-failed': Money & { readonly orderId: string; readonly at: string }
  review: Money & {
    readonly orderId: string
    readonly at: string
    /** `short`: the time for the rest is over. `contested`: the bank wants it back. */
    readonly why: 'differs' | 'short' | 'contested' | 'other'
  }
  'group-joined': {
    readonly groupId: string
    readonly personId: string
    readonly taken: number
    readonly size: number
    readonly endsAt: string
    /** All seats were paid for before: no one's money goes back. */
    readonly isPaid: boolean
  }
  'group-full': {
    readonly groupId: string
    readonly size: number
    readonly expiresAt: string | null
    /** What this person paid for their own seats; null: someone else did. */
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
    /** Told to who had the seat, with the reason; otherwise to who started the group. */
    readonly isOwn: boolean
    readonly reason: string | null
    /** What goes back to the reader. */
    readonly back: Money | null
    /** `open`: to be had for its price. `free`: paid for. `creator`: its time is the creator's. `closed`: no one gets it. */
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
    /** The first of them. */
    readonly orderId: string
    /** How many at once; left out: one. */
    readonly commissions?: number
    readonly at: string
    readonly reason: string
    /** What of it had been paid out. */
    readonly paidMinor: number
  }
  'aff-prepared': Money & {
    readonly payoutId: string
    readonly period: string
    readonly at: string
    /** Nothing is paid to a new address before that; null: it may be paid at once, or there is none. */
    readonly restsUntil: string | null
    /** What of its commissions waits in the reserve, and what it pays of earlier ones; absent in mails from before there was one. */
    readonly reserveKeptMinor?: number
    readonly reservePaidMinor?: number
  }
  'aff-held': {
    readonly at: string
    readonly why: HoldReason
    /** What an operator wrote to the affiliate. */
    readonly reason: string | null
  }
  'aff-name-removed': {
    readonly at: string
    /** The end of the link's address; null: the name of the greeting. */
    readonly link: string | null
    /** What an operator wrote to the affiliate. */
    readonly reason: string
  }
  /** They earn nothing from now on, and nothing is paid. */
  'aff-suspended': {
    readonly at: string
    /** What an operator wrote to the affiliate. */
    readonly reason: string
  }
  'aff-resumed': { readonly at: string }
  /** A settlement that they heard of was given up. */
  'aff-cancelled': Money & { readonly payoutId: string; readonly period: string; readonly at: string }
  'aff-payout': Money & {
    readonly payoutId: string
    readonly period: string
    readonly chain: string
    readonly addressEnd: string
    readonly transactionHash: string
  }
  /** `reason`: what an operator wrote to its owner. */
  /** `stopsTime`: their time stands still meanwhile. */
  'account-blocked': { readonly at: string; readonly reason: string; readonly stopsTime?: boolean }
  /** `givenBack`: time that stood still was. */
  'account-unblocked': { readonly at: string; readonly givenBack?: boolean }
  'new-sign-in': {
    readonly at: string
    readonly browser: string | null
    readonly system: string | null
    /** What the app calls its device; null in a browser. */
    readonly device: string | null
  }
  'support-answer': {
    /** What was answered: sealed elsewhere, and looked up when it is sent. */
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
    /** Nothing is paid before that. */
    readonly restsUntil: string
  }
  /** What it says was approved with the mailing, and looked up when it is sent. */
  mailing: { readonly mailingId: string }
  /** A legal text has a new version. */
  'legal-changed': { readonly mailingId: string }
}
export type PeopleTemplate = keyof Facts

/** Changes of how somebody gets into an account, or of whether it stays. */
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

/** Those that one may do without: they carry a link that stops them. */
const reminders: readonly string[] = [
  'group-joined',
  'expiry-7',
  'expiry-1',
  'expired',
  'aff-first',
] satisfies PeopleTemplate[]
export const isReminder = (template: PeopleTemplate): boolean => reminders.includes(template)

/** Sent to many, at the pace of their lane. */
export const isMailing = (template: string): boolean => template === 'mailing' || template === 'legal-changed'
/** Sent to who asked for it, and to no one else; a link stops it. */
export const isNews = (template: PeopleTemplate): boolean => template === 'mailing'

/** The account shows these besides the mail: who reads the one may not be who reads the other. */
export const staysInAccount = (template: PeopleTemplate): boolean => template === 'change-asked'

/** Shown in the account alone. A mail would go to the address of now, which may be what was changed. */
export const isOnlyInAccount = (template: PeopleTemplate): boolean => template === 'account-changed'

/** One message to one person. `event`: what it tells; each is told once to each person. */
export type PersonMessage = {
  [T in PeopleTemplate]: {
    readonly userId: string
    readonly event: string
    readonly template: T
    readonly facts: Facts[T]
  }
}[PeopleTemplate]

const day = 86_400_000

/** Until when a reminder, or news, is worth sending; null: what is told counts whenever it arrives. */
export function usefulUntil(message: PersonMessage, now: Date): Date | null {
  const { template, facts } = message
  if (isNews(template)) return new Date(now.getTime() + 2 * day)
  if (template === 'expired') return new Date(new Date(facts.endsAt).getTime() + 3 * day)
  return isReminder(template) && 'endsAt' in facts ? new Date(facts.endsAt) : null
}
