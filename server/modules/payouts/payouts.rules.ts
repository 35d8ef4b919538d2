import { monthAt, monthEnd, type MonthZones } from '#shared/month-zones.ts'

/** A month as people write it, `2026-10`, as its first day; null if it is none. */
export const readPeriod = (text: string): string | null => (/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null)

/** From when on a month can be closed: its end. `period`: its first day. */
export const periodEnd = (period: string, zones: MonthZones): Date => monthEnd(zones, period.slice(0, 7))

/** The month that is closed next, its first day: the one of `now`. */
export const currentPeriod = (now: Date, zones: MonthZones): string => `${monthAt(zones, now)}-01`

/** What is missing until the minimum; 0: enough. */
export const missingMinor = (payableMinor: number, minPayoutMinor: number): number =>
  Math.max(0, minPayoutMinor - payableMinor)

export type PayoutStand = {
  readonly amountMinor: number
  /** What its commissions come to by now; left out where they are not added up. */
  readonly linesMinor?: number
  /** What went back since of anything that was settled, and was deducted nowhere yet; negative: more was given back. */
  readonly takenBackMinor: number
  readonly isSuspended: boolean
  readonly affiliateId: string
  /** Affiliates who are, or were, paid to its address. */
  readonly holders: readonly AddressHolder[]
  /** Of an address that is not fixed yet: until when nothing is approved to it. */
  readonly restsUntil: Date | null
}

/** An affiliate with a payout address, or one who was paid to it. `isAllowed`: a person allowed them to share it. `since`: orders them. */
export type AddressHolder = {
  readonly userId: string
  readonly uid: number
  readonly isAllowed: boolean
  readonly since: Date
}

/** Those who have an address no later than this affiliate, who is one of them; all of them where the affiliate has it not. */
export function listEarlier<H extends AddressHolder>(holders: readonly H[], affiliateId: string): H[] {
  const since = holders.find(({ userId }) => userId === affiliateId)?.since
  return holders.filter((each) => since === undefined || each.since <= since)
}

/**
 * Whether a person looks before this affiliate is paid to an address: where someone had it before them, or at the same moment. Anyone can
 * read an address on its chain, enter it as theirs and sell a little: who comes later holds no one who was there.
 */
export function isSharedAddress(holders: readonly AddressHolder[], affiliateId: string): boolean {
  const counting = listEarlier(holders, affiliateId)
  return counting.length > 1 && !counting.every(({ isAllowed }) => isAllowed)
}

/** What of a settlement is still owed. More than it was drawn up for waits for the next one. */
export const netMinor = ({
  amountMinor,
  linesMinor = amountMinor,
  takenBackMinor,
}: Pick<PayoutStand, 'amountMinor' | 'linesMinor' | 'takenBackMinor'>): number =>
  Math.min(amountMinor, linesMinor) - Math.max(0, takenBackMinor)

export type PayoutFault = 'suspended' | 'refunded' | 'other_rows' | 'payout_address_fresh' | 'payout_address_shared'

/** Why a settlement is neither approved nor paid; null: it may be. */
export function findPayoutFault(stand: PayoutStand, now: Date): PayoutFault | null {
  if (stand.isSuspended) return 'suspended'
  if (netMinor(stand) < stand.amountMinor) return 'refunded'
  // Rows that are in it and that it does not pay would count as paid.
  if ((stand.linesMinor ?? stand.amountMinor) > stand.amountMinor) return 'other_rows'
  if (isSharedAddress(stand.holders, stand.affiliateId)) return 'payout_address_shared'
  return stand.restsUntil !== null && stand.restsUntil > now ? 'payout_address_fresh' : null
}

/** How addresses are compared: those of EVM chains are written in either case. */
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

/** A transaction as this chain writes it, in its usual spelling; null if it is none. */
export function readTransactionHash(chain: string, text: string): string | null {
  const match = /^(0x)?([0-9a-f]{64})$/i.exec(text.trim())
  if (!match || !Object.hasOwn(explorers, chain)) return null
  const digits = (match[2] as string).toLowerCase()
  if (chain === 'tron') return match[1] ? null : digits
  return match[1] ? `0x${digits}` : null
}

/** Where anyone can look the transaction up. */
export const explorerUrl = (chain: string | null, hash: string | null): string | null =>
  chain !== null && hash !== null && Object.hasOwn(explorers, chain) ? `${explorers[chain]}${hash}` : null
