import { createHash, randomBytes } from 'node:crypto'
import type { Platform } from '#shared/api-values.ts'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Device } from '#server/platform/device-ids.ts'
import { originOfColumns, type SessionOrigin } from '#server/platform/session-origin.ts'
import * as repo from './sign-in-steps.repo.ts'

const lifeSeconds = 5 * 60
const maxTries = 5
/** Codes that an authenticator app shows while a sign-in can be continued. */
const lifeSteps = lifeSeconds / 30

const digest = (challenge: string) => createHash('sha256').update(challenge).digest()

export type OpenStep = { readonly challenge: string; readonly expiresAt: number }

/**
 * Stores a sign-in that needs another step, with what was proved so far, for five minutes. It can be continued from any
 * network.
 */
export async function openStep(
  tx: Queryable,
  userId: string,
  wants: repo.Wants,
  device: Device,
  origin: SessionOrigin,
): Promise<OpenStep> {
  const challenge = `ws_${randomBytes(32).toString('base64url')}`
  const { platform, deviceId, osVersion = null, deviceName = null } = device
  const row = {
    tokenHash: digest(challenge),
    userId,
    wants,
    platform,
    deviceId,
    osVersion,
    deviceName,
    lifeSeconds,
    origin,
  }
  const { expiresAt } = await repo.insertStep(tx, row)
  return { challenge, expiresAt: expiresAt.getTime() }
}

/**
 * Returns user, device and proof of a pending sign-in. Counts an attempt outside the transaction that follows, so that
 * wrong answers count even after a rollback. Throws `SignInExpired` after five attempts or five minutes.
 */
export async function resumeStep(
  database: Database,
  challenge: string,
  wants: repo.Wants,
): Promise<{ userId: string; device: Device; origin: SessionOrigin }> {
  const step = await repo.countTry(database, digest(challenge), wants, maxTries)
  if (!step) throw new AppError('SignInExpired')
  const { userId, platform, deviceId, osVersion, deviceName } = step
  const device = { deviceId, osVersion: osVersion ?? undefined, deviceName: deviceName ?? undefined }
  return { userId, device: { ...device, platform: platform as Platform }, origin: originOfColumns(step) }
}

/** Ends a sign-in step. Of two concurrent answers, only the first succeeds; the other throws `SignInExpired`. */
export async function finishStep(tx: Transaction, challenge: string): Promise<void> {
  if ((await repo.deleteStep(tx, digest(challenge))) === 0) throw new AppError('SignInExpired')
}

/**
 * Notes the time step of a refused app code, null if the app never shows that code around this hour. True if the app
 * shows it soon after the one refused before.
 */
export async function isNextAppCode(tx: Transaction, challenge: string, step: number | null): Promise<boolean> {
  const before = (await repo.replaceAppStep(tx, digest(challenge), step))?.before ?? null
  return step !== null && before !== null && step > before && step <= before + lifeSteps
}
