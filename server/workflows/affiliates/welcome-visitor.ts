import { AppError } from '#shared/errors.ts'
import { findInviter } from '#server/modules/accounts/accounts.service.ts'
import { findWelcome } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { readReferralCode, referralCode } from '#server/modules/referrals/referrals.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { MarketingDeps } from './record-visit.ts'

function noInviter(error: unknown): null {
  if (error instanceof AppError && error.status === 'InvalidInput') return null
  throw error
}

async function readWelcome(db: Queryable, referral: string) {
  const code = readReferralCode(referral)
  const inviter = code && (await findInviter(db, code.inviteCode).catch(noInviter))
  if (!inviter) return undefined
  return { name: null, destination: '/', ...(await findWelcome(db, inviter, code.slug)) }
}

/** So long an affiliate's change takes to be seen, and of so many links one process remembers where they lead. */
const keptMs = 5_000
const maxKept = 1_000

export type FindDestination = (referral: string, caller: CallerNetwork) => Promise<string | null>

/**
 * The page that an affiliate's link leads to; null: it stays where it is, as every code of no one does. A campaign is looked up
 * once in a while, however many follow it. Beyond what a crowd asks nothing is looked up: a link that leads on says that there
 * is such a code, and codes are not to be tried out.
 */
export function createDestinations({ database, digest }: MarketingDeps): FindDestination {
  const known = new Map<string, { readonly destination: Promise<string | null>; readonly until: number }>()
  return async (referral, caller) => {
    const code = readReferralCode(referral)
    if (!code) return null
    const link = referralCode(code.inviteCode, code.slug)
    const kept = known.get(link)
    if (kept && performance.now() < kept.until) return kept.destination
    if (!(await consumeTries(database, digest, networkOfTry('destination-network', caller)))) return null
    const destination = readWelcome(database, link).then((found) =>
      found === undefined || found.destination === '/' ? null : found.destination,
    )
    known.delete(link)
    known.set(link, { destination, until: performance.now() + keptMs })
    const oldest = known.size > maxKept ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    destination.catch(() => known.delete(link))
    return destination
  }
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
