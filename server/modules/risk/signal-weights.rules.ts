import type { SignalKind } from './signals.rules.ts'

/** Signal that two accounts share. `isFormer`: one of them no longer has it. */
export type Shared = { readonly kind: SignalKind; readonly isFormer: boolean }
export type Weighed = Shared & { readonly weight: number }

/**
 * Weight of a shared signal as evidence that two accounts are related, 0 to 100. Payers and payout wallets belong to a
 * person or household. Devices change hands, networks cover a town or dormitory, and passkey models are common.
 */
const weights: Readonly<Record<SignalKind, { readonly now: number; readonly former: number }>> = {
  payout: { now: 95, former: 80 },
  payer: { now: 90, former: 80 },
  // Customers of an exchange share the wallet from which it sends, so a common wallet alone proves little.
  wallet: { now: 45, former: 45 },
  device: { now: 80, former: 50 },
  network: { now: 15, former: 15 },
  network_wide: { now: 5, former: 5 },
  network_widest: { now: 1, former: 1 },
  passkey: { now: 1, former: 1 },
}

/** Minimum weight with which a single signal links two accounts. Lighter signals never link accounts, even together. */
const linkingWeight = 50

export const linkingKinds: readonly SignalKind[] = (Object.keys(weights) as SignalKind[]).filter(
  (kind) => weights[kind].former >= linkingWeight,
)

/**
 * Kinds of signals that count between friends and inviters. A wallet alone adds nobody to a cluster of related
 * accounts, because strangers who use the same exchange must not share a risk case.
 */
export const tyingKinds: readonly SignalKind[] = [...linkingKinds, 'wallet']

export const weightOf = ({ kind, isFormer }: Shared): number => weights[kind][isFormer ? 'former' : 'now']

export const weigh = (shared: readonly Shared[]): Weighed[] =>
  shared
    .map((each) => ({ ...each, weight: weightOf(each) }))
    .toSorted((a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : 1))

/**
 * Limits for computing a cluster of related accounts: accounts, accounts followed per signal, and signals followed per
 * account.
 */
export const clusterBounds = { people: 200, perTrait: 50, traits: 100 } as const
