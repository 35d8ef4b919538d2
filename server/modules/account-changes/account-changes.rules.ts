import type { AddressKind } from '#shared/account-rules.ts'

export type ChangeKind = 'factor' | AddressKind
export type ChangeState = 'waiting' | 'done' | 'stopped' | 'lapsed' | 'failed'

/**
 * Hours before a new email address or phone number, or the removal of the second factor, takes effect. The owner can
 * stop it until then. The wait is longer if the owner could not be notified.
 */
export const waitHours = 24
export const untoldWaitHours = 7 * 24
/** Hours after the request within which a new email address or phone number must be confirmed. */
const confirmHours = 10 * 24
/**
 * Hours between two changes of an account. Otherwise somebody could take over an account by changing the email address
 * and the second factor together.
 */
export const restHours = 72
export const maxCodeTries = 5
/** Days after which finished changes are deleted. */
export const changeDays = 30

const hour = 3_600_000

export const dueAt = (now: Date, tells: boolean): Date =>
  new Date(now.getTime() + (tells ? waitHours : untoldWaitHours) * hour)
export const lapsesAt = (now: Date): Date => new Date(now.getTime() + confirmHours * hour)

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
 * Decides about a pending account change. `lapsed`: not confirmed in time. `stopped`: the owner used the second factor
 * that was reported lost or changed the email address (`isOvertaken`), or requested deletion (`isLeaving`), because a
 * sign-in with the new address would cancel the deletion. `failed`: the account is blocked when the change is due.
 */
export function judgeChange(change: Waiting, now: Date, { isBlocked, isOvertaken, isLeaving }: Seen): ChangeState {
  const isUnconfirmed = change.kind !== 'factor' && change.confirmedAt === null
  if (isUnconfirmed && change.lapsesAt <= now) return 'lapsed'
  if (isOvertaken || isLeaving) return 'stopped'
  if (isUnconfirmed || change.dueAt > now) return 'waiting'
  return isBlocked ? 'failed' : 'done'
}
