import { randomUUIDv7 } from 'node:crypto'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findMembership, grantTime, previewTime } from '#server/modules/membership/membership.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

export type TimeGift = { userId: string; uid: number; seconds: number; reason: string; operator: Operator }

/** Gives a user time, with a reason, and writes it into the audit log. Answers the expiry before and after. */
export async function giveTime(database: Database, gift: TimeGift): Promise<{ before: Date | null; after: Date }> {
  return database.transaction(async (tx) => {
    const before = (await findMembership(tx, gift.userId))?.expiresAt ?? null
    const sourceId = randomUUIDv7()
    const { userId, seconds, reason } = gift
    const granted = await grantTime(tx, { userId, source: 'operator', sourceId, seconds, note: reason })
    if (!granted) throw new Error(`grant ${sourceId} exists already`)
    await recordAction(tx, {
      operator: gift.operator,
      action: 'grant-time',
      subject: `user ${gift.uid}`,
      details: { seconds, reason, before, after: granted.expiresAt },
    })
    return { before, after: granted.expiresAt }
  })
}

/** What `giveTime` would lead to, without doing it. */
export async function previewGift(database: Database, gift: TimeGift): Promise<{ before: Date | null; after: Date }> {
  return database.transaction(async (tx) => {
    const before = (await findMembership(tx, gift.userId))?.expiresAt ?? null
    return { before, after: previewTime(before, gift.seconds, tx.now) }
  })
}
