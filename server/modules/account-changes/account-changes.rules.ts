import type { AddressKind } from '#shared/account-rules.ts'

export type ChangeKind = 'factor' | AddressKind
export type ChangeState = 'waiting' | 'done' | 'stopped' | 'lapsed' | 'failed'

/** Hours before a change takes effect, so that the owner can stop it; more if no address could be notified. */
export const waitHours = 24
export const untoldWaitHours = 7 * 24
/** Hours to confirm a new address, from the request. */
export const confirmHours = 10 * 24
/** Hours between two changes: an address and the second factor together are the whole account. */
export const restHours = 72
export const maxCodeTries = 5
/** Days after which finished changes are deleted. */
export const changeDays = 30

const hour = 3_600_000

export const dueAt = (now: Date, tells: boolean): Date =>
  new Date(now.getTime() + (tells ? waitHours : untoldWaitHours) * hour)
export const lapsesAt = (now: Date): Date => new Date(now.getTime() + confirmHours * hour)

/** Time before which no other change is allowed, or null. */
export function restsUntil(lastDone: Date | null, now: Date): Date | null {
  if (!lastDone) return null
  const until = new Date(lastDone.getTime() + restHours * hour)
  return until > now ? until : null
}

type Waiting = {
  readonly kind: ChangeKind
  readonly dueAt: Date
  readonly lapsesAt: Date
  readonly confirmedAt: Date | null
}
type Seen = { readonly isBlocked: boolean; readonly isOvertaken: boolean; readonly isLeaving: boolean }

/**
 * Decides about a pending change. `isBlocked`: the account is blocked. `isOvertaken`: the owner used the "lost" factor
 * or changed the address. `isLeaving`: the owner requested deletion, as some do after the warning; the change would let
 * the new address in, and its sign-in would cancel the deletion.
 */
export function judgeChange(change: Waiting, now: Date, { isBlocked, isOvertaken, isLeaving }: Seen): ChangeState {
  const isUnconfirmed = change.kind !== 'factor' && change.confirmedAt === null
  if (isUnconfirmed && change.lapsesAt <= now) return 'lapsed'
  if (isOvertaken || isLeaving) return 'stopped'
  if (isUnconfirmed || change.dueAt > now) return 'waiting'
  return isBlocked ? 'failed' : 'done'
}
