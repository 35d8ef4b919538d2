import type { Input, Output } from '#shared/contract/call.ts'
import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { isPayoutChain } from '#server/modules/affiliates/affiliates.rules.ts'
import { listLines } from '#server/modules/payouts/commissions.service.ts'
import { stateOf } from '#server/modules/payouts/commissions.rules.ts'
import { reserveLeft, reserveStateOf } from '#server/modules/payouts/reserves.rules.ts'
import type { CommissionLine } from '#server/modules/payouts/commission-lines.repo.ts'
import { listReferrals } from '#server/modules/referrals/referrals.service.ts'
import { publicReason } from '#server/modules/referrals/referrals.rules.ts'
import { explorerUrl } from '#server/modules/payouts/payouts.rules.ts'
import { listPayoutLines, type PayoutLine } from '#server/modules/payouts/payouts.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { readCursor } from './describe-invites.ts'

type Calls = typeof affiliateCalls
type CommissionsInput = Input<Calls['/api/system/system_affiliate_commissions']>
type ReferralsInput = Input<Calls['/api/system/system_affiliate_referrals']>
type CommissionView = Output<Calls['/api/system/system_affiliate_commissions']>['list'][number]
type SettlementView = Output<Calls['/api/system/system_affiliate_settlements']>['list'][number]

const pageSize = 50
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Throws `NotAnAffiliate` if the user is not an affiliate. Accepts suspended affiliates, who may still read. */
export async function requireAffiliate(db: Queryable, userId: string): Promise<void> {
  if (!(await findAffiliate(db, userId))) throw new AppError('NotAnAffiliate')
}

const readCampaign = (id: string | undefined): string | null => {
  if (id === undefined) return null
  if (!isUuid(id)) throw new AppError('InvalidInput', { campaign: 'Invalid' })
  return id
}

export const presentCommission = (line: CommissionLine, language: Language): CommissionView => {
  const state = stateOf(line, line.now)
  return {
    id: line.id,
    referredUid: line.uid,
    package: line.productNames[language],
    orderNumber: line.orderNumber,
    amountPaidMinor: line.orderPaidMinor,
    amountPaidCurrency: line.paidCurrency,
    type: line.type === 'first' ? 0 : 1,
    referRate: line.rateBps,
    referAmount: line.amountMinor,
    currency: 'USD',
    status: state === 'paid' ? 1 : 0,
    state,
    date: line.bookedAt.getTime(),
    heldUntil: line.heldUntil.getTime(),
    reverses: line.reverses,
    reversedMinor: Math.max(0, line.reversedMinor),
    campaign: line.slug || null,
    reserveMinor: line.reserveMinor,
    reserveLeftMinor: reserveLeft(line),
    reserveUntil: line.reserveUntil?.getTime() ?? null,
    reserveState: reserveStateOf(line, line.now),
  }
}

export async function listCommissions(
  database: Database,
  userId: string,
  { type, state, campaign, from, to, before, limit = pageSize }: CommissionsInput,
  language: Language,
): Promise<Output<Calls['/api/system/system_affiliate_commissions']>> {
  await requireAffiliate(database, userId)
  const filter = {
    type: type === undefined ? null : type === 0 ? ('first' as const) : ('renewal' as const),
    state: state ?? null,
    campaignId: readCampaign(campaign),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  const found = await listLines(database, userId, filter, readCursor(before), limit + 1)
  const page = found.slice(0, limit)
  return {
    list: page.map((line) => presentCommission(line, language)),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

export async function listReferred(
  database: Database,
  userId: string,
  { status, campaign, from, to, before, limit = pageSize }: ReferralsInput,
): Promise<Output<Calls['/api/system/system_affiliate_referrals']>> {
  await requireAffiliate(database, userId)
  const filter = {
    isPaid: status === undefined ? null : status === 1,
    campaignId: readCampaign(campaign),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  const found = await listReferrals(database, userId, filter, readCursor(before), limit + 1)
  const page = found.slice(0, limit)
  return {
    list: page.map((line) => ({
      referredUid: line.uid,
      referralDate: line.referredAt.getTime(),
      status: line.isPaid ? (1 as const) : (0 as const),
      campaign: line.slug || null,
      counts: line.verdict,
      reason: publicReason(line.reason),
    })),
    next: found.length > limit ? (page.at(-1)?.userId ?? null) : null,
  }
}

const stateShown = { drawing: 'prepared', undoing: 'cancelled' } as const

export const presentPayout = (settlement: PayoutLine): SettlementView => {
  const { chain, transactionHash, state } = settlement
  return {
    id: settlement.id,
    period: settlement.period.slice(0, 7),
    amountMinor: settlement.amountMinor,
    takenBackMinor: Math.min(settlement.amountMinor, settlement.takenBackMinor),
    currency: 'USD',
    state: state === 'drawing' || state === 'undoing' ? stateShown[state] : state,
    preparedAt: settlement.preparedAt.getTime(),
    approvedAt: settlement.approvedAt?.getTime() ?? null,
    payoutDate: settlement.paidAt?.getTime() ?? null,
    chain: isPayoutChain(chain ?? undefined) ? (chain as SettlementView['chain']) : null,
    address: settlement.address,
    transactionHash,
    explorerUrl: explorerUrl(chain, transactionHash),
    onChain: settlement.onChain,
    commissions: settlement.commissions,
    reserveKeptMinor: settlement.reserveKeptMinor,
    reservePaidMinor: settlement.reservePaidMinor,
  }
}

export async function listPayouts(
  database: Database,
  userId: string,
  { before, limit = pageSize }: Input<Calls['/api/system/system_affiliate_settlements']>,
): Promise<Output<Calls['/api/system/system_affiliate_settlements']>> {
  await requireAffiliate(database, userId)
  const found = await listPayoutLines(database, userId, readCursor(before), limit + 1)
  const page = found.slice(0, limit)
  return { list: page.map(presentPayout), next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}
