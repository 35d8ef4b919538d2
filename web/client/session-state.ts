import type { User } from '#web/client/user-info.ts'

export type SessionState =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-out' }
  | {
      readonly state: 'signed-in'
      readonly user: User
      readonly hasBenefits: boolean
      readonly hasBenefitsNew: boolean
    }

/**
 * State of the visitor's session. `user`: undefined before the first answer, null if signed out. `now`: ms since 1970.
 */
export function sessionStateOf(user: User | null | undefined, now: number): SessionState {
  if (user === undefined) return { state: 'unknown' }
  if (user === null) return { state: 'signed-out' }
  return {
    state: 'signed-in',
    user,
    hasBenefits: user.yearlyPaidUser === 1,
    hasBenefitsNew: user.benefitsExpireTime !== null && user.benefitsExpireTime > now,
  }
}
