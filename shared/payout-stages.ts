/**
 * Stages of a payout. `prepared`: something blocks its approval. `checked`: only a second operator is missing.
 * `approved`. `paid`. `proven`: seen on its chain.
 */
export const payoutStages = ['prepared', 'checked', 'approved', 'paid', 'proven'] as const
export type PayoutStage = (typeof payoutStages)[number]
