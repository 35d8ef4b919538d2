import type { Static } from 'typebox'
import { webDeviceId } from '#shared/api-values.ts'
import type { CampaignOrigin } from '#shared/contract/campaign.ts'
import type { TypedInvite } from '#shared/typed-code.ts'
import { findLanguage } from '#server/modules/accounts/accounts.queries.ts'
import { findInviter, markTestAccount } from '#server/modules/accounts/accounts.service.ts'
import { addToCampaign, findAffiliate, findCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { findVisit, recordOrigin } from '#server/modules/marketing/marketing.queries.ts'
import { readOpaque } from '#server/modules/marketing/marketing.rules.ts'
import { recordReferral } from '#server/modules/referrals/referrals.service.ts'
import { isInTime, readReferralCode } from '#server/modules/referrals/referrals.rules.ts'
import { listUsersOfDevice } from '#server/modules/risk/signals.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { networkOfTry } from '#server/modules/limits/admit-try.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

export type Campaign = Static<typeof CampaignOrigin>
type Arrival = {
  readonly userId: string
  readonly invite: TypedInvite
  readonly campaign: Campaign | undefined
}

/**
 * Decides the inviter of a new account; only an operator can change it later. The typed invite code counts first,
 * otherwise the last referral link that was followed within the attribution time. An account of a rehearsal (test
 * purchase) has no inviter and is marked as a test account.
 */
export async function attributeReferral(
  tx: Transaction,
  { digest }: Pick<IdentityDeps, 'digest'>,
  { userId, invite, campaign }: Arrival,
  caller: Caller,
): Promise<void> {
  if (caller.rehearsalOf) {
    await markTestAccount(tx, userId, caller.rehearsalOf)
    return
  }
  const consented = campaign?.consented === true
  const visitId = consented ? readOpaque(campaign.visit) : null
  const visit = visitId === null ? undefined : await findVisit(tx, visitId)
  await saveClick(tx, userId, consented ? campaign : undefined)
  const link = readReferralCode(campaign?.r)
  const via = invite.inviteCode === '' ? 'link' : 'typed'
  const code = invite.inviteCode === '' ? link?.inviteCode : invite.inviteCode
  const inviterId = code ? await findInviter(tx, code).catch(() => null) : null
  if (!inviterId) return
  // The stored visit counts only if it came through the link of this inviter.
  const visitedAt = visit && readReferralCode(visit.referral ?? undefined)?.inviteCode === code ? visit.at : null
  const { affiliateTerms } = await readSettings(tx)
  // Without consent no visit is stored, so the browser tab reports when the link was followed. A missing time counts as
  // too old.
  const followedAt = consented ? visitedAt : new Date(campaign?.followedAt ?? 0)
  if (via === 'link' && !isInTime(followedAt, tx.now, affiliateTerms.attributionDays)) return
  // A pasted referral link contains the campaign. An invite code that the form filled in does not, so the campaign is
  // taken from the visit.
  const slug = invite.slug || (link?.inviteCode === code ? (link?.slug ?? '') : '')
  const isAffiliate = (await findAffiliate(tx, inviterId))?.state === 'approved'
  const place = isAffiliate ? await findCampaign(tx, inviterId, slug) : undefined
  const places = networkOfTry('referral-network', caller)
  const isCrowd = !(await consumeTries(
    tx,
    digest,
    places.map((slot) => ({ ...slot, subject: `${inviterId} ${slot.subject}` })),
  ))
  const campaignId = place?.id ?? null
  // All browsers share one device id, so the id says nothing about a sign-up on the website.
  const sharers = caller.deviceId === webDeviceId ? [] : await listUsersOfDevice(tx, caller.deviceId)
  const language = await findLanguage(tx, userId)
  await recordReferral(tx, { userId, inviterId, via, campaignId, visitedAt, language, sharers, isCrowd })
  if (campaignId) await addToCampaign(tx, campaignId, { visits: 0, signUps: 1, paid: 0, earnedMinor: 0 })
}

async function saveClick(tx: Transaction, userId: string, campaign: Campaign | undefined): Promise<void> {
  const clicks = {
    gclid: readOpaque(campaign?.gclid),
    wbraid: readOpaque(campaign?.wbraid),
    gbraid: readOpaque(campaign?.gbraid),
    vid: readOpaque(campaign?.vid),
  }
  if (Object.values(clicks).some((value) => value !== null)) await recordOrigin(tx, userId, clicks)
}
