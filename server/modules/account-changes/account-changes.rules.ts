import type { AddressKind } from '#shared/account-rules.ts'

export type ChangeKind = 'factor' | AddressKind
export type ChangeState = 'waiting' | 'done' | 'stopped' | 'lapsed' | 'failed'

/** How long a change waits, so that the person can stop it; longer where no address of theirs could be told. */
export const waitHours = 24
export const untoldWaitHours = 7 * 24
/** For a new address to be confirmed, counted from when it was asked for. */
export const confirmHours = 10 * 24
/** Between one change that was made and the next: an address and the second factor together are the whole account. */
export const restHours = 72
export const maxCodeTries = 5
/** What is over is forgotten after so many days. */
export const changeDays = 30

const hour = 3_600_000

export const dueAt = (now: Date, tells: boolean): Date =>
  new Date(now.getTime() + (tells ? waitHours : untoldWaitHours) * hour)
export const lapsesAt = (now: Date): Date => new Date(now.getTime() + confirmHours * hour)

/** Until when nothing else is changed, or null. */
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
 * What becomes of a change that waits. `isBlocked`: the account is. `isOvertaken`: the person has used the factor that is said to
 * be lost, or has changed the address themselves. `isLeaving`: they asked for the account to be deleted, which is also how some
 * respond to the message; a change would let the new address in, and its sign-in takes the deletion back.
 */
export function judgeChange(change: Waiting, now: Date, { isBlocked, isOvertaken, isLeaving }: Seen): ChangeState {
  const isUnconfirmed = change.kind !== 'factor' && change.confirmedAt === null
  if (isUnconfirmed && change.lapsesAt <= now) return 'lapsed'
  if (isOvertaken || isLeaving) return 'stopped'
  if (isUnconfirmed || change.dueAt > now) return 'waiting'
  return isBlocked ? 'failed' : 'done'
}
