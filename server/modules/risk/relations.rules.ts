import type { SignalKind } from './signals.rules.ts'

/** Signal shared by two accounts. `isFormer`: one of them no longer has it. */
export type Shared = { readonly kind: SignalKind; readonly isFormer: boolean }
export type Weighed = Shared & { readonly weight: number }

/**
 * Weight of a shared signal, 0 to 100. Payers and payout addresses belong to a person or household. Devices change
 * hands, networks cover a town or dormitory, and passkey models are common.
 */
const weights: Readonly<Record<SignalKind, { readonly now: number; readonly former: number }>> = {
  payout: { now: 95, former: 80 },
  payer: { now: 90, former: 80 },
  // Customers of an exchange share its wallet.
  wallet: { now: 45, former: 45 },
  device: { now: 80, former: 50 },
  network: { now: 15, former: 15 },
  network_wide: { now: 5, former: 5 },
  network_widest: { now: 1, former: 1 },
  passkey: { now: 1, former: 1 },
}

/** Minimum weight with which a single signal links two accounts. Lighter signals never link, even together. */
const linkingWeight = 50

export const linkingKinds: readonly SignalKind[] = (Object.keys(weights) as SignalKind[]).filter(
  (kind) => weights[kind].former >= linkingWeight,
)

/**
 * Kinds that tie friends and inviters. A wallet alone adds nobody to a cluster, because strangers who use the same
 * exchange must not share a case.
 */
export const tyingKinds: readonly SignalKind[] = [...linkingKinds, 'wallet']

export const weightOf = ({ kind, isFormer }: Shared): number => weights[kind][isFormer ? 'former' : 'now']

export const weigh = (shared: readonly Shared[]): Weighed[] =>
  shared
    .map((each) => ({ ...each, weight: weightOf(each) }))
    .toSorted((a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : 1))

/**
 * Limits when a cluster of related accounts is computed: accounts, accounts per signal, and signals followed per
 * account.
 */
export const clusterBounds = { people: 200, perTrait: 50, traits: 100 } as const
