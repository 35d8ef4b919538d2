/**
 * Stages of a payout. `prepared`: something blocks its approval. `checked`: only a second operator is missing.
 * `proven`: the blockchain shows the payment.
 */
export const payoutStages = ['prepared', 'checked', 'approved', 'paid', 'proven'] as const
export type PayoutStage = (typeof payoutStages)[number]
