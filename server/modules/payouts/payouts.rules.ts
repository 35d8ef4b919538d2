import { monthAt, monthEnd, type MonthZones } from '#shared/month-zones.ts'

/** Parses a month (`2026-10`) into its first day; null if invalid. */
export const readPeriod = (text: string): string | null => (/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null)

export const periodEnd = (period: string, zones: MonthZones): Date => monthEnd(zones, period.slice(0, 7))

/** First day of the current month, which is the next one to close. */
export const currentPeriod = (now: Date, zones: MonthZones): string => `${monthAt(zones, now)}-01`

export const missingMinor = (payableMinor: number, minPayoutMinor: number): number =>
  Math.max(0, minPayoutMinor - payableMinor)

export type PayoutStand = {
  readonly amountMinor: number
  readonly linesMinor?: number
  /**
   * Reversals of commissions that were already in a payout, as far as no payout has deducted them. Negative if more was
   * restored.
   */
  readonly takenBackMinor: number
  readonly isSuspended: boolean
  readonly affiliateId: string
  readonly holders: readonly AddressHolder[]
  /** End of the waiting period of a new wallet address. No payout to it is approved before then. */
  readonly restsUntil: Date | null
}

/**
 * Affiliate who uses this wallet address or was paid to it. `isAllowed`: an operator allowed sharing. The affiliate
 * with the earliest `since` had the address first.
 */
export type AddressHolder = {
  readonly userId: string
  readonly uid: number
  readonly isAllowed: boolean
  readonly since: Date
}

/**
 * Affiliates who had the wallet address no later than this affiliate, including this affiliate. Returns all of them if
 * this affiliate does not have the address.
 */
export function listEarlier<H extends AddressHolder>(holders: readonly H[], affiliateId: string): H[] {
  const since = holders.find(({ userId }) => userId === affiliateId)?.since
  return holders.filter((each) => since === undefined || each.since <= since)
}

/**
 * True if an operator must check the wallet address, because somebody else had it before this affiliate or since the
 * same moment. Affiliates who added it later do not count: anybody could copy an address from the blockchain to block
 * its owner.
 */
export function isSharedAddress(holders: readonly AddressHolder[], affiliateId: string): boolean {
  const counting = listEarlier(holders, affiliateId)
  return counting.length > 1 && !counting.every(({ isAllowed }) => isAllowed)
}

/**
 * Amount still owed for a payout after reversals. If its commissions have increased since the payout was created, the
 * increase waits for the next payout.
 */
export const netMinor = ({
  amountMinor,
  linesMinor = amountMinor,
  takenBackMinor,
}: Pick<PayoutStand, 'amountMinor' | 'linesMinor' | 'takenBackMinor'>): number =>
  Math.min(amountMinor, linesMinor) - Math.max(0, takenBackMinor)

export type PayoutFault = 'suspended' | 'refunded' | 'other_rows' | 'payout_address_fresh' | 'payout_address_shared'

export function findPayoutFault(stand: PayoutStand, now: Date): PayoutFault | null {
  if (stand.isSuspended) return 'suspended'
  if (netMinor(stand) < stand.amountMinor) return 'refunded'
  // Commissions that were added after the payout was created would count as paid without being paid.
  if ((stand.linesMinor ?? stand.amountMinor) > stand.amountMinor) return 'other_rows'
  if (isSharedAddress(stand.holders, stand.affiliateId)) return 'payout_address_shared'
  return stand.restsUntil !== null && stand.restsUntil > now ? 'payout_address_fresh' : null
}

/** Key by which wallet addresses are compared: EVM addresses are case-insensitive. */
export const addressKey = (address: string): string => address.toLowerCase()

const explorers: Readonly<Record<string, string>> = {
  tron: 'https://tronscan.org/#/transaction/',
  ethereum: 'https://etherscan.io/tx/',
  bsc: 'https://bscscan.com/tx/',
  polygon: 'https://polygonscan.com/tx/',
  arbitrum: 'https://arbiscan.io/tx/',
  optimism: 'https://optimistic.etherscan.io/tx/',
  base: 'https://basescan.org/tx/',
}

export function readTransactionHash(chain: string, text: string): string | null {
  const match = /^(0x)?([0-9a-f]{64})$/i.exec(text.trim())
  if (!match || !Object.hasOwn(explorers, chain)) return null
  const digits = (match[2] as string).toLowerCase()
  if (chain === 'tron') return match[1] ? null : digits
  return match[1] ? `0x${digits}` : null
}

export const explorerUrl = (chain: string | null, hash: string | null): string | null =>
  chain !== null && hash !== null && Object.hasOwn(explorers, chain) ? `${explorers[chain]}${hash}` : null
