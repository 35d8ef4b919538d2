import { keyPayer } from '#server/modules/payments/payer-digest.ts'
import { keyPayers } from '#server/modules/referrals/referrals.service.ts'
import { listUnsignalledPayouts, notePayout } from '#server/modules/risk/signals.queries.ts'
import { payoutSignal } from '#server/modules/risk/make-signals.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

const batch = 1_000

/**
 * The part of a migration that SQL cannot do, because the database does not have the key: digests of payers that were made
 * without it come under it. Also finds those that an older server added since; nothing to do is one question.
 */
export async function keyKnownPayers(database: Database, secretKey: SecretKeys): Promise<void> {
  const digest = createKeyedDigest(secretKey)
  const keyed = (plain: Uint8Array) => keyPayer(digest, plain)
  while ((await database.transaction((tx) => keyPayers(tx, keyed, batch))) === batch);
}

/** The same for where affiliates of before are paid: from now on a change writes the signal with the address. */
export async function signalKnownPayouts(database: Database, secretKey: SecretKeys): Promise<void> {
  const digest = createKeyedDigest(secretKey)
  for (;;) {
    const found = await listUnsignalledPayouts(database, batch)
    for (const { userId, address } of found) await notePayout(database, userId, payoutSignal(digest, address).digest)
    if (found.length < batch) return
  }
}
