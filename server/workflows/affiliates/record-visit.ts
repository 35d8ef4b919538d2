import { randomBytes } from 'node:crypto'
import type { Input } from '#shared/contract/call.ts'
import type { MarketingContract } from '#shared/contract/marketing.ts'
import { findInviter } from '#server/modules/accounts/accounts.service.ts'
import { addToCampaign, findCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { recordStep, recordVisit } from '#server/modules/marketing/marketing.queries.ts'
import { readReferralCode } from '#server/modules/referrals/referrals.rules.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'

export type MarketingDeps = { readonly database: Database; readonly digest: KeyedDigest }
type Visit = Input<MarketingContract['/marketing/visit']>
type Step = Input<MarketingContract['/marketing/conversion']>

async function campaignOf(db: Queryable, referral: string | undefined): Promise<string | null> {
  const code = readReferralCode(referral)
  const inviter = code && (await findInviter(db, code.inviteCode).catch(() => null))
  return (inviter && (await findCampaign(db, inviter, code.slug))?.id) ?? null
}

/**
 * Records a visit through a referral or ad link. Idempotent. Beyond the rate limit of the network it returns the same
 * answer without counting the visit.
 */
export async function noteVisit(
  { database, digest }: MarketingDeps,
  { visit = randomBytes(16).toString('base64url'), r, gclid, wbraid, gbraid, vid }: Visit,
  caller: CallerNetwork,
): Promise<{ visit: string }> {
  if (!(await consumeTries(database, digest, networkOfTry('visit-network', caller)))) return { visit }
  const campaignId = await campaignOf(database, r)
  const clicks = { gclid: gclid ?? null, wbraid: wbraid ?? null, gbraid: gbraid ?? null, vid: vid ?? null }
  await database.transaction(async (tx) => {
    // Stores only the inviter's code, because the name of the campaign is deleted with the inviter's account.
    const referral = readReferralCode(r)?.inviteCode ?? null
    const isNew = (await recordVisit(tx, { visit, campaignId, referral, ...clicks })) === 1
    if (isNew && campaignId) await addToCampaign(tx, campaignId, { visits: 1, signUps: 0, paid: 0, earnedMinor: 0 })
  })
  return { visit }
}

export async function noteStep(
  { database, digest }: MarketingDeps,
  { visit, step }: Step,
  caller: CallerNetwork,
): Promise<void> {
  if (await consumeTries(database, digest, networkOfTry('visit-network', caller)))
    await recordStep(database, visit, step)
}
