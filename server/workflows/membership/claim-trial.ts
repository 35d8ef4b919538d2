import { AppError } from '#shared/errors.ts'
import { webDeviceId } from '#shared/codes.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { lockDevices, listDevices } from '#server/modules/devices/devices.queries.ts'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { findReferral } from '#server/modules/referrals/referrals.queries.ts'
import { findSessionDevice } from '#server/modules/sessions/device-sessions.queries.ts'
import { anyDeviceUsed, recordClaim } from '#server/modules/trial/trial.service.ts'
import { findClaim } from '#server/modules/trial/trial.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

type Who = { readonly userId: string; readonly sessionId: string }

/** The device of this session and all others of the account: a trial claimed in a browser uses up theirs as well. */
async function devicesOf(db: Queryable, { userId, sessionId }: Who): Promise<string[]> {
  const [bound, { deviceId }] = [await listDevices(db, userId), await findSessionDevice(db, sessionId)]
  return [...bound.map((device) => device.deviceId), deviceId].filter((id) => id !== webDeviceId)
}

/**
 * The operator's minutes; more for someone who was invited, by the terms. 0 where the setting holds nothing that could
 * be granted.
 */
async function offeredMinutes(db: Queryable, userId: string): Promise<number> {
  const { trialMinutes, affiliateTerms } = await readSettings(db)
  if (!Number.isSafeInteger(trialMinutes) || trialMinutes <= 0) return 0
  const isInvited = (await findReferral(db, userId))?.verdict === 'counted'
  return isInvited ? Math.max(trialMinutes, affiliateTerms.invitedTrialMinutes) : trialMinutes
}

/**
 * Grants the free trial, once per account and device. Throws `TrialNotOffered`, `TrialUsed` or `TrialUsedOnDevice`;
 * nothing is granted then.
 */
export async function claimTrial(database: Database, who: Who): Promise<{ minutes: number; endsAt: Date }> {
  return database.transaction(async (tx) => {
    const { userId } = who
    const minutes = await offeredMinutes(tx, userId)
    if (minutes === 0) throw new AppError('TrialNotOffered')
    // A device that joins at this moment is counted here, or sees the claim.
    await lockDevices(tx, userId)
    const seconds = minutes * 60
    const granted = await grantTime(tx, { userId, source: 'trial', sourceId: userId, seconds, note: null })
    if (!granted) throw new AppError('TrialUsed')
    await recordClaim(tx, { userId, deviceIds: await devicesOf(tx, who), minutes })
    return { minutes, endsAt: granted.expiresAt }
  })
}

export type TrialState = { minutes: number; available: boolean; claimedAt: Date | null; endsAt: Date | null }

/** Whether the trial can still be had, and until when it runs if it was. */
export async function describeTrial(database: Database, who: Who): Promise<TrialState> {
  const [minutes, claim] = await Promise.all([offeredMinutes(database, who.userId), findClaim(database, who.userId)])
  const available = minutes > 0 && !claim && !(await anyDeviceUsed(database, await devicesOf(database, who)))
  return { minutes, available, claimedAt: claim?.claimedAt ?? null, endsAt: claim?.endsAt ?? null }
}
