import type { stageNames, stageStates } from '#shared/contract/operator/order-page.ts'

type Stage = {
  readonly stage: (typeof stageNames)[number]
  readonly state: (typeof stageStates)[number]
  readonly at: Date | null
}

export type Standing = {
  readonly now: Date
  readonly totalMinor: number
  /** Money received in the order's currency, in minor units. `goneMinor`: money refunded or lost. */
  readonly cameMinor: number
  readonly goneMinor: number
  readonly paidAt: Date | null
  readonly isOpen: boolean
  readonly isAsked: boolean
  readonly givenAt: Date | null
  readonly wasGiven: boolean
  readonly memberUntil: Date | null
  readonly isBlocked: boolean
  readonly tunnels: readonly { readonly isOpen: boolean; readonly isBehind: boolean; readonly failures: number }[]
  readonly appSeenAt: Date | null
}

/**
 * Stages from payment to the running app. The first one that is `missing` or `waits` explains why the buyer has no
 * service. Stages are computed independently, because a buyer may have time from earlier orders.
 */
export function orderStages(known: Standing): readonly Stage[] {
  return [moneyStage(known), timeStage(known), tunnelStage(known), appStage(known)]
}

function moneyStage({ totalMinor, cameMinor, goneMinor, paidAt, isOpen, isAsked }: Standing): Stage {
  const stage = 'money' as const
  if (goneMinor > 0 && goneMinor >= cameMinor) return { stage, state: 'back', at: paidAt }
  if (paidAt && cameMinor >= totalMinor) return { stage, state: 'done', at: paidAt }
  // The stage waits while the order can be paid, a review is open, or a part of the money has arrived. A free order has
  // passed the check above, because its total is 0.
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
