import type { stageNames, stageStates } from '#shared/contract/operator/order-page.ts'

export type Stage = {
  readonly stage: (typeof stageNames)[number]
  readonly state: (typeof stageStates)[number]
  readonly at: Date | null
}

/** What is known of an order and of its buyer at one moment. */
export type Standing = {
  readonly now: Date
  readonly totalMinor: number
  /** In the order's currency: what came, and what of that went back or was lost. */
  readonly cameMinor: number
  readonly goneMinor: number
  readonly paidAt: Date | null
  /** It can still be paid. */
  readonly isOpen: boolean
  /** Someone is asked before anything follows. */
  readonly isAsked: boolean
  /** The time that it stands for now; null where it stands for none. */
  readonly givenAt: Date | null
  readonly wasGiven: boolean
  readonly memberUntil: Date | null
  readonly isBlocked: boolean
  readonly tunnels: readonly { readonly isOpen: boolean; readonly isBehind: boolean; readonly failures: number }[]
  /** The last use of an app that is signed in; null where none is. */
  readonly appSeenAt: Date | null
}

/**
 * How far an order has come, from the money to the app: `missing` or `waits` at the first place where something is not there,
 * which is why its buyer has nothing. Every stage is judged by itself: a buyer who had time before may use it all the same.
 */
export function orderStages(known: Standing): readonly Stage[] {
  return [moneyStage(known), timeStage(known), tunnelStage(known), appStage(known)]
}

function moneyStage({ totalMinor, cameMinor, goneMinor, paidAt, isOpen, isAsked }: Standing): Stage {
  const stage = 'money' as const
  if (goneMinor > 0 && goneMinor >= cameMinor) return { stage, state: 'back', at: paidAt }
  if (paidAt && cameMinor >= totalMinor) return { stage, state: 'done', at: paidAt }
  // A free order is paid without money; a part of it, or money in question, waits.
  const waits = isOpen || isAsked || cameMinor > 0
  return { stage, state: waits ? 'waits' : 'missing', at: paidAt }
}

function timeStage({ now, givenAt, wasGiven, memberUntil, paidAt, isAsked }: Standing): Stage {
  const stage = 'time' as const
  if (givenAt) return { stage, state: memberUntil && memberUntil > now ? 'done' : 'over', at: givenAt }
  if (wasGiven) return { stage, state: 'back', at: null }
  return { stage, state: paidAt || isAsked ? 'waits' : 'missing', at: null }
}

function tunnelStage({ now, memberUntil, isBlocked, tunnels }: Standing): Stage {
  const stage = 'tunnels' as const
  const at = null
  if (isBlocked || !memberUntil) return { stage, state: 'missing', at }
  if (memberUntil <= now) return { stage, state: 'over', at }
  if (tunnels.some(({ isBehind, failures }) => isBehind || failures > 0)) return { stage, state: 'waits', at }
  return { stage, state: tunnels.some(({ isOpen }) => isOpen) ? 'done' : 'missing', at }
}

const appStage = ({ appSeenAt: at }: Standing): Stage => ({ stage: 'app', state: at ? 'done' : 'missing', at })
