/** The way of a settlement: something keeps it from approval; nothing does but another operator; approved; paid; seen on its chain. */
export const payoutStages = ['prepared', 'checked', 'approved', 'paid', 'proven'] as const
export type PayoutStage = (typeof payoutStages)[number]
