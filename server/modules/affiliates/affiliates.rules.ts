import type { FieldError } from '#shared/field-errors.ts'

/** After a refusal another application is read so many days later. */
export const reapplyAfterDays = 30
/** Links that are not archived, and all of them. */
export const maxCampaigns = 50
export const maxCampaignsEver = 200

/** Pages of the site that a link may lead to. */
export const destinations = ['/', '/pricing', '/download', '/trial', '/group-buying', '/register'] as const
export type Destination = (typeof destinations)[number]

const dayMs = 86_400_000
export const mayApplyFrom = (decidedAt: Date): Date => new Date(decidedAt.getTime() + reapplyAfterDays * dayMs)

export const campaignSlugPattern = /^[a-z0-9][a-z0-9-]{0,22}[a-z0-9]$/

/** A name among letters, with spaces, apostrophes and hyphens between them: no address, no number and no sentence fits. */
const greetingName = /^\p{L}[\p{L}\p{M}]*(?:[ '’·-][\p{L}\p{M}]+){0,2}$/u

/** Signs that count as letters and show nothing. */
const unseen = /[\u115f\u1160\u3164\uffa0]/u
/** Words by which someone would speak for the shop. */
const shopWords = [
  'official',
  'support',
  'service',
  'admin',
  'team',
  'staff',
  'help',
  '官方',
  '客服',
  '微信',
  '客户',
  '管理',
  '团队',
]

/** Wide letters and capitals are the same to who reads them. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * A name by which strangers are greeted is a name; empty: they are greeted without one. In Chinese six characters are a name and more are
 * a sentence. `brands`: what the shop is called, which no name may hold.
 */
export function checkGreetingName(name: string, brands: readonly string[]): FieldError | null {
  if (name === '') return null
  const folded = fold(name)
  const isLong = [...name].length > (/\p{Script=Han}/u.test(name) ? 6 : 20)
  const poses = [...shopWords, ...brands.map(fold)].some((word) => folded.includes(word))
  return isLong || poses || unseen.test(name) || !greetingName.test(name) ? 'GreetingNameFormat' : null
}

export const checkText = (text: string, max: number): FieldError | null =>
  text.trim() === '' ? 'Required' : [...text.trim()].length > max ? 'TextTooLong' : null

/** A scheme as browsers read one: they skip spaces, control characters and line ends in it. */
const scheme = /^[a-z][a-z0-9+.-]*:/i
const skipped = /[\s\p{C}]/gu

/** An https or http address, or a plain name: an operator may open what stands here, so it must not be a script or a file. */
export function checkChannel(text: string, max: number): FieldError | null {
  const bare = text.replaceAll(skipped, '')
  if (scheme.test(bare) && !/^https?:\/\/[^/]/i.test(bare)) return 'ChannelFormat'
  return checkText(text, max)
}

/** Chains on which USDT is paid. What an address or a transaction looks like depends on the family alone. */
export const payoutChains = ['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'] as const
export type PayoutChain = (typeof payoutChains)[number]
export const isPayoutChain = (name: string | undefined): name is PayoutChain =>
  (payoutChains as readonly (string | undefined)[]).includes(name)

/** A new payout address waits so long, and its owner hears of it meanwhile. */
export const payoutRestHours = 72
