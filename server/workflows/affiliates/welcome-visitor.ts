import { AppError } from '#shared/errors.ts'
import { findInviter } from '#server/modules/accounts/accounts.service.ts'
import { findWelcome } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { consumeTries, returnSlots } from '#server/modules/limits/limits.service.ts'
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
  const { slug = '', name = null, destination = '/' } = (await findWelcome(db, inviter, code.slug)) ?? {}
  return { isLink: slug === code.slug, name, destination }
}

const keptMs = 5_000
const maxKept = 1_000

type FindDestination = (referral: string, caller: CallerNetwork) => Promise<string | null>

type Look = { readonly answer: Promise<{ readonly destination: string | null } | null>; readonly begunAt: number }

/**
 * Finds the landing page of an affiliate link; null for no redirect, also for unknown codes. Beyond the rate limit of
 * the network it looks nothing up, because a redirect reveals that a code exists. Requests for existing links do not
 * count towards the limit.
 */
export function createDestinations({ database, digest }: MarketingDeps): FindDestination {
  const known = new Map<string, Look>()

  async function look(link: string, caller: CallerNetwork): Look['answer'] {
    const slots = networkOfTry('destination-network', caller)
    if (!(await consumeTries(database, digest, slots))) return null
    const found = await readWelcome(database, link)
    if (found?.isLink) await returnSlots(database, digest, slots)
    return { destination: found && found.destination !== '/' ? found.destination : null }
  }

  return async (referral, caller) => {
    const code = readReferralCode(referral)
    if (!code) return null
    const link = referralCode(code.inviteCode, code.slug)
    const kept = known.get(link)
    const heard = kept && performance.now() - kept.begunAt < keptMs ? await kept.answer : null
    if (heard) return heard.destination
    // Repeats a cached lookup that failed only because another caller had reached the rate limit.
    const own: Look = { answer: look(link, caller), begunAt: performance.now() }
    known.delete(link)
    known.set(link, own)
    const oldest = known.size > maxKept ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    const forget = () => void (known.get(link) === own && known.delete(link))
    own.answer.then((answer) => answer ?? forget(), forget)
    return (await own.answer)?.destination ?? null
  }
}

export async function readGreeting(
  { database, digest }: MarketingDeps,
  referral: string,
  caller: CallerNetwork,
): Promise<{ name: string | null; trialMinutes: number }> {
  const { affiliateTerms } = await readSettings(database)
  const mayAsk = await consumeTries(database, digest, networkOfTry('greeting-network', caller))
  const welcome = mayAsk ? await readWelcome(database, referral) : undefined
  return { name: welcome?.name ?? null, trialMinutes: welcome ? affiliateTerms.invitedTrialMinutes : 0 }
}
