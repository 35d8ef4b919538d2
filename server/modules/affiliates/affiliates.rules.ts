import type { FieldError } from '#shared/field-errors.ts'

/** After a refusal another application is read so many days later. */
export const reapplyAfterDays = 30
export const maxCampaigns = 50

const dayMs = 86_400_000
export const mayApplyFrom = (decidedAt: Date): Date => new Date(decidedAt.getTime() + reapplyAfterDays * dayMs)

export const campaignSlugPattern = /^[a-z0-9][a-z0-9-]{0,22}[a-z0-9]$/

export const checkText = (text: string, max: number): FieldError | null =>
  text.trim() === '' ? 'Required' : [...text.trim()].length > max ? 'TextTooLong' : null

/** Chains on which USDT is paid. What an address or a transaction looks like depends on the family alone. */
export const payoutChains = ['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'] as const
export type PayoutChain = (typeof payoutChains)[number]
export const isPayoutChain = (name: string | undefined): name is PayoutChain =>
  (payoutChains as readonly (string | undefined)[]).includes(name)

/** A new payout address waits so long, and its owner hears of it meanwhile. */
export const payoutRestHours = 72
