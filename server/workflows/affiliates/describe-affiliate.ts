import { nextTier, tierAt, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Output } from '#shared/contract/call.ts'
import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { AppError } from '#shared/errors.ts'
import { monthAfter, type MonthZones } from '#shared/month-zones.ts'
import type { Language } from '#shared/language.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import {
  findAffiliate,
  findGreetingName,
  listCampaigns,
  type Affiliate,
  type Campaign,
} from '#server/modules/affiliates/affiliates.queries.ts'
import { findLastApplication } from '#server/modules/affiliates/applications.queries.ts'
import { isPayoutChain, mayApplyFrom } from '#server/modules/affiliates/affiliates.rules.ts'
import { lastMonths } from '#server/modules/payouts/commissions.rules.ts'
import { readWaiting } from '#server/modules/payouts/commission-holds.service.ts'
import { listMonths } from '#server/modules/payouts/commissions.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { countForTier } from '#server/modules/referrals/referrals.service.ts'
import { findTotals } from '#server/modules/referrals/referrals.queries.ts'
import { referralCode } from '#server/modules/referrals/referrals.rules.ts'
import {
  addressKey,
  currentPeriod,
  isSharedAddress,
  missingMinor,
  periodEnd,
} from '#server/modules/payouts/payouts.rules.ts'
import { listHolders, sumPayouts } from '#server/modules/payouts/payouts.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

type View = Output<(typeof affiliateCalls)['/api/system/system_affiliate']>
type Overview = NonNullable<View['overview']>
type Reader = { readonly userId: string; readonly language: Language; readonly publicOrigin: string }

export const presentLink = (campaign: Campaign, inviteCode: string, publicOrigin: string) => ({
  id: campaign.id,
  name: campaign.name,
  slug: campaign.slug === '' ? null : campaign.slug,
  url: `${publicOrigin}/?r=${referralCode(inviteCode, campaign.slug)}`,
  visits: campaign.visits,
  signUps: campaign.signUps,
  paid: campaign.paid,
  earnedMinor: campaign.earnedMinor,
  destination: campaign.destination,
  archived: campaign.isArchived,
})

export const describeAffiliate = (database: Database, reader: Reader): Promise<View> =>
  database.transaction(async (tx) => {
    const { affiliateTerms: terms, affiliateContact: contact, monthZones } = await readSettings(tx)
    const affiliate = await findAffiliate(tx, reader.userId)
    const last = affiliate ? undefined : await findLastApplication(tx, reader.userId)
    return {
      state: affiliate?.state ?? (last?.state === 'approved' ? 'none' : last?.state) ?? 'none',
      reason: affiliate?.reason ?? last?.reason ?? null,
      appliedAt: last?.appliedAt.getTime() ?? null,
      mayApplyFrom: last?.state === 'rejected' && last.decidedAt ? mayApplyFrom(last.decidedAt).getTime() : null,
      terms: presentTerms(terms, reader.language),
      contact,
      overview: affiliate ? await describeFigures(tx, { terms, monthZones }, affiliate, reader) : null,
    }
  })

const presentTerms = (terms: AffiliateTerms, language: Language): View['terms'] => ({
  version: terms.version,
  since: terms.since,
  tiers: terms.tiers.map(({ names, reserve = null, ...tier }) => ({ ...tier, reserve, name: names[language] })),
  holdDays: terms.holdDays,
  minPayoutMinor: terms.minPayoutMinor,
  currency: terms.currency,
  attributionDays: terms.attributionDays,
  invitedTrialMinutes: terms.invitedTrialMinutes,
})

async function describeFigures(
  tx: Transaction,
  { terms, monthZones }: { terms: AffiliateTerms; monthZones: MonthZones },
  affiliate: Affiliate,
  { userId, publicOrigin }: Reader,
): Promise<Overview> {
  const profile = await findProfile(tx, userId)
  if (!profile) throw new AppError('Unauthorized')
  const campaigns = await listCampaigns(tx, userId)
  const months = await listMonths(tx, userId)
  const { heldMinor, reservedMinor, reserves } = await readWaiting(tx, userId)
  const settled = await sumPayouts(tx, userId)
  const earned = sum(months.map((month) => month.firstMinor + month.renewalMinor - month.reversedMinor))
  const payable = earned - heldMinor - reservedMinor - settled.settlingMinor - settled.paidMinor
  const [totals, payers] = await Promise.all([findTotals(tx, userId), countForTier(tx, userId, terms)])
  const period = currentPeriod(tx.now, monthZones)
  return {
    ...presentTier(terms, affiliate, payers),
    paidReferrals: totals?.paid ?? 0,
    links: campaigns.map((campaign) => presentLink(campaign, profile.inviteCode, publicOrigin)),
    greetingName: (await findGreetingName(tx, userId))?.name ?? null,
    funnel: {
      visits: sum(campaigns.map(({ visits }) => visits)),
      signUps: sum(campaigns.map(({ signUps }) => signUps)),
      paid: sum(campaigns.map((campaign) => campaign.paid)),
    },
    months: lastMonths(tx.now, 12).map((month) => {
      const found = months.find((each) => each.month === month)
      const { firstMinor = 0, renewalMinor = 0, reversedMinor = 0 } = found ?? {}
      return { month: month.slice(0, 7), firstMinor, renewalMinor, reversedMinor }
    }),
    balance: { heldMinor, payableMinor: payable, ...settled, reservedMinor },
    reserves,
    nextPayout: {
      period: period.slice(0, 7),
      closesAt: periodEnd(period, monthZones).getTime(),
      closesOn: `${monthAfter(period.slice(0, 7))}-01`,
      amountMinor: payable,
      missingMinor: missingMinor(payable, terms.minPayoutMinor),
    },
    payoutAddress: await describeAddress(tx, affiliate),
  }
}

async function describeAddress(
  tx: Transaction,
  { userId, payoutChain, payoutAddress: address, payoutRestsUntil: until }: Affiliate,
): Promise<Overview['payoutAddress']> {
  const chain = payoutChain ?? undefined
  if (!isPayoutChain(chain) || address === null) return null
  const restsUntil = until !== null && until > tx.now ? until.getTime() : null
  const holders = await listHolders(tx, [addressKey(address)])
  return { chain, address, restsUntil, isShared: isSharedAddress(holders, userId) }
}

function presentTier(terms: AffiliateTerms, affiliate: Affiliate, paid: number): Pick<Overview, 'tier' | 'nextTier'> {
  const set = terms.tiers.find(({ id }) => id === affiliate.tier)
  if (set) return { tier: set.id, nextTier: null }
  const next = nextTier(terms, paid)
  return {
    tier: tierAt(terms, paid).id,
    nextTier: next ? { id: next.id, missing: next.fromPaidReferrals - paid } : null,
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
