import { findInviter } from '#server/modules/accounts/accounts.service.ts'
import { findWelcome } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { readReferralCode } from '#server/modules/referrals/referrals.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { MarketingDeps } from './record-visit.ts'

async function readWelcome(db: Queryable, referral: string) {
  const code = readReferralCode(referral)
  const inviter = code && (await findInviter(db, code.inviteCode).catch(() => null))
  if (!inviter) return undefined
  return { name: null, destination: '/', ...(await findWelcome(db, inviter, code.slug)) }
}

/** The page that an affiliate's link leads to; null: it stays where it is. */
export async function findDestination(db: Queryable, referral: string): Promise<string | null> {
  const destination = (await readWelcome(db, referral))?.destination ?? '/'
  return destination === '/' ? null : destination
}

/** What someone who came by a link is greeted with: nothing for a code of no one, nor beyond what a crowd asks. */
export async function greet(
  { database, digest }: MarketingDeps,
  referral: string,
  caller: CallerNetwork,
): Promise<{ name: string | null; trialMinutes: number }> {
  const { affiliateTerms } = await readSettings(database)
  const mayAsk = await consumeTries(database, digest, networkOfTry('greeting-network', caller))
  const welcome = mayAsk ? await readWelcome(database, referral) : undefined
  return { name: welcome?.name ?? null, trialMinutes: welcome ? affiliateTerms.invitedTrialMinutes : 0 }
}
