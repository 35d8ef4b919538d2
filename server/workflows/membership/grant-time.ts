import { randomUUIDv7 } from 'node:crypto'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { grantTime, previewTime, sumGifts } from '#server/modules/membership/membership.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

export type TimeGift = {
  userId: string
  uid: number
  seconds: number
  reason: string
  operator: Operator
  /** What all gifts to one user within `giftWindowDays` come to at most. */
  mostSeconds: number
}

/** The user would have more than one operator may give. */
export class TooMuchTime extends Error {}

/**
 * Gives a user time, with a reason, and writes it into the audit log. Answers the expiry before and after. Throws
 * TooMuchTime.
 */
export async function giveTime(database: Database, gift: TimeGift): Promise<{ before: Date | null; after: Date }> {
  return database.transaction(async (tx) => {
    const before = (await findMembership(tx, gift.userId))?.expiresAt ?? null
    const sourceId = randomUUIDv7()
    const { userId, seconds, reason } = gift
    const granted = await grantTime(tx, { userId, source: 'operator', sourceId, seconds, note: reason })
    if (!granted) throw new Error(`grant ${sourceId} exists already`)
    // The membership is held by now: two gifts at once see each other.
    if ((await sumGifts(tx, userId)) > gift.mostSeconds) throw new TooMuchTime()
    await recordAction(tx, {
      operator: gift.operator,
      action: 'grant-time',
      subject: `user ${gift.uid}`,
      details: { seconds, reason, before, after: granted.expiresAt },
    })
    return { before, after: granted.expiresAt }
  })
}

/** What `giveTime` would lead to, without doing it. Throws as it does. */
export async function previewGift(database: Database, gift: TimeGift): Promise<{ before: Date | null; after: Date }> {
  return database.transaction(async (tx) => {
    if ((await sumGifts(tx, gift.userId)) + gift.seconds > gift.mostSeconds) throw new TooMuchTime()
    const before = (await findMembership(tx, gift.userId))?.expiresAt ?? null
    return { before, after: previewTime(before, gift.seconds, tx.now) }
  })
}
