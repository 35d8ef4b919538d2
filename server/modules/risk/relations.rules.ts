import type { SignalKind } from './signals.rules.ts'

/** One kind of trait that two accounts have in common. `isFormer`: one of the two has it no more. */
export type Shared = { readonly kind: SignalKind; readonly isFormer: boolean }
export type Weighed = Shared & { readonly weight: number }

/**
 * How much it says that two accounts share a trait, from 0 to 100. A payer or a payout address is one person's or one household's; a
 * device is handed on; a network is a town's or a dormitory's, and many people have the same model of passkey.
 */
const weights: Readonly<Record<SignalKind, { readonly now: number; readonly former: number }>> = {
  payout: { now: 95, former: 80 },
  payer: { now: 90, former: 80 },
  // Customers of an exchange send from one wallet of it.
  wallet: { now: 45, former: 45 },
  device: { now: 80, former: 50 },
  network: { now: 15, former: 15 },
  network_wide: { now: 5, former: 5 },
  network_widest: { now: 1, former: 1 },
  passkey: { now: 1, former: 1 },
}

/** From here on one trait alone ties two accounts together. What is below never does, not even all of it together. */
const linkingWeight = 50

/** Kinds of which one is enough. */
export const linkingKinds: readonly SignalKind[] = (Object.keys(weights) as SignalKind[]).filter(
  (kind) => weights[kind].former >= linkingWeight,
)

/**
 * Kinds by which friends of one inviter, and a friend and the inviter, are tied. A wallet alone joins no cluster: strangers who
 * pay from one exchange must not land in one case.
 */
export const tyingKinds: readonly SignalKind[] = [...linkingKinds, 'wallet']

export const weightOf = ({ kind, isFormer }: Shared): number => weights[kind][isFormer ? 'former' : 'now']

/** The heaviest first. */
export const weigh = (shared: readonly Shared[]): Weighed[] =>
  shared
    .map((each) => ({ ...each, weight: weightOf(each) }))
    .toSorted((a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : 1))

/** So many accounts a cluster has at most, so many others one trait leads to, and so many traits of one account are followed. */
export const clusterBounds = { people: 200, perTrait: 50, traits: 100 } as const
