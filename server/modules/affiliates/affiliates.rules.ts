import type { FieldError } from '#shared/field-errors.ts'

export const reapplyAfterDays = 30
/** Maximum number of an affiliate's active links, and of all links that the affiliate has ever created. */
export const maxCampaigns = 50
export const maxCampaignsEver = 200

const destinations = ['/', '/pricing', '/download', '/trial', '/group-buying', '/register'] as const
export type Destination = (typeof destinations)[number]

const dayMs = 86_400_000
export const mayApplyFrom = (decidedAt: Date): Date => new Date(decidedAt.getTime() + reapplyAfterDays * dayMs)

export const campaignSlugPattern = /^[a-z0-9][a-z0-9-]{0,22}[a-z0-9]$/

/**
 * Greeting name that visitors of an affiliate's link see: up to three words of letters, with single spaces,
 * apostrophes, dots or hyphens between them. Web addresses, numbers and sentences do not match.
 */
const greetingName = /^\p{L}[\p{L}\p{M}]*(?:[ '’·-][\p{L}\p{M}]+){0,2}$/u

/** Invisible characters that Unicode counts as letters. */
const unseen = /[\u115f\u1160\u3164\uffa0]/u
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

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Validates a greeting name; empty means none. Allows 20 characters, but only six in a name with Chinese ones, because
 * more are a sentence. `brands`: names of the shop, which are forbidden like the words in `shopWords`.
 */
export function checkGreetingName(name: string, brands: readonly string[]): FieldError | null {
  if (name === '') return null
  const folded = fold(name)
  const isLong = [...name].length > (/\p{Script=Han}/u.test(name) ? 6 : 20)
  const poses = [...shopWords, ...brands.map(fold)].some((word) => folded.includes(word))
  return isLong || poses || unseen.test(name) || !greetingName.test(name) ? 'GreetingNameFormat' : null
}

export function checkText(text: string, max: number, min = 1): FieldError | null {
  const { length } = [...text.trim()]
  return length < min ? 'Required' : length > max ? 'TextTooLong' : null
}

/**
 * URL scheme at the start of a text. Blanks and control characters are removed before the check, because browsers
 * ignore them, too.
 */
const scheme = /^[a-z][a-z0-9+.-]*:/i
const skipped = /[\s\p{C}]/gu

/**
 * Validates the channel of an application: a web address (http or https) or a plain name. Other schemes such as scripts
 * and files are forbidden, because operators may open the address.
 */
export function checkChannel(text: string, max: number, min = 1): FieldError | null {
  const bare = text.replaceAll(skipped, '')
  if (scheme.test(bare) && !/^https?:\/\/[^/]/i.test(bare)) return 'ChannelFormat'
  return checkText(text, max, min)
}

/** Blockchains for USDT payouts. All except TRON share one format of wallet addresses and transaction hashes. */
export const payoutChains = ['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'] as const
export type PayoutChain = (typeof payoutChains)[number]
export const isPayoutChain = (name: string | undefined): name is PayoutChain =>
  (payoutChains as readonly (string | undefined)[]).includes(name)

/** Hours for which a new wallet address waits before payouts go there. The affiliate is notified and can object. */
export const payoutRestHours = 72
